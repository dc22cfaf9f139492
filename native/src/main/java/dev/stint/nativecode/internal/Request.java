package dev.stint.nativecode.internal;

/** What C code asks for; in the order of {@code enum request_kind}. */
enum Request {
    ENDED,
    YIELD,
    METER,
    CHECKPOINT,
    CHARGE,
    BUDGET_LEFT,
    RECHARGE,
    SLEEP,
    NOW,
    TASK_ID,
    IS_CANCELLED,
    RIGHTS,
    NURSERY_OPEN,
    NURSERY_CURRENT,
    NURSERY_COUNT,
    NURSERY_IS_CANCELLED,
    NURSERY_CANCEL,
    NURSERY_AWAIT,
    NURSERY_CLOSE,
    SPAWN,
    TASK_AWAIT,
    TASK_POLL,
    TASK_CANCEL,
    TASK_RECEIPT,
    TASK_RELEASE,
    CHANNEL_OPEN,
    SEND,
    RECEIVE,
    CHANNEL_CLOSE,
    CHANNEL_IS_CLOSED,
    CHANNEL_LENGTH,
    CHANNEL_RELEASE,
    SELECT,
    LAST_ERROR,
    SCHEDULER_OPEN,
    SCHEDULER_CLOSE;

    static final int OVERFLOWN = -1;

    private static final Request[] ALL = values();

    static int count() {
        return ALL.length;
    }

    static Request of(int kind) {
        return ALL[kind];
    }

    /** True if a task that must end may still do it: it helps it to end. */
    boolean isCleanUp() {
        return switch (this) {
            case NURSERY_CURRENT,
                    NURSERY_COUNT,
                    NURSERY_IS_CANCELLED,
                    NURSERY_CANCEL,
                    NURSERY_AWAIT,
                    NURSERY_CLOSE,
                    TASK_CANCEL,
                    TASK_RELEASE,
                    CHANNEL_CLOSE,
                    CHANNEL_RELEASE,
                    LAST_ERROR,
                    IS_CANCELLED,
                    TASK_ID,
                    NOW,
                    BUDGET_LEFT ->
                    true;
            default -> false;
        };
    }
}
