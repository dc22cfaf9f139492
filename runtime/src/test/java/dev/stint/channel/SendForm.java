package dev.stint.channel;

import dev.stint.Stint;
import dev.stint.error.ChannelClosedException;
import java.time.Duration;

/** The ways to send one value, with what they come to in the same words. */
enum SendForm {
    SEND(true) {
        @Override
        String attempt(Sender<Integer> to, int value, Duration patience)
                throws InterruptedException {
            to.send(value);
            return TAKEN;
        }
    },
    OR_CLOSED(true) {
        @Override
        String attempt(Sender<Integer> to, int value, Duration patience)
                throws InterruptedException {
            return inWords(to.sendOrClosed(value));
        }
    },
    TIMED(true) {
        @Override
        String attempt(Sender<Integer> to, int value, Duration patience)
                throws InterruptedException {
            return to.send(value, patience) ? TAKEN : NOT_NOW;
        }
    },
    UNTIL(true) {
        @Override
        String attempt(Sender<Integer> to, int value, Duration patience)
                throws InterruptedException {
            return to.sendUntil(value, Stint.nanoTime() + patience.toNanos()) ? TAKEN : NOT_NOW;
        }
    },
    TRY(false) {
        @Override
        String attempt(Sender<Integer> to, int value, Duration patience)
                throws InterruptedException {
            return to.trySend(value) ? TAKEN : NOT_NOW;
        }
    },
    TRY_OR_CLOSED(false) {
        @Override
        String attempt(Sender<Integer> to, int value, Duration patience)
                throws InterruptedException {
            return to.trySendOrClosed(value).map(SendForm::inWords).orElse(NOT_NOW);
        }
    },
    SELECT(true) {
        @Override
        String attempt(Sender<Integer> to, int value, Duration patience)
                throws InterruptedException {
            return Select.from(
                    to.onSend(value, () -> TAKEN), Select.onTimeout(patience, () -> NOT_NOW));
        }
    };

    static final String TAKEN = "taken";
    static final String CLOSED = "closed ";
    static final String NOT_NOW = "not now";

    final boolean waits;

    SendForm(boolean waits) {
        this.waits = waits;
    }

    /** True if it gives up after its patience. */
    boolean isTimed() {
        return this == TIMED || this == UNTIL || this == SELECT;
    }

    /** True if threads outside have it, too. */
    boolean isForAll() {
        return this != UNTIL;
    }

    /** True if it can be used where the calling code runs. */
    boolean isHere() {
        return isForAll() || Stint.currentTask().isPresent();
    }

    private static String inWords(Sent sent) {
        return switch (sent) {
            case Sent.Taken() -> TAKEN;
            case Sent.Done() -> CLOSED;
            case Sent.Failed(Throwable cause) -> CLOSED + cause.getMessage();
        };
    }

    abstract String attempt(Sender<Integer> to, int value, Duration patience)
            throws InterruptedException;

    /** Sends the value; a closed channel is a result. */
    String send(Sender<Integer> to, int value, Duration patience) throws InterruptedException {
        try {
            return attempt(to, value, patience);
        } catch (ChannelClosedException e) {
            return CLOSED + (e.getCause() == null ? "" : e.getCause().getMessage());
        }
    }
}
