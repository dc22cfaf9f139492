package dev.stint.channel;

import dev.stint.Stint;
import dev.stint.error.ChannelClosedException;
import java.time.Duration;

/** The ways to receive one value, with what they come to in the same words. */
enum ReceiveForm {
    RECEIVE(true) {
        @Override
        String attempt(Receiver<Integer> from, Duration patience) throws InterruptedException {
            return String.valueOf(from.receive());
        }
    },
    OR_CLOSED(true) {
        @Override
        String attempt(Receiver<Integer> from, Duration patience) throws InterruptedException {
            return inWords(from.receiveOrClosed());
        }
    },
    TIMED(true) {
        @Override
        String attempt(Receiver<Integer> from, Duration patience) throws InterruptedException {
            return from.receive(patience).map(String::valueOf).orElse(NOT_NOW);
        }
    },
    UNTIL(true) {
        @Override
        String attempt(Receiver<Integer> from, Duration patience) throws InterruptedException {
            return from.receiveUntil(Stint.nanoTime() + patience.toNanos())
                    .map(String::valueOf)
                    .orElse(NOT_NOW);
        }
    },
    TRY(false) {
        @Override
        String attempt(Receiver<Integer> from, Duration patience) throws InterruptedException {
            return from.tryReceive().map(String::valueOf).orElse(NOT_NOW);
        }
    },
    TRY_OR_CLOSED(false) {
        @Override
        String attempt(Receiver<Integer> from, Duration patience) throws InterruptedException {
            return from.tryReceiveOrClosed().map(ReceiveForm::inWords).orElse(NOT_NOW);
        }
    },
    SELECT(true) {
        @Override
        String attempt(Receiver<Integer> from, Duration patience) throws InterruptedException {
            return Select.from(
                    from.onReceive(String::valueOf), Select.onTimeout(patience, () -> NOT_NOW));
        }
    },
    SELECT_OR_CLOSED(true) {
        @Override
        String attempt(Receiver<Integer> from, Duration patience) throws InterruptedException {
            return Select.from(
                    from.onReceiveOrClosed(ReceiveForm::inWords),
                    Select.onTimeout(patience, () -> NOT_NOW));
        }
    };

    static final String CLOSED = "closed ";
    static final String NOT_NOW = "not now";

    final boolean waits;

    ReceiveForm(boolean waits) {
        this.waits = waits;
    }

    /** True if it gives up after its patience. */
    boolean isTimed() {
        return this == TIMED || this == UNTIL || this == SELECT || this == SELECT_OR_CLOSED;
    }

    /** True if it can be used where the calling code runs. */
    boolean isHere() {
        return this != UNTIL || Stint.currentTask().isPresent();
    }

    abstract String attempt(Receiver<Integer> from, Duration patience) throws InterruptedException;

    /** Receives a value; a closed channel is a result. */
    String receive(Receiver<Integer> from, Duration patience) throws InterruptedException {
        try {
            return attempt(from, patience);
        } catch (ChannelClosedException e) {
            return CLOSED + (e.getCause() == null ? "" : e.getCause().getMessage());
        }
    }

    static String inWords(Received<Integer> received) {
        return switch (received) {
            case Received.Value<Integer>(Integer value) -> String.valueOf(value);
            case Received.Done<Integer>() -> CLOSED;
            case Received.Failed<Integer>(Throwable cause) -> CLOSED + cause.getMessage();
        };
    }
}
