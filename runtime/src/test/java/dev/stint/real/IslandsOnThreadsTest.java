package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.event.Event;
import dev.stint.island.IslandSnapshot;
import dev.stint.island.IslandState;
import dev.stint.island.Link;
import dev.stint.island.RealtimeIsland;
import dev.stint.island.StageConfig;
import dev.stint.island.Violation;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [EVOLUTION:stage-6] [EVOLUTION:gate-islands] Realtime islands on threads. */
@Timeout(120)
class IslandsOnThreadsTest {
    private static final Duration SHORT = Duration.ofMillis(5);

    private final EventLog log = new EventLog();
    private Object kept = "";

    private Scheduler open(Cores cores) {
        return Scheduler.open(c -> c.withWorkers(2).withCores(cores).withSink(log));
    }

    private static IslandSnapshot awaitActivations(RealtimeIsland island, int many) {
        IslandSnapshot seen;
        do {
            Thread.onSpinWait();
            seen = island.snapshot();
        } while (seen.state() == IslandState.REHEARSING
                || (seen.state() == IslandState.RUNNING && seen.activations() < many));
        return seen;
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void activations_thatUseWhatWasMadeBefore_allocateNothing(Cores cores) {
        Link<float[]> raw = Link.of("raw", 2, () -> new float[256]);
        try (var scheduler = open(cores)) {
            RealtimeIsland island =
                    scheduler.openIsland(
                            i ->
                                    i.withPeriod(SHORT)
                                            .withStage(
                                                    StageConfig.of(
                                                                    "source",
                                                                    Duration.ofMillis(1),
                                                                    n -> fill(raw, n))
                                                            .withWrites(raw))
                                            .withStage(
                                                    StageConfig.of(
                                                                    "sink",
                                                                    Duration.ofMillis(1),
                                                                    n -> {
                                                                        raw.next();
                                                                        raw.release();
                                                                    })
                                                            .withReads(raw)));
            IslandSnapshot seen = awaitActivations(island, 60);
            island.close();

            assertThat(seen.measured()).isPositive();
            assertThat(seen.worstBytes()).isZero();
            assertThat(seen.allocations()).isZero();
            assertThat(seen.blocks()).isZero();
            assertThat(island.snapshot().state()).isEqualTo(IslandState.CLOSED);
        }
    }

    private static void fill(Link<float[]> raw, long number) {
        float[] samples = raw.slot();
        for (int i = 0; i < samples.length; i++) {
            samples[i] = number + i;
        }
        raw.publish();
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void allocation_overTheReservation_isCountedAndTold(Cores cores) {
        try (var scheduler = open(cores)) {
            RealtimeIsland island =
                    scheduler.openIsland(
                            i ->
                                    i.withName("greedy")
                                            .withPeriod(SHORT)
                                            .withMemory(4_096)
                                            .withStage(
                                                    StageConfig.of(
                                                            "only",
                                                            Duration.ofMillis(1),
                                                            n ->
                                                                    kept =
                                                                            new byte
                                                                                    [n % 2 == 0
                                                                                            ? 64
                                                                                            : 40_000])));
            IslandSnapshot seen = awaitActivations(island, 40);
            island.close();

            assertThat(kept).isNotNull();
            assertThat(seen.measured()).isPositive();
            assertThat(seen.allocations()).isBetween(1L, seen.activations() / 2 + 1);
            assertThat(seen.worstBytes()).isBetween(40_000L, 80_000L);
            List<Event.IslandViolated> told =
                    log.all(Event.IslandViolated.class).stream()
                            .filter(e -> e.what() == Violation.ALLOCATED)
                            .toList();
            assertThat(told).isNotEmpty().allMatch(e -> e.activation() % 2 == 1);
            assertThat(told).allMatch(e -> e.measured() >= 40_000 && e.allowed() == 4_096);
        }
    }

    /** Tasks that never end, and never look around, have the other worker. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void island_besideHogs_goesOn(Cores cores) throws Exception {
        var stop = new AtomicBoolean();
        try (var scheduler = open(cores)) {
            var hogs = new ArrayList<Task<?>>();
            RealtimeIsland island =
                    scheduler.openIsland(
                            i ->
                                    i.withPeriod(SHORT)
                                            .withStage(
                                                    StageConfig.of(
                                                            "only",
                                                            Duration.ofMillis(1),
                                                            n -> {})));
            awaitActivations(island, 1);
            for (int i = 0; i < 4; i++) {
                hogs.add(scheduler.root().spawn(() -> spin(stop)));
            }
            IslandSnapshot seen = awaitActivations(island, 60);
            stop.set(true);
            for (Task<?> hog : hogs) {
                hog.await();
            }
            island.close();

            assertThat(seen.activations()).isGreaterThanOrEqualTo(60);
            assertThat(seen.state()).isEqualTo(IslandState.RUNNING);
        }
    }

    private static void spin(AtomicBoolean stop) throws InterruptedException {
        while (!stop.get()) {
            Stint.checkpoint(100);
        }
    }
}
