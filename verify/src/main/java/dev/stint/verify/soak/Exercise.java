package dev.stint.verify.soak;

import dev.stint.nursery.Nursery;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * One primitive, used by many at once. Bursts of it are run by tasks and by threads outside, which
 * are cancelled, interrupted and out of time at any moment; the books must balance in the end.
 */
abstract class Exercise {
    private final String name;
    private final LongAdder done = new LongAdder();
    private final Stage stage;

    Exercise(String name, Stage stage) {
        this.name = name;
        this.stage = stage;
    }

    final String name() {
        return name;
    }

    final Stage stage() {
        return stage;
    }

    /** Counts an operation that has come to its end. */
    final void did() {
        done.increment();
    }

    final long done() {
        return done.sum();
    }

    /** Something is wrong. */
    final void wrong(String what) {
        stage.wrong(name + ": " + what);
    }

    /** How many tasks have it done by others all the time. */
    int keepers() {
        return 2;
    }

    /** Starts what runs all the time, if anything does. */
    void start(Nursery crew) {}

    /** What threads outside do for it all the time, each until the round is over. */
    List<Runnable> outside() {
        return List.of();
    }

    /** One operation, drawn. May end early by any exception that tells of an end. */
    abstract void act(Draw draw) throws Exception;

    /** It is over: whoever waits for others is told. Never waits. */
    void stop() {}

    /** Nobody uses it any more: do the books balance? */
    abstract void audit(Consumer<String> wrong) throws Exception;
}
