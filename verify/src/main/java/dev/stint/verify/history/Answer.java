package dev.stint.verify.history;

/**
 * What came of a request.
 *
 * @param arm which was done or found closed; {@link #SOME_SEND} if only that much is known
 * @param value what was received, or sent
 */
record Answer(What what, int arm, int value) {
    static final int SOME_SEND = -1;

    enum What {
        DONE,
        CLOSED,
        /** It was not possible, at once or in time. */
        NOTHING,
        /** The task was cancelled, or the thread interrupted, and nothing has happened. */
        CANCELLED
    }

    static final Answer NOTHING = new Answer(What.NOTHING, SOME_SEND, 0);
    static final Answer CANCELLED = new Answer(What.CANCELLED, SOME_SEND, 0);

    /** Of a close. */
    static final Answer CLOSE = new Answer(What.DONE, SOME_SEND, 0);

    static Answer done(int arm, int value) {
        return new Answer(What.DONE, arm, value);
    }

    static Answer closed(int arm) {
        return new Answer(What.CLOSED, arm, 0);
    }

    @Override
    public String toString() {
        return switch (what) {
            case DONE -> this == CLOSE ? "done" : "done " + arm + ": " + value;
            case CLOSED -> arm == SOME_SEND ? "closed" : "closed " + arm;
            case NOTHING -> "nothing";
            case CANCELLED -> "cancelled";
        };
    }
}
