package dev.stint.context;

/** Where a scheduling context is. */
public enum ContextState {
    /** Nothing on it waits for a worker. */
    IDLE,

    /** A task on it waits for a worker. */
    READY,

    /** It is used up until its next period. */
    DEPLETED,

    /** It was closed; final. */
    REVOKED
}
