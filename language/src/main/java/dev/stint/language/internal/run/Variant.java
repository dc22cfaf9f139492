package dev.stint.language.internal.run;

/** A value of a union in compiled code. What it consists of is in subclasses. */
public abstract class Variant extends Aggregate {
    /** Which of the variants of its union it is. */
    public final int tag;

    protected Variant(int tag) {
        this.tag = tag;
    }

    protected abstract int fields();

    @Override
    protected boolean isCopied(boolean isForOthers) {
        return isForOthers && fields() > 0;
    }

    @Override
    protected void charge() throws InterruptedException {
        Prices.fields(fields());
    }

    @Override
    protected int parts() {
        return fields();
    }
}
