package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.config.Profile;
import dev.stint.error.SupervisorFailedException;
import dev.stint.supervisor.ChildSpec;
import dev.stint.supervisor.Decision;
import dev.stint.supervisor.Restart;
import dev.stint.supervisor.Strategy;
import dev.stint.supervisor.Supervisor;
import dev.stint.task.Action;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Supervisors under many schedules and on a clock that can be looked at. */
@Timeout(240)
class SupervisorTest {
    private static Replay cluster(Cores cores, int workers) {
        return Replay.with(cores, workers).and(c -> c.withProfile(Profile.CLUSTER));
    }

    private static long seconds() {
        return Duration.ofNanos(Stint.nanoTime()).toSeconds();
    }

    // ---- time

    @Test
    void backoff_doublesUpToTheMost_andForgetsAfterThePeriod() {
        cluster(Cores.VIRTUAL, 2)
                .twice(
                        1,
                        scheduler -> {
                            List<Long> starts = new ArrayList<>();
                            Action child =
                                    () -> {
                                        starts.add(seconds());
                                        if (starts.size() == 6) {
                                            Stint.sleep(Duration.ofHours(1));
                                        }
                                        if (starts.size() < 8) {
                                            throw new IOException();
                                        }
                                    };
                            scheduler.run(
                                    () ->
                                            Stint.supervise(
                                                    s ->
                                                            s.withIntensity(9, Duration.ofHours(1))
                                                                    .withBackoff(
                                                                            Duration.ofSeconds(1),
                                                                            Duration.ofSeconds(5))
                                                                    .withChild(
                                                                            ChildSpec.of("c", child)
                                                                                    .withRestart(
                                                                                            Restart
                                                                                                    .TRANSIENT))));
                            assertThat(starts)
                                    .containsExactly(0L, 1L, 3L, 7L, 12L, 17L, 3618L, 3620L);
                        });
    }

    @Test
    void intensity_countsWithinThePeriodOnly() {
        cluster(Cores.VIRTUAL, 1)
                .twice(
                        1,
                        scheduler -> {
                            var starts = new AtomicInteger();
                            // Every 4 s: two within 5 s.
                            scheduler.run(
                                    () ->
                                            Stint.supervise(
                                                    s ->
                                                            s.withIntensity(
                                                                            2,
                                                                            Duration.ofSeconds(5))
                                                                    .withChild(
                                                                            ChildSpec.of(
                                                                                            "c",
                                                                                            () ->
                                                                                                    every4Seconds(
                                                                                                            starts))
                                                                                    .withRestart(
                                                                                            Restart
                                                                                                    .TRANSIENT))));
                            assertThat(starts.get()).isEqualTo(20);
                        });
    }

    private static void every4Seconds(AtomicInteger starts) throws Exception {
        Stint.sleep(Duration.ofSeconds(4));
        if (starts.incrementAndGet() < 20) {
            throw new IOException();
        }
    }

    // ---- any schedule

    /** What must hold of a log of starts (+) and ends (-) of children a, b, c. */
    private static void checkLog(List<String> log) {
        List<String> alive = new ArrayList<>();
        for (String line : log) {
            String name = line.substring(1);
            if (line.startsWith("+")) {
                assertThat(alive).as("started twice: %s", log).doesNotContain(name);
                alive.add(name);
            } else {
                assertThat(alive).as("ended twice: %s", log).contains(name);
                alive.remove(name);
            }
        }
        assertThat(alive).as("left: %s", log).isEmpty();
    }

    private static Action flaky(List<String> log, String name, AtomicInteger failures) {
        return () -> {
            log.add("+" + name);
            try {
                Stint.yield();
                Stint.sleep(Duration.ofMillis(1));
                if (failures.getAndDecrement() > 0) {
                    throw new IOException(name);
                }
                Stint.sleep(Duration.ofHours(1));
            } finally {
                Stint.shielded(Stint::yield);
                log.add("-" + name);
            }
        };
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void failuresAtOnce_anySchedule_neverTwoOfAKind(Strategy strategy) {
        for (Cores cores : Cores.values()) {
            Set<Long> hashes =
                    cluster(cores, 3)
                            .seeds(1, 60, scheduler -> failuresAtOnce(scheduler, strategy));
            assertThat(hashes).hasSizeGreaterThan(30);
        }
    }

    private static void failuresAtOnce(Scheduler scheduler, Strategy strategy) throws Exception {
        List<String> log = new ArrayList<>();
        var failures = new AtomicInteger(6);
        Supervisor supervisor =
                scheduler.supervise(
                        s ->
                                s.withStrategy(strategy)
                                        .withIntensity(100, Duration.ofHours(1))
                                        .withChild("a", flaky(log, "a", failures))
                                        .withChild("b", flaky(log, "b", failures))
                                        .withChild("c", flaky(log, "c", failures)));
        scheduler.run(() -> Stint.sleep(Duration.ofMinutes(1)));
        assertThat(failures.get()).isNegative();
        assertThat(log).hasSizeGreaterThan(12);
        supervisor.close();
        checkLog(log);
        assertThat(log.subList(log.size() - 3, log.size())).containsExactly("-c", "-b", "-a");
        assertThat(scheduler.tenant().ledger().held()).isEqualTo(Budget.ZERO);
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void shutdownAtAnyMoment_leavesNothing(Cores cores) {
        cluster(cores, 3)
                .seeds(
                        1,
                        100,
                        scheduler -> {
                            List<String> log = new ArrayList<>();
                            var failures = new AtomicInteger(20);
                            Supervisor supervisor =
                                    scheduler.supervise(
                                            s ->
                                                    s.withStrategy(Strategy.ONE_FOR_ALL)
                                                            .withIntensity(100, Duration.ofHours(1))
                                                            .withChild(
                                                                    "a", flaky(log, "a", failures))
                                                            .withChild(
                                                                    ChildSpec.of(
                                                                                    "n",
                                                                                    () ->
                                                                                            nested(
                                                                                                    log,
                                                                                                    failures))
                                                                            .withBudget(
                                                                                    Budget.DEFAULT
                                                                                            .withSpawns(
                                                                                                    200))));
                            scheduler.run(
                                    () -> {
                                        for (int i = 0; i < 12; i++) {
                                            Stint.yield();
                                        }
                                    });
                            supervisor.close();
                            checkLog(log);
                        });
    }

    private static void nested(List<String> log, AtomicInteger failures)
            throws InterruptedException {
        Stint.supervise(
                s ->
                        s.withName("nested")
                                .withIntensity(100, Duration.ofHours(1))
                                .withChild("b", flaky(log, "b", failures))
                                .withChild("c", flaky(log, "c", failures)));
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void billsAndEnds_anySchedule_allPaidOrFailed(Cores cores) {
        cluster(cores, 3)
                .seeds(
                        1,
                        80,
                        scheduler -> {
                            var ended = new AtomicInteger();
                            var refused = new AtomicInteger();
                            scheduler.run(
                                    () ->
                                            Stint.supervise(
                                                    s -> {
                                                        var all =
                                                                s.withOnBill(
                                                                        bill ->
                                                                                decide(
                                                                                        bill
                                                                                                .debtorId(),
                                                                                        refused));
                                                        for (int i = 0; i < 5; i++) {
                                                            all =
                                                                    all.withChild(
                                                                            worker("w" + i, ended));
                                                        }
                                                        return all;
                                                    }));
                            assertThat(ended.get() + refused.get()).isEqualTo(5);
                            assertThat(scheduler.tenant().ledger().held()).isEqualTo(Budget.ZERO);
                            assertThat(scheduler.tenant().ledger().isBalanced()).isTrue();
                        });
    }

    private static Decision decide(long debtor, AtomicInteger refused) {
        if (debtor % 2 == 0) {
            refused.incrementAndGet();
            return Decision.fail();
        }
        return Decision.recharge(Budget.ofOps(40));
    }

    private static ChildSpec worker(String name, AtomicInteger ended) {
        return ChildSpec.of(
                        name,
                        () -> {
                            for (int i = 0; i < 100; i++) {
                                Stint.checkpoint();
                            }
                            ended.incrementAndGet();
                        })
                .withBudget(Budget.ofOps(30))
                .withRestart(Restart.TEMPORARY);
    }

    @Test
    void givingUp_anySchedule_endsAllChildrenFirst() {
        cluster(Cores.VIRTUAL, 3)
                .seeds(
                        1,
                        60,
                        scheduler -> {
                            List<String> log = new ArrayList<>();
                            assertThatThrownBy(
                                            () ->
                                                    scheduler.run(
                                                            () ->
                                                                    Stint.supervise(
                                                                            s ->
                                                                                    s.withIntensity(
                                                                                                    2,
                                                                                                    Duration
                                                                                                            .ofHours(
                                                                                                                    1))
                                                                                            .withChild(
                                                                                                    "a",
                                                                                                    flaky(
                                                                                                            log,
                                                                                                            "a",
                                                                                                            new AtomicInteger(
                                                                                                                    5)))
                                                                                            .withChild(
                                                                                                    "b",
                                                                                                    flaky(
                                                                                                            log,
                                                                                                            "b",
                                                                                                            new AtomicInteger())))))
                                    .hasCauseInstanceOf(SupervisorFailedException.class);
                            checkLog(log);
                        });
    }
}
