package dev.stint.island;

/** Where an island is in its life. */
public enum IslandState {
    /** It rehearses; no time counts yet. */
    REHEARSING,
    /** It is activated in each period. */
    RUNNING,
    /** An activation did what it may not, and that stops this island. */
    STOPPED,
    /** A stage has thrown something. */
    FAILED,
    /** It was closed, or its scheduler has ended. */
    CLOSED
}
