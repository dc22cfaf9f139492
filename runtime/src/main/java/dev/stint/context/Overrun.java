package dev.stint.context;

/** What becomes of a context's tasks when it is used up before its period is over. */
public enum Overrun {
    /** They wait until it is filled up. */
    SUSPEND,

    /** They go on as tasks of their tenant, which pays, until it is filled up. */
    DEMOTE,

    /**
     * The one that runs when a look finds the context used up is cancelled, and so is one that it
     * ran for by an ask. The others wait until it is filled up.
     */
    KILL,

    /**
     * They go on with what the next period would give them, at that period's deadline. When that is
     * used up, too, they wait. So others are late by nothing, and nobody has more in the long run.
     */
    NOTIFY
}
