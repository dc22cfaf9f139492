package dev.stint.nativecode.internal.heap;

import dev.stint.guard.KeptClass;
import java.util.List;

/**
 * The samples of what tenants have allocated and what is not known to be dead. Time is counted in
 * ages; who watches says when the next one begins. Any thread.
 */
interface Samples {
    /** Bytes, by estimate, and the square of the standard error. */
    record Sum(double bytes, double square) {
        static final Sum NOTHING = new Sum(0, 0);
    }

    /** Samples an object each so many bytes, on average; 0: none. */
    void sampleEach(long bytes);

    /** A number for another tenant; 0 if there is no memory. */
    long open();

    /** What has this number is counted for nobody from now on. */
    void close(long number);

    /** Begins another age, and returns it. */
    long nextAge();

    /** Takes off what collections so far have found dead. */
    void sweep(long number);

    /** What was born before so many last ages, 1 or 2, and is not known to be dead. */
    Sum bornBefore(long number, int lastAges);

    /** The classes of what was born before this age, the largest first. */
    List<KeptClass> byClass(long number, long age, int most);
}
