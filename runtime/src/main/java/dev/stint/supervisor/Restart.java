package dev.stint.supervisor;

/** When a child that has ended is started again. */
public enum Restart {
    /** Always: it is not meant to end. */
    PERMANENT,
    /** When it has failed; not when it has returned or was cancelled. */
    TRANSIENT,
    /** Never, not even when the others are restarted. */
    TEMPORARY
}
