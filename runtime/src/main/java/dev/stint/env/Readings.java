package dev.stint.env;

/**
 * What the JVM says of a thread, for guards. It depends on the machine, on the compiler and on the
 * moment, so nothing that must be repeatable may ask it. Tests put their own in its place.
 */
public interface Readings {
    /** The bytes that a thread has allocated since it began. Any thread may ask. */
    long allocatedBytes(Thread platform);

    /** The nanoseconds that a processor has worked for it. Takes most of a microsecond. */
    long processorNanos(Thread platform);

    /** A clock that is cheap to read, in nanoseconds. */
    long nanos();

    /** The real ones. */
    static Readings ofJvm() {
        return JvmReadings.IT;
    }
}
