package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.event.Event;
import dev.stint.island.IslandConfig;
import dev.stint.island.IslandOverrun;
import dev.stint.island.IslandState;
import dev.stint.island.Link;
import dev.stint.island.RealtimeIsland;
import dev.stint.island.Stage;
import dev.stint.island.StageConfig;
import dev.stint.island.Violation;
import dev.stint.lease.LeaseEnd;
import dev.stint.lease.LeaseState;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [EVOLUTION:stage-6] [EVOLUTION:gate-islands] Realtime islands in runs that a seed decides: who is
 * admitted, in which order the stages run, and what happens to those that overrun.
 */
@Timeout(120)
class IslandsTest {
    private static final Duration PERIOD = Duration.ofMillis(10);
    private static final Duration MILLI = Duration.ofMillis(1);

    private static void work(long operations) throws InterruptedException {
        for (long done = 0; done < operations; done += 500) {
            Stint.checkpoint(500);
        }
    }

    private static RealtimeIsland island(
            Scheduler scheduler, Stage stage, UnaryOperator<IslandConfig> more) {
        return scheduler.openIsland(
                i ->
                        more.apply(
                                i.withName("loop")
                                        .withPeriod(PERIOD)
                                        .withDeadline(Duration.ofMillis(5))
                                        .withRehearsals(0)
                                        .withStage(StageConfig.of("only", MILLI, stage))));
    }

    private static void pass(Scheduler scheduler, Duration time) throws Exception {
        scheduler.run(() -> Stint.sleep(time));
    }

    // ---- the graph runs, in order, once in each period

    @Test
    void stages_inAnyOrder_runAfterThoseTheyReadFrom() throws Exception {
        Link<int[]> raw = Link.of("raw", 2, () -> new int[1]);
        Link<int[]> left = Link.of("left", 2, () -> new int[1]);
        Link<int[]> mixed = Link.of("mixed", 2, () -> new int[1]);
        var heard = new ArrayList<Integer>();
        Stage sink =
                n -> {
                    heard.add(mixed.next()[0]);
                    mixed.release();
                };
        Stage filter = n -> pass(raw, left, 10);
        Stage mixer = n -> pass(left, mixed, 1);
        Stage source =
                n -> {
                    raw.slot()[0] = (int) n;
                    raw.publish();
                };
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(1))) {
            RealtimeIsland island =
                    scheduler.openIsland(
                            i ->
                                    i.withStage(
                                                    StageConfig.of("sink", MILLI, sink)
                                                            .withReads(mixed))
                                            .withStage(
                                                    StageConfig.of("mixer", MILLI, mixer)
                                                            .withReads(left)
                                                            .withWrites(mixed))
                                            .withStage(
                                                    StageConfig.of("filter", MILLI, filter)
                                                            .withReads(raw)
                                                            .withWrites(left))
                                            .withStage(
                                                    StageConfig.of("source", MILLI, source)
                                                            .withWrites(raw)));
            pass(scheduler, PERIOD.multipliedBy(3).plus(MILLI));

            assertThat(island.snapshot().order())
                    .containsExactly("source", "filter", "mixer", "sink");
            assertThat(heard).startsWith(-39, -29, -19, -9, 1, 11); // four rehearsals, then from 0
            assertThat(island.snapshot().activations()).isBetween(2L, 3L);
            island.close();
            assertThat(island.snapshot().state()).isEqualTo(IslandState.CLOSED);
        }
    }

    private static void pass(Link<int[]> from, Link<int[]> to, int more) {
        to.slot()[0] = more == 10 ? from.next()[0] * more : from.next()[0] + more;
        from.release();
        to.publish();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void island_besideHogsForAMinute_missesNothing(boolean leased) {
        Replay.with(Cores.BARE, 2)
                .twice(
                        7,
                        scheduler -> {
                            Tenant hogs = scheduler.openTenant(t -> t.withName("hogs"));
                            for (int i = 0; i < 3; i++) {
                                int nth = i;
                                hogs.root().spawn(() -> hog(nth));
                            }
                            RealtimeIsland island =
                                    island(scheduler, n -> work(20_000), i -> i.withLeased(leased));
                            pass(scheduler, Duration.ofSeconds(60).plus(PERIOD));

                            var seen = island.snapshot();
                            assertThat(seen.state()).isEqualTo(IslandState.RUNNING);
                            assertThat(seen.activations()).isBetween(5_998L, 6_001L);
                            assertThat(seen.misses()).isZero();
                            assertThat(seen.overruns()).isZero();
                            assertThat(seen.blocks()).isZero();
                            assertThat(seen.skipped()).isZero();
                            island.close();
                            hogs.close();
                        });
    }

    private static void hog(int nth) throws InterruptedException {
        while (true) {
            work(30_000);
            Stint.sleep(MILLI.multipliedBy(5 + nth));
        }
    }

    // ---- admission fails closed

    @Test
    void open_ofWhatDoesNotFitItsPeriod_isRefusedWithTheSum() {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(3).withSeed(1))) {
            assertThatThrownBy(
                            () ->
                                    scheduler.openIsland(
                                            i ->
                                                    i.withName("sound")
                                                            .withPeriod(PERIOD)
                                                            .withStage(idle("a", 6))
                                                            .withStage(idle("b", 5))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("island 'sound' does not fit")
                    .hasMessageContaining("a 6000000 + b 5000000 = 11000000 ns")
                    .hasMessageContaining("within 10000000 ns");
            assertThatThrownBy(
                            () ->
                                    scheduler.openIsland(
                                            i ->
                                                    i.withDeadline(PERIOD.multipliedBy(2))
                                                            .withStage(idle("a", 6))))
                    .hasMessageContaining("longer than its period");
            assertNothingIsLeft(scheduler);
        }
    }

    private static StageConfig idle(String name, int millis) {
        return StageConfig.of(name, Duration.ofMillis(millis), n -> {});
    }

    private static void assertNothingIsLeft(Scheduler scheduler) {
        assertThat(scheduler.snapshot().tenants()).hasSize(1);
        Tenant probe = scheduler.openTenant(t -> t.withName("probe"));
        scheduler.openLease(probe, l -> l.withWorkers(scheduler.config().workers() - 1)).close();
        scheduler.openContext(c -> c.withTime(Duration.ofMillis(7))).close();
        probe.close();
    }

    @Test
    void open_withoutRoomForContextOrLease_isRefusedAndLeavesNothing() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1).withSeed(1))) {
            assertThatThrownBy(() -> scheduler.openIsland(i -> i.withStage(idle("a", 1))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("island 'island' does not fit")
                    .hasMessageContaining("which would leave 0");
            assertThatThrownBy(
                            () ->
                                    scheduler.openIsland(
                                            i -> i.withLeased(false).withStage(idle("a", 8))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("= 0.800 of a worker")
                    .hasMessageContaining("0.750 of 1 workers");
            assertThat(scheduler.snapshot().tenants()).hasSize(1);
        }
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(1))) {
            assertThatThrownBy(() -> scheduler.openIsland(i -> i.withStage(idle("a", 8))))
                    .hasMessageContaining("0.750 of 1 workers");
            pass(scheduler, MILLI);
            assertNothingIsLeft(scheduler);
        }
    }

    @Test
    void open_ofWhatIsNoGraph_isRefused() {
        Link<int[]> one = Link.of("one", 1, () -> new int[1]);
        Link<int[]> two = Link.of("two", 1, () -> new int[1]);
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(1))) {
            assertThatThrownBy(() -> scheduler.openIsland(i -> i))
                    .hasMessageContaining("it has no stages");
            assertThatThrownBy(
                            () ->
                                    scheduler.openIsland(
                                            i ->
                                                    i.withStage(
                                                                    idle("a", 1)
                                                                            .withReads(one)
                                                                            .withWrites(two))
                                                            .withStage(
                                                                    idle("b", 1)
                                                                            .withReads(two)
                                                                            .withWrites(one))))
                    .hasMessageContaining("the stages [a, b] wait for each other");
            assertThatThrownBy(
                            () ->
                                    scheduler.openIsland(
                                            i ->
                                                    i.withStage(idle("a", 1).withWrites(one))
                                                            .withStage(
                                                                    idle("b", 1).withWrites(one))))
                    .hasMessageContaining("link 'one' is written by both 'a' and 'b'");
            assertThatThrownBy(
                            () ->
                                    scheduler.openIsland(
                                            i -> i.withStage(idle("a", 1)).withStage(idle("a", 1))))
                    .hasMessageContaining("two stages have the name 'a'");
            assertNothingIsLeft(scheduler);
        }
    }

    // ---- what an activation may not do

    @ParameterizedTest
    @EnumSource(IslandOverrun.class)
    void overrun_isHeldBackCountedToldAndDealtWith(IslandOverrun policy) throws Exception {
        var events = new ArrayList<Event>();
        try (var scheduler =
                Scheduler.open(c -> c.withWorkers(2).withSeed(3).withSink(events::add))) {
            // It may use 110,000 operations in a period; the third activation wants 250,000.
            RealtimeIsland island =
                    island(
                            scheduler,
                            n -> work(n == 2 ? 250_000 : 1_000),
                            i -> i.withOverrun(policy));
            pass(scheduler, PERIOD.multipliedBy(10));

            var seen = island.snapshot();
            assertThat(seen.overruns()).isOne();
            assertThat(seen.misses()).isPositive();
            assertThat(seen.worstResponse()).isBetween(PERIOD, PERIOD.multipliedBy(3));
            assertThat(seen.worstLateness())
                    .isEqualTo(seen.worstResponse().minus(Duration.ofMillis(5)));
            assertThat(events)
                    .filteredOn(
                            e ->
                                    e instanceof Event.IslandViolated v
                                            && v.what() == Violation.OVERRUN
                                            && v.activation() == 2)
                    .hasSize(1);
            switch (policy) {
                case SKIP -> {
                    assertThat(seen.skipped()).isPositive();
                    assertThat(seen.misses()).isOne();
                    assertThat(seen.activations() + seen.skipped()).isBetween(8L, 10L);
                }
                case NOTIFY -> {
                    assertThat(seen.skipped()).isZero();
                    assertThat(seen.misses()).isGreaterThan(1); // those made up are late, too
                    assertThat(seen.activations()).isBetween(8L, 10L);
                }
                case STOP -> {
                    assertThat(seen.state()).isEqualTo(IslandState.STOPPED);
                    assertThat(seen.activations()).isEqualTo(3);
                    assertThat(seen.why()).startsWith("activation 2 was");
                    assertThat(seen.lease().orElseThrow().state()).isEqualTo(LeaseState.ENDED);
                    assertThat(seen.lease().orElseThrow().end()).contains(LeaseEnd.CLOSED);
                    scheduler.openContext(c -> c.withTime(Duration.ofMillis(7))); // there is room
                }
            }
            island.close();
        }
    }

    @Test
    void waiting_inAStage_isCountedAndTold() throws Exception {
        var events = new ArrayList<Event>();
        try (var scheduler =
                Scheduler.open(c -> c.withWorkers(2).withSeed(3).withSink(events::add))) {
            RealtimeIsland island =
                    island(
                            scheduler,
                            n -> {
                                if (n == 1) {
                                    Stint.sleep(MILLI);
                                }
                            },
                            i -> i);
            pass(scheduler, PERIOD.multipliedBy(5));

            assertThat(island.snapshot().blocks()).isOne();
            assertThat(island.snapshot().misses()).isZero();
            assertThat(events)
                    .contains(new Event.IslandViolated("loop", 1, Violation.BLOCKED, 1, 0));
            island.close();
        }
    }

    @Test
    void failure_ofAStage_endsTheIslandAndGivesBackWhatItHad() throws Exception {
        var events = new ArrayList<Event>();
        try (var scheduler =
                Scheduler.open(c -> c.withWorkers(2).withSeed(3).withSink(events::add))) {
            RealtimeIsland island =
                    island(
                            scheduler,
                            n -> {
                                if (n == 1) {
                                    throw new IllegalStateException("no device");
                                }
                            },
                            i -> i);
            pass(scheduler, PERIOD.multipliedBy(5));

            var seen = island.snapshot();
            assertThat(seen.state()).isEqualTo(IslandState.FAILED);
            assertThat(seen.why()).contains("no device");
            assertThat(seen.activations()).isOne();
            assertThat(seen.lease().orElseThrow().state()).isEqualTo(LeaseState.ENDED);
            assertThat(events)
                    .contains(new Event.IslandEnded("loop", IslandState.FAILED, seen.why()));
            island.close();
        }
    }

    @Test
    void close_ofTheScheduler_endsTheIsland() throws Exception {
        var activations = new ArrayList<Long>();
        RealtimeIsland island;
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(3))) {
            island = island(scheduler, activations::add, i -> i);
            pass(scheduler, PERIOD.multipliedBy(3));
        }
        assertThat(activations).startsWith(0L, 1L);
        assertThat(island.snapshot().state()).isEqualTo(IslandState.CLOSED);
    }

    @Test
    void config_ofNonsense_isRefused() {
        IslandConfig some = IslandConfig.defaults();
        assertThatThrownBy(() -> some.withName(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> some.withMemory(-1)).hasMessageContaining("below 0");
        assertThatThrownBy(() -> some.withRehearsals(-1)).hasMessageContaining("below 0");
        assertThatThrownBy(() -> StageConfig.of("a", Duration.ZERO, n -> {}))
                .hasMessageContaining("more than nothing");
        assertThatThrownBy(() -> Link.of("a", 0, () -> List.of()))
                .hasMessageContaining("at least 1");
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(1))) {
            assertThatThrownBy(
                            () ->
                                    scheduler.openIsland(
                                            i ->
                                                    i.withLeased(false)
                                                            .withProcessor(0)
                                                            .withStage(idle("a", 1))))
                    .hasMessageContaining("names a processor and has no worker");
        }
    }
}
