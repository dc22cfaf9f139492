package dev.stint.context;

/** What becomes of a context's tasks when it is used up before its period is over. */
public enum Overrun {
    /** They wait until it is filled up. */
    SUSPEND,

    /** They go on as tasks of their tenant, which pays, until it is filled up. */
    DEMOTE
}
