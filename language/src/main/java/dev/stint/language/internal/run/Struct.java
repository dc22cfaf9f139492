package dev.stint.language.internal.run;

/** A struct in compiled code. What it consists of is in subclasses, which are generated. */
public abstract class Struct extends Aggregate {
    protected abstract int fields();

    @Override
    protected boolean isCopied(boolean isForOthers) {
        return true;
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
