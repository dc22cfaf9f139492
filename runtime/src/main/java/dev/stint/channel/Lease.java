package dev.stint.channel;

/**
 * One time that somebody has an object of an {@link ObjectPool}. Closing it gives the object back.
 *
 * <p>It may be used by any task or thread, but the object is only lent: it must not be used after
 * the close.
 */
public sealed interface Lease<T> extends AutoCloseable permits ObjectPoolImpl.Loan {
    /**
     * The object.
     *
     * @throws IllegalStateException if it was given back
     */
    T get();

    /** Ends the lease, and the object with it: it is destroyed, and its place is free. */
    void discard();

    /**
     * Resets the object and gives it back. A second close, or one after a discard, does nothing.
     */
    @Override
    void close();
}
