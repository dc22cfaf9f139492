package dev.stint.lease;

/** Why a lease was revoked. */
public enum LeaseEnd {
    /** Somebody has closed it. */
    CLOSED,
    /** The tenant that it was for has ended. */
    OWNER_ENDED,
    /** The right by which it was opened was revoked, or its time is up. */
    RIGHT_ENDED,
    /** An error of scheduler code has struck one of its workers. */
    WORKER_DIED,
    /** The scheduler drains or is closed. */
    SCHEDULER_ENDED
}
