package dev.stint.lease;

/** Where a lease is in its life. */
public enum LeaseState {
    /** No worker has come to it yet: those that it asked for end a step first. */
    OPENING,
    /** At least one worker runs its owner's tasks and no others. */
    ACTIVE,
    /** It was revoked, and a worker has not seen it yet. */
    RETURNING,
    /** Its workers run the tasks of all again. */
    ENDED
}
