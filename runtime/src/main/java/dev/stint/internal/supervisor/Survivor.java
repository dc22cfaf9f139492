package dev.stint.internal.supervisor;

/** The body of a child that has something which outlives its restarts, such as a mailbox. */
public interface Survivor {
    /**
     * It does not run and will not be started again. Called once by its supervisor, wherever that
     * stands: it must be quick.
     */
    void over();
}
