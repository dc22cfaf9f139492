package dev.stint.language.internal.run;

import org.jspecify.annotations.Nullable;

/** What consists of others, in compiled code: arrays, slices, structs, variants. */
public abstract class Aggregate {
    /** True if a copy of what it stands in has a copy of it. */
    protected abstract boolean isCopied(boolean isForOthers);

    /** Pays for a copy. */
    protected abstract void charge() throws InterruptedException;

    /** The same with the same parts. */
    protected abstract Aggregate duplicate();

    /** How many parts there are that may have to be copied, too. */
    protected int parts() {
        return 0;
    }

    /** Null for what is never copied. */
    protected @Nullable Object part(int index) {
        return null;
    }

    protected void setPart(int index, Object value) {
        throw new IndexOutOfBoundsException(index);
    }
}
