package dev.stint.policy;

/** What kind of work a tenant does, as far as it matters for the length of its turns. */
public enum Hint {
    /** Somebody waits for an answer: a tenth of the scheduler's slice at once, and so sooner. */
    LATENCY_SENSITIVE,

    /** Nothing in particular: as the program asks. */
    NORMAL,

    /** Nobody waits: the scheduler's whole slice at once, whatever the program asks. */
    BATCH;

    private static final long PART = 10;
    private static final long SHORTEST = 1_000;

    /** How many operations it asks for at once, if the hint says it. */
    long slice(long asked, long whole) {
        return switch (this) {
            case LATENCY_SENSITIVE -> Math.min(asked, Math.max(whole / PART, SHORTEST));
            case NORMAL -> asked;
            case BATCH -> whole;
        };
    }
}
