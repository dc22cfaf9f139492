package dev.stint.policy;

/** How a service was when it was last asked. */
public enum PolicyHealth {
    /** It has not answered yet. */
    NEW,

    /** It has answered in time, and what it said was sound. */
    WELL,

    /** It has not answered in time, but not for long, or late. */
    SLOW,

    /** It has not answered for long. */
    BLOCKED,

    /** It says that it cannot answer, or is not there. */
    DEAD,

    /** It gives a policy older than one that it gave before. */
    STALE,

    /** It gives what no policy may be, or answers what it was not asked. */
    UNSOUND
}
