package dev.stint.nursery;

/**
 * Where a nursery is in its life.
 *
 * <pre>
 *   OPEN       -> CLOSING      close(), awaitAll(), join()
 *   OPEN       -> CANCELLING   cancel(), the parent was cancelled, a child failed, the deadline
 *   CLOSING    -> CANCELLING   the same
 *   CLOSING    -> CLOSED       the last child ended
 *   CANCELLING -> CANCELLED    the last child ended
 * </pre>
 */
public enum NurseryState {
    /** Takes new children. */
    OPEN(0),
    /** Takes no new children, waits for those it has. */
    CLOSING(1),
    /** Has told its children to end and waits for them. */
    CANCELLING(2),
    /** Final: all children have ended. */
    CLOSED(3),
    /** Final: it was cancelled, and all children have ended. */
    CANCELLED(4);

    private final int code;

    NurseryState(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public boolean isFinal() {
        return this == CLOSED || this == CANCELLED;
    }

    /** True if the table above has an arrow from this state to that one. */
    public boolean mayBecome(NurseryState next) {
        return switch (this) {
            case OPEN -> next == CLOSING || next == CANCELLING;
            case CLOSING -> next == CANCELLING || next == CLOSED;
            case CANCELLING -> next == CANCELLED;
            case CLOSED, CANCELLED -> false;
        };
    }
}
