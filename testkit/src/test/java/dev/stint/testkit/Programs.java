package dev.stint.testkit;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.internal.sim.SimThread;
import dev.stint.testkit.internal.run.Program;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/** Small programs that fail under some schedules, for tests of what is told about them. */
public final class Programs {
    private Programs() {}

    /** Three tasks count to {@code times} each, not atomically. */
    public static Sim.Body lostUpdate(int times) {
        return sim -> {
            var counter = new SharedInt(0).named("counter");
            sim.run(
                    nursery -> {
                        for (String name : new String[] {"left", "right", "third"}) {
                            nursery.spawn(name, () -> count(counter, times));
                        }
                    });
            if (counter.get() != 3 * times) {
                throw new AssertionError("lost an update");
            }
        };
    }

    private static void count(SharedInt counter, int times) {
        for (int i = 0; i < times; i++) {
            int value = counter.get();
            counter.set(value + 1);
        }
    }

    /** The same among tasks that have nothing to do with it. */
    public static void seesBothInNoise(Sim sim) throws Exception {
        var noise = new SharedInt(0);
        sim.run(
                nursery -> {
                    for (int i = 0; i < 6; i++) {
                        nursery.spawn("noise", () -> count(noise, 10));
                    }
                    nursery.spawn(() -> seesBoth(sim));
                });
    }

    /** Fails if the reader is interrupted while the writer is: that takes two interruptions. */
    public static void seesBoth(Sim sim) throws Exception {
        var phase = new SharedInt(0).named("phase");
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "writer",
                            () -> {
                                phase.set(1);
                                phase.set(2);
                            });
                    nursery.spawn(
                            "reader",
                            () -> {
                                boolean first = phase.get() == 1;
                                if (first && phase.get() == 2) {
                                    throw new IllegalStateException("saw both");
                                }
                            });
                });
    }

    /** A child fails while its siblings wait, one of them for a nursery of its own. */
    public static void childFails(Sim sim) throws Exception {
        sim.run(
                nursery -> {
                    Channel<Integer> never = Channel.<Integer>rendezvous().named("never");
                    nursery.spawn("waits", () -> never.receive());
                    nursery.spawn("opens", Programs::openNursery);
                    nursery.spawn(
                            "fails",
                            () -> {
                                Stint.sleep(Duration.ofSeconds(1));
                                throw new IllegalStateException("enough");
                            });
                });
    }

    private static void openNursery() throws InterruptedException {
        try (var inner = Stint.nursery(n -> n.withName("inner"))) {
            inner.spawn("sleeps", () -> Stint.sleep(Duration.ofHours(1)));
            inner.join();
        }
    }

    public static void fail() {
        throw new IllegalStateException("on purpose");
    }

    /** Two tasks that give way to each other for ever. */
    public static void politeFools(Sim sim) throws Exception {
        var turn = new SharedInt(0);
        sim.run(
                nursery -> {
                    nursery.spawn("after", () -> waitFor(turn));
                    nursery.spawn("you", () -> waitFor(turn));
                });
    }

    /** The same, but only if one is interrupted before it has looked whether it is alone. */
    public static void sometimesPolite(Sim sim) throws Exception {
        var one = new SharedInt(0).named("one");
        var two = new SharedInt(0).named("two");
        sim.run(
                nursery -> {
                    nursery.spawn("after", () -> passBy(one, two));
                    nursery.spawn("you", () -> passBy(two, one));
                });
    }

    private static void passBy(SharedInt mine, SharedInt other) throws InterruptedException {
        mine.set(1);
        while (other.get() == 1) {
            Stint.yield();
        }
        mine.set(0);
    }

    private static void waitFor(SharedInt turn) throws InterruptedException {
        while (turn.get() == 0) {
            Stint.yield();
        }
    }

    /** Does this on a thread that can simulate. */
    public static <T> T onHost(Callable<T> what) throws Exception {
        var result = new AtomicReference<T>();
        var thrown = new AtomicReference<Throwable>();
        var host =
                SimThread.create(
                        () -> {
                            try {
                                result.set(what.call());
                            } catch (Throwable e) {
                                thrown.set(e);
                            }
                        },
                        "test-sim");
        host.start();
        host.join();
        if (thrown.get() != null) {
            throw new AssertionError(thrown.get());
        }
        return Objects.requireNonNull(result.get());
    }

    /** A body as an exploration runs it. */
    public static Program toProgram(Sim.Body body) {
        return Sim.programOf(body);
    }
}
