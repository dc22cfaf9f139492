package dev.stint.env;

/**
 * What the machine says of a thread, for guards and for the monitor. It depends on the machine, on
 * the compiler and on the moment, so nothing that must be repeatable may ask it. Tests put their
 * own in its place.
 */
public interface Readings {
    /** The bytes that a thread has allocated since it began. Any thread may ask. */
    long allocatedBytes(Thread platform);

    /** The nanoseconds that a processor has worked for it. Takes most of a microsecond. */
    long processorNanos(Thread platform);

    /**
     * True if the operating system would let a thread run and has no processor for it, as far as
     * that can be told: it does not wait for anything else. Takes some microseconds.
     */
    default boolean wantsProcessor(Thread platform) {
        return false;
    }

    /** A clock that is cheap to read, in nanoseconds. */
    long nanos();

    /** The real ones. */
    static Readings ofJvm() {
        return JvmReadings.IT;
    }

    /**
     * None: nothing is read. Guards that measure are off then, and a worker without a processor
     * looks as if it were stalled. It is there to see what readings cost.
     */
    static Readings none() {
        return NoReadings.IT;
    }
}
