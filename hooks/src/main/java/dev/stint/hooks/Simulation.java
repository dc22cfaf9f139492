package dev.stint.hooks;

import org.jspecify.annotations.Nullable;

/**
 * The simulation as code sees it that is woven for one: it is told of accesses to what others may
 * see, keeps the monitors, and has the clock and the chance. One object stands for all runs of a
 * JVM, since threads outside of them use the same monitors; it finds the run that the calling code
 * belongs to.
 */
public interface Simulation {
    /** No element of an array: a field. */
    int FIELD = -1;

    /** True if the calling code is part of a simulation: of a task, or of the body that runs it. */
    boolean isHere();

    /**
     * The calling code is about to touch something that others may see.
     *
     * @param holder the object or array; null for a static field
     * @param index of the element, or {@link #FIELD}
     * @param what the field as people know it, {@code Account.balance}; empty for an element
     */
    void touch(@Nullable Object holder, int index, String what, boolean writes);

    /**
     * The calling code is about to call code of the JDK that touches something others may see.
     *
     * @param on what it touches; null if that is not known
     * @param what the method as people know it, {@code Map.put}
     */
    void call(@Nullable Object on, String what, boolean writes);

    /**
     * As {@link #call}, of something that may lock itself. If it does, the calling code is quiet
     * from here on, and {@link #endQuiet} has to follow when the call has ended.
     *
     * @return whether it is
     */
    boolean beginCall(@Nullable Object on, String what, boolean writes);

    /**
     * From here on the calling code touches and calls without anybody noticing: in a class
     * initialiser, which runs once in a JVM and must not count in a schedule, or while code of the
     * JDK holds a lock that nobody but the JVM knows of.
     */
    void beginQuiet();

    void endQuiet();

    // ---- monitors

    void enter(Object monitor);

    void exit(Object monitor);

    boolean holds(Object monitor);

    /**
     * Waits for a notify.
     *
     * @param nanos at most so long; 0 for as long as it takes
     */
    void await(Object monitor, long nanos) throws InterruptedException;

    void notify(Object monitor, boolean all);

    // ---- time and chance; only where isHere()

    /** Nanoseconds since the simulation began. */
    long nanos();

    /** 64 bits by chance, the same whenever the same schedule is run. */
    long random();

    void sleep(long nanos) throws InterruptedException;

    /** Lets others run, if they can. */
    void giveWay();

    void parkNanos(@Nullable Object blocker, long nanos);

    /** A wait inside the JDK that ends by itself only if what it waits for comes. */
    @FunctionalInterface
    interface Wait<T extends @Nullable Object, E extends Exception> {
        T await() throws InterruptedException, E;
    }

    /** Waits for at most so long; returns {@code late} if it took longer. */
    <T extends @Nullable Object, E extends Exception> T within(long nanos, Wait<T, E> wait, T late)
            throws InterruptedException, E;
}
