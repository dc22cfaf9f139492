package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.error.GuardExceededException;
import dev.stint.error.TaskFailedException;
import dev.stint.event.Event;
import dev.stint.event.TenantSnapshot;
import dev.stint.guard.Guard;
import dev.stint.guard.GuardReading;
import dev.stint.guard.HeapLimit;
import dev.stint.guard.KeptClass;
import dev.stint.guard.KeptHeap;
import dev.stint.guard.Limits;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A limit on what a tenant keeps alive, as far as the runtime goes: the watch is the test's own.
 */
@Timeout(60)
class HeapLimitTest {
    private static final Duration FOR_EVER = Duration.ofDays(1);
    private static final long MEGABYTE = 1 << 20;

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();
    private final EventLog log = new EventLog();
    private final SetHeapWatch watch = new SetHeapWatch();

    private Scheduler open(int workers) {
        return lab.open(c -> c.withWorkers(workers).withSink(log).withHeapWatch(watch));
    }

    private static Tenant limited(Scheduler scheduler, String name) {
        return scheduler.openTenant(t -> t.withName(name).withHeapLimit(64 * MEGABYTE));
    }

    private static List<GuardReading> heapOf(List<GuardReading> guards) {
        return guards.stream().filter(r -> r.guard() == Guard.HEAP).toList();
    }

    // ---- over the limit

    @Test
    void overItsLimit_isStopped_andNoOther() throws Exception {
        Scheduler scheduler = open(2);
        try (Tenant bad = limited(scheduler, "bad");
                Tenant good = limited(scheduler, "good")) {
            Task<@Nullable Void> asleep = bad.root().spawn(() -> Stint.sleep(FOR_EVER));

            watch.watched.get(1).find(64 * MEGABYTE, 0);
            watch.watched.get(0).find(65 * MEGABYTE, 1000);

            Outcome<?> ended = lab.outcome(asleep);
            assertThat(ended).isInstanceOf(Outcome.Failure.class);
            assertThat(((Outcome.Failure<?>) ended).cause())
                    .isInstanceOf(GuardExceededException.class);
            var why = (GuardExceededException) ((Outcome.Failure<?>) ended).cause();
            assertThat(why.reading())
                    .isEqualTo(new GuardReading(Guard.HEAP, 65 * MEGABYTE, 0, 64 * MEGABYTE));
            assertThat(why.kept()).containsExactly(new KeptClass("com.acme.Page", 65 * MEGABYTE));
            assertThat(why)
                    .hasMessageContaining("'bad' was stopped by the guard of what it keeps alive")
                    .hasMessageContaining("68,157,440 bytes of com.acme.Page")
                    .hasMessageContaining("withHeapLimit");
            assertThat(bad.stoppedBy()).containsSame(why);
            assertThat(log.all(Event.GuardTripped.class))
                    .extracting(Event.GuardTripped::tenant, Event.GuardTripped::kept)
                    .containsExactly(tuple("bad", why.kept()));
            assertThat(good.stoppedBy()).isEmpty();
            assertThat(lab.join(good.root().spawn(() -> 7))).isEqualTo(7);
            assertThatThrownBy(asleep::await)
                    .isInstanceOf(TaskFailedException.class)
                    .hasCauseInstanceOf(GuardExceededException.class);
        }
    }

    /** The estimate is off by its error, and more now and then: nobody is stopped for that. */
    @Test
    void overItsLimit_byWhatMayBeChance_isNotStopped() throws Exception {
        Scheduler scheduler = open(1);
        try (Tenant tenant = limited(scheduler, "near")) {
            watch.watched.get(0).find(70 * MEGABYTE, 3 * MEGABYTE);
            lab.until("it was judged", () -> !log.all(Event.HeapWarning.class).isEmpty());

            assertThat(lab.join(tenant.root().spawn(() -> 7))).isEqualTo(7);
            assertThat(tenant.stoppedBy()).isEmpty();
        }
    }

    @Test
    void withoutALimit_whatIsKept_isShownAndStopsNobody() throws Exception {
        Scheduler scheduler = open(1);
        try (Tenant tenant = scheduler.openTenant(t -> t.withHeapLimit(Limits.UNLIMITED))) {
            watch.watched.get(0).find(Long.MAX_VALUE - 1, 0);

            assertThat(lab.join(tenant.root().spawn(() -> 7))).isEqualTo(7);
            assertThat(tenant.kept()).map(KeptHeap::bytes).contains(Long.MAX_VALUE - 1);
        }
    }

    // ---- the warning

    @Test
    void overItsWarningLevel_isTold_onceUntilItIsBelow() {
        Scheduler scheduler = open(1);
        try (Tenant tenant = limited(scheduler, "high")) {
            SetHeapWatch.Entry entry = watch.watched.get(0);
            assertThat(entry.limit).isEqualTo(HeapLimit.of(64 * MEGABYTE));

            entry.find(entry.limit.warning() + 1, 0);
            lab.until("it is warned of", () -> warnings("high").size() == 1);
            judged(scheduler, () -> entry.find(entry.limit.warning() + 2, 0));
            judged(scheduler, () -> entry.find(entry.limit.warning(), 0));
            entry.find(entry.limit.warning() + 3, 0);
            lab.until("it is warned of again", () -> warnings("high").size() == 2);

            assertThat(warnings("high"))
                    .extracting(e -> e.kept().bytes() - entry.limit.warning())
                    .containsExactly(1L, 3L);
            assertThat(warnings("high")).allMatch(e -> e.limit() == 64 * MEGABYTE);
            assertThat(tenant.stoppedBy()).isEmpty();
        }
    }

    private List<Event.HeapWarning> warnings(String tenant) {
        return log.all(Event.HeapWarning.class).stream()
                .filter(e -> e.tenant().equals(tenant))
                .toList();
    }

    /** Returns when the monitor has judged what was found: it has warned of another since. */
    private void judged(Scheduler scheduler, Runnable found) {
        try (Tenant _ = limited(scheduler, "marker")) {
            SetHeapWatch.Entry marker = watch.watched.getLast();
            found.run();
            marker.find(marker.limit.bytes(), 0);
            lab.until("the marker is warned of", () -> isWarned(marker));
        }
    }

    private boolean isWarned(SetHeapWatch.Entry marker) {
        return log.has(Event.HeapWarning.class, e -> e.kept() == marker.now);
    }

    // ---- what is shown

    @Test
    void whatItKeeps_isInReadingsAndSnapshots_whereItIsWatched() {
        Scheduler scheduler = open(1);
        try (Tenant plain = scheduler.openTenant(t -> t.withName("plain"));
                Tenant tenant = limited(scheduler, "watched")) {
            watch.watched.get(0).now = new KeptHeap(5, 1, List.of());

            assertThat(heapOf(tenant.guards()))
                    .containsExactly(new GuardReading(Guard.HEAP, 5, 0, 64 * MEGABYTE));
            assertThat(heapOf(plain.guards())).isEmpty();
            assertThat(plain.kept()).isEmpty();
            List<TenantSnapshot> shown = scheduler.snapshot().tenants();
            assertThat(shown)
                    .extracting(TenantSnapshot::name)
                    .containsExactly("lab", "plain", "watched");
            assertThat(heapOf(shown.get(2).guards())).isEqualTo(heapOf(tenant.guards()));
            assertThat(heapOf(shown.get(1).guards())).isEmpty();
        }
    }

    // ---- whose allocations they are

    /** Each task looks at the mark of its carrier between two others; there is one carrier. */
    @Test
    void mark_ofTheCarrier_isOfTheTenantWhoseTaskRuns() throws Exception {
        Scheduler scheduler = open(1);
        try (Tenant one = limited(scheduler, "one");
                Tenant two = limited(scheduler, "two");
                Tenant plain = scheduler.openTenant(t -> t.withName("plain"))) {
            List<Task<@Nullable Void>> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                all.add(one.root().spawn(() -> lookAround(watch.watched.get(0).number)));
                all.add(two.root().spawn(() -> lookAround(watch.watched.get(1).number)));
                all.add(plain.root().spawn(() -> lookAround(0)));
                all.add(scheduler.root().spawn(() -> lookAround(0)));
            }

            lab.joinAll(all);

            assertThat(watch.marks).hasSize(1);
            lab.until("nobody's when it has nothing to do", () -> markNow() == 0);
        }
    }

    private void lookAround(long number) throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            assertThat(markNow()).isEqualTo(number);
            if (i % 3 == 0) {
                Stint.sleep(Duration.ofNanos(1000));
            } else {
                Stint.yield();
            }
        }
    }

    private long markNow() {
        AtomicLong mark = watch.marks.peek();
        return mark == null ? 0 : mark.get();
    }

    // ---- who is watched

    @Test
    void tenant_whereNothingCanWatch_isNotOpened_andTheReasonIsTold() {
        watch.why = "there is no moon.";
        Scheduler scheduler = open(1);

        assertThatThrownBy(() -> limited(scheduler, "late"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("tenant 'late' cannot be opened")
                .hasMessageContaining("there is no moon.")
                .hasMessageContaining("leave out withHeapLimit(...)");
        assertThat(scheduler.snapshot().tenants()).hasSize(1);
    }

    @Test
    void tenant_withoutTheModuleNative_isNotOpened() {
        Scheduler scheduler = lab.open(1);

        assertThatThrownBy(() -> limited(scheduler, "late"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("stint-native");
    }

    @Test
    void tenant_thatCannotBeWatchedAfterAll_isForgotten() {
        watch.hasNoMemory = true;
        Scheduler scheduler = open(1);

        assertThatThrownBy(() -> limited(scheduler, "late")).isInstanceOf(OutOfMemoryError.class);
        assertThat(scheduler.snapshot().tenants()).hasSize(1);
    }

    @Test
    void tenant_thatHasEnded_isWatchedNoMore() {
        Scheduler scheduler = open(1);
        Tenant closed = limited(scheduler, "closed");
        limited(scheduler, "left"); // to the scheduler

        closed.close();
        assertThat(watch.watched).extracting(e -> e.isClosed).containsExactly(true, false);
        assertThat(closed.kept()).isEmpty();
        scheduler.close();
        assertThat(watch.watched).extracting(e -> e.isClosed).containsExactly(true, true);
    }

    @Test
    void limit_underASeed_hasNoEffect() throws Exception {
        watch.why = "it is not asked.";
        try (var scheduler = Scheduler.open(c -> c.withSeed(7).withHeapWatch(watch));
                Tenant tenant = limited(scheduler, "seeded")) {
            assertThat(tenant.root().spawn(() -> 7).await()).isEqualTo(7);
            assertThat(tenant.kept()).isEmpty();
            assertThat(watch.watched).isEmpty();
            assertThat(watch.marks).isEmpty();
        }
    }

    @Test
    void limit_thatCannotBeKept_isRefused() {
        assertThatThrownBy(() -> HeapLimit.of(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HeapLimit(10, 11))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("10")
                .hasMessageContaining("11");
    }
}
