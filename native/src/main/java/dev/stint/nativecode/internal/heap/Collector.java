package dev.stint.nativecode.internal.heap;

/** The collector of this JVM, as far as the watch needs it. */
interface Collector {
    /** How many collections there were, of any kind. */
    long count();

    /** Collects the whole heap, and returns when that is done. */
    void collect();

    /** True if so much is used that it would soon collect the whole heap by itself. */
    boolean isCrowded();

    /** A clock, in nanoseconds. */
    long nanos();
}
