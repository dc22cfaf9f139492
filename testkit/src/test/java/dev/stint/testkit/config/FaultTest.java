package dev.stint.testkit.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.error.ChannelClosedException;
import dev.stint.sync.Mutex;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.testkit.SharedInt;
import dev.stint.testkit.SharedLock;
import dev.stint.testkit.Sim;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FaultTest {
    @TempDir private Path files = Path.of("");

    private SimResult explore(UnaryOperator<SimConfig> more, Sim.Body body) throws Exception {
        return Sim.explore(c -> more.apply(c.withFiles(files)), body);
    }

    /** What a program must not notice. */
    static Stream<Fault> ofTheScheduler() {
        return Stream.of(
                Fault.killWorker(),
                Fault.slowWorker(3),
                Fault.wakeSpuriously(),
                Fault.jumpClock(Duration.ofMinutes(1)));
    }

    @ParameterizedTest
    @MethodSource("ofTheScheduler")
    void faultOfTheScheduler_losesNothing(Fault fault) throws Exception {
        for (Strategy strategy : List.of(Strategy.random(), Strategy.exhaustive(1))) {
            for (int workers = 1; workers <= 3; workers += 2) {
                int crew = workers;
                SimResult result =
                        explore(
                                c ->
                                        c.withFaults(fault)
                                                .withStrategy(strategy)
                                                .withWorkers(crew)
                                                .withMostFaults(2)
                                                .withTwice(true)
                                                .withSchedules(300),
                                FaultTest::passMessages);

                result.throwIfFailed();
                assertThat(result.distinct()).isGreaterThan(1);
            }
        }
    }

    private static void passMessages(Sim sim) throws Exception {
        var channel = Channel.<Integer>rendezvous();
        List<Integer> got = new ArrayList<>();
        sim.run(
                nursery -> {
                    nursery.spawn(
                            () -> {
                                for (int i = 0; i < 3; i++) {
                                    channel.send(i);
                                }
                            });
                    nursery.spawn(
                            () -> {
                                for (int i = 0; i < 3; i++) {
                                    got.add(channel.receive());
                                }
                            });
                });
        assertThat(got).containsExactly(0, 1, 2);
    }

    @Test
    void failTask_failsItAtAnyOfItsPoints() throws Exception {
        Set<Integer> reached = new HashSet<>();
        SimResult result =
                explore(
                        c ->
                                c.withFaults(Fault.failTask())
                                        .withStrategy(Strategy.exhaustive(0))
                                        .withTwice(true),
                        sim -> {
                            var cell = new SharedInt();
                            var task =
                                    sim.scheduler()
                                            .root()
                                            .spawn(
                                                    () -> {
                                                        for (int i = 1; i <= 4; i++) {
                                                            cell.set(i);
                                                        }
                                                    });
                            task.awaitOutcome();
                            reached.add(cell.get());
                        });

        // Before each of the four writes, or nowhere.
        assertThat(reached).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        assertThat(result.schedules()).isEqualTo(5);
        assertThat(result.isGreen()).isTrue();
    }

    @Test
    void cancelTask_strikesAnyTask() throws Exception {
        Set<String> cancelled = new HashSet<>();
        explore(
                        c ->
                                c.withFaults(Fault.cancelTask())
                                        .withStrategy(Strategy.random())
                                        .withSchedules(300),
                        sim -> {
                            List<Task<?>> tasks = new ArrayList<>();
                            for (String name : List.of("a", "b")) {
                                tasks.add(
                                        sim.scheduler()
                                                .root()
                                                .spawn(
                                                        name,
                                                        () -> {
                                                            for (int i = 0; i < 3; i++) {
                                                                Stint.yield();
                                                                Sim.point();
                                                            }
                                                        }));
                            }
                            for (Task<?> task : tasks) {
                                try {
                                    task.await();
                                } catch (CancellationException e) {
                                    cancelled.add(task.name());
                                }
                            }
                        })
                .throwIfFailed();

        assertThat(cancelled).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void jumpClock_aTimeoutMayComeTooEarly() throws Exception {
        Sim.Body program =
                sim -> {
                    var channel = Channel.<Integer>buffered(1);
                    sim.run(
                            nursery -> {
                                nursery.spawn("sender", () -> channel.send(1));
                                nursery.spawn(
                                        "receiver",
                                        () ->
                                                assertThat(channel.receive(Duration.ofSeconds(5)))
                                                        .isPresent());
                            });
                };

        assertThat(explore(c -> c.withSchedules(500), program).isGreen()).isTrue();
        SimResult late =
                explore(
                        c ->
                                c.withFaults(Fault.jumpClock(Duration.ofMinutes(1)))
                                        .withStrategy(Strategy.random())
                                        .withSchedules(500),
                        program);
        assertThat(late.isGreen()).isFalse();
    }

    @Test
    void mayHappen_closesAChannelOfThisRun() throws Exception {
        Set<Integer> sent = new HashSet<>();
        explore(
                        c -> c.withStrategy(Strategy.exhaustive(1)).withSchedules(2_000),
                        sim -> {
                            var channel = Channel.<Integer>buffered(8);
                            sim.mayHappen(Fault.close(channel));
                            sim.run(
                                    nursery ->
                                            nursery.spawn(
                                                    () -> {
                                                        int i = 0;
                                                        try {
                                                            while (i < 3) {
                                                                channel.send(i);
                                                                i++;
                                                            }
                                                        } catch (ChannelClosedException e) {
                                                            // told below
                                                        }
                                                        sent.add(i);
                                                    }));
                        })
                .throwIfFailed();

        assertThat(sent).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void fails_ioOfTheProgram_goesWrongAtMostAsOftenAsAllowed() throws Exception {
        Set<Integer> failed = new HashSet<>();
        UnaryOperator<SimConfig> all = c -> c.withStrategy(Strategy.exhaustive(0));
        Sim.Body program =
                sim -> {
                    int failures = 0;
                    for (int i = 0; i < 3; i++) {
                        try {
                            write(sim);
                        } catch (IOException e) {
                            failures++;
                        }
                    }
                    failed.add(failures);
                };

        explore(all, program);
        assertThat(failed).containsExactlyInAnyOrder(0, 1);
        explore(c -> all.apply(c).withMostFaults(2), program);
        assertThat(failed).containsExactlyInAnyOrder(0, 1, 2);
    }

    private static void write(Sim sim) throws IOException {
        if (sim.fails("disk is full")) {
            throw new IOException("disk is full");
        }
    }

    @Test
    void faultOfOnesOwn_isReplayed() throws Exception {
        Fault grumble =
                Fault.of(
                        "grumble",
                        moment -> {
                            if (moment.choose(3) == 2) {
                                throw new IllegalStateException(moment.running() + " grumbles");
                            }
                        });
        Sim.Body program =
                sim -> sim.run(nursery -> nursery.spawn("grumpy", () -> new SharedInt().set(1)));
        SimResult result =
                explore(
                        c ->
                                c.withFaults(grumble)
                                        .withStrategy(Strategy.random())
                                        .withShrinks(false)
                                        .withSchedules(1_000),
                        program);

        SimFailure failure = result.failure().orElseThrow();
        assertThat(failure.summary()).contains("'grumpy' grumbles");
        SimReplay replay =
                Sim.replay(
                        SimConfig.defaults().withFaults(grumble).withFiles(files),
                        failure.trace().orElseThrow(),
                        program);
        assertThat(replay.divergence()).isEmpty();
        assertThat(replay.result().isGreen()).isFalse();
    }

    @Test
    void faults_whereNothingCanFail_doNotStrike() throws Exception {
        for (Strategy strategy : List.of(Strategy.random(), Strategy.exhaustive(1))) {
            explore(
                            c ->
                                    c.withFaults(Fault.failTask())
                                            .withStrategy(strategy)
                                            .withMostFaults(2)
                                            .withSchedules(500),
                            sim -> {
                                Mutex mutex = Mutex.unlocked();
                                var lock = new SharedLock();
                                for (int i = 0; i < 3; i++) {
                                    sim.scheduler()
                                            .root()
                                            .spawn(
                                                    () -> {
                                                        try (var _ = mutex.lock()) {
                                                            Sim.point();
                                                        }
                                                        lock.lock();
                                                        try {
                                                            Sim.point();
                                                        } finally {
                                                            lock.unlock();
                                                        }
                                                    });
                                }
                            })
                    .throwIfFailed();
        }
    }

    @Test
    void faults_strikeWhereATaskYieldsToAnother() throws Exception {
        Set<Boolean> ended = new HashSet<>();
        explore(
                c -> c.withFaults(Fault.failTask()).withStrategy(Strategy.exhaustive(0)),
                sim -> {
                    Task<?> yields = sim.scheduler().root().spawn(() -> Stint.yield());
                    sim.scheduler().root().spawn(() -> {});
                    ended.add(yields.awaitOutcome() instanceof Outcome.Success<?>);
                });

        assertThat(ended).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void faultThatWaits_isToldThatItMayNot() throws Exception {
        var channel = Channel.<Integer>rendezvous();
        Fault waits =
                Fault.of(
                        "waits",
                        moment -> {
                            try {
                                channel.receive();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        SimResult result =
                explore(
                        c ->
                                c.withFaults(waits)
                                        .withStrategy(Strategy.exhaustive(0))
                                        .withShrinks(false),
                        sim ->
                                sim.run(
                                        nursery -> {
                                            nursery.spawn(Sim::point);
                                            nursery.spawn(Sim::point);
                                        }));

        assertThat(result.failure().orElseThrow().summary()).contains("cannot wait here");
    }

    @Test
    void jumpClock_whileOthersCanRun_losesNobody() throws Exception {
        for (Strategy strategy :
                List.of(Strategy.random(), Strategy.pct(3), Strategy.exhaustive(1))) {
            explore(
                            c ->
                                    c.withFaults(Fault.jumpClock(Duration.ofSeconds(1)))
                                            .withStrategy(strategy)
                                            .withMostFaults(3)
                                            .withTwice(true)
                                            .withSchedules(500),
                            sim -> {
                                var ran = new SharedInt();
                                sim.run(
                                        nursery -> {
                                            nursery.spawn(
                                                    () -> {
                                                        Stint.sleep(Duration.ofMillis(1));
                                                        ran.incrementAndGet();
                                                    });
                                            for (int i = 0; i < 2; i++) {
                                                nursery.spawn(
                                                        () -> {
                                                            Sim.point();
                                                            Sim.point();
                                                            ran.incrementAndGet();
                                                        });
                                            }
                                        });
                                assertThat(ran.get()).isEqualTo(3);
                            })
                    .throwIfFailed();
        }
    }

    @Test
    void slowWorker_othersGoOnMeanwhile() throws Exception {
        Set<List<String>> orders = new HashSet<>();
        explore(
                c ->
                        c.withFaults(Fault.slowWorker(50))
                                .withWorkers(2)
                                .withStrategy(Strategy.exhaustive(0)),
                sim -> {
                    List<String> order = new ArrayList<>();
                    sim.run(
                            nursery -> {
                                for (String name : List.of("a", "b")) {
                                    nursery.spawn(
                                            () -> {
                                                for (int i = 0; i < 3; i++) {
                                                    Sim.point();
                                                    order.add(name);
                                                }
                                            });
                                }
                            });
                    orders.add(order);
                });

        // Without a preemption a task is left in its middle only if its worker is stuck.
        assertThat(orders)
                .contains(List.of("a", "a", "a", "b", "b", "b"))
                .contains(List.of("a", "b", "b", "b", "a", "a"));
    }

    @Test
    void faultOfAWorker_namedOnlyInTheRun_isRefused() throws Exception {
        SimResult result =
                explore(
                        c -> c.withStrategy(Strategy.exhaustive(0)).withShrinks(false),
                        sim -> {
                            sim.mayHappen(Fault.killWorker());
                            sim.run(nursery -> nursery.spawn(Sim::point));
                        });

        assertThat(result.failure().orElseThrow().summary()).contains("withFaults(...)");
    }

    @Test
    void faults_withBadNumbers_areRefused() {
        assertThatThrownBy(() -> Fault.slowWorker(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1 step");
        assertThatThrownBy(() -> Fault.jumpClock(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only goes on");
    }
}
