package dev.stint.verify.foreign;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.Action;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What the scenarios of scopes have in common. */
final class Scopes {
    /** A failure that nobody else makes. */
    static final class Boom extends Exception {
        private static final long serialVersionUID = 1L;

        Boom(String message) {
            super(message);
        }
    }

    /** What is done in a scope. */
    @FunctionalInterface
    interface Body<T extends @Nullable Object> {
        T run(Nursery nursery) throws Exception;
    }

    private Scopes() {}

    /**
     * Runs the body in a nursery of its own and waits for all children; if the body throws they are
     * cancelled first. What the nursery came to is what this throws, unless the body has failed by
     * itself.
     */
    static <T extends @Nullable Object> T in(
            Place place, UnaryOperator<NurseryConfig> configure, Body<T> body) throws Exception {
        if (place.inTask()) {
            return Stint.inNursery(configure, body::run);
        }
        try (Nursery nursery = place.nursery(configure)) {
            T value;
            try {
                value = body.run(nursery);
            } catch (InterruptedException e) {
                nursery.cancel();
                nursery.join();
                throw e;
            } catch (Throwable e) {
                nursery.cancel();
                throw e;
            }
            nursery.join();
            return value;
        }
    }

    static <T extends @Nullable Object> T in(Place place, Body<T> body) throws Exception {
        return in(place, UnaryOperator.identity(), body);
    }

    /** For tasks: waits until it is cancelled. */
    static void waitToBeCancelled() throws InterruptedException {
        Stint.sleep(Place.LONG);
        throw new AssertionError("nobody has cancelled " + Stint.currentTask());
    }

    /** Waits for what never comes; for tasks, and threads outside. */
    static void waitInVain() throws InterruptedException {
        Channel<Integer> deserted = Channel.rendezvous();
        if (deserted.receive(Place.LONG).isEmpty()) {
            throw new AssertionError("nobody has ended the wait");
        }
    }

    /** For tasks: waits until it is cancelled, and then does this. */
    static void whenCancelled(Action then) throws Exception {
        try {
            waitToBeCancelled();
        } catch (InterruptedException e) {
            then.run();
            throw e;
        }
    }

    static void fail(String message) throws Boom {
        throw new Boom(message);
    }
}
