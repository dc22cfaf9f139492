package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.config.Profile;
import dev.stint.config.SchedulerConfig;
import dev.stint.config.SysmonConfig;
import dev.stint.event.Event;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [SCHED:16.2] A timer ends slices on threads, where no other worker could help. */
@Timeout(60)
class RealtimeOnThreadsTest {
    private static final Duration FOREVER = Duration.ofSeconds(1); // as slices go

    private static SchedulerConfig alone(SchedulerConfig c) {
        return c.withProfile(Profile.REALTIME)
                .withWorkers(1)
                .withSysmon(
                        SysmonConfig.defaults()
                                .withStallAfter(Duration.ofSeconds(50))
                                .withMaxTemporary(0));
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void endlessTask_besideAnother_givesWay(Cores cores) throws Exception {
        var ended = new AtomicBoolean();
        try (var scheduler = Scheduler.open(c -> alone(c).withCores(cores))) {
            Task<?> hog =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        while (!ended.get()) {
                                            Stint.checkpoint(1);
                                        }
                                    });
            scheduler.root().spawn(() -> ended.set(true)).await();
            hog.await();
            assertThat(hog.usage().preemptions()).isPositive();
        }
    }

    /** Ten times as much as fits into a slice by count, while somebody waits all the time. */
    @Test
    void operations_asManyAsYouLike_endNoSlice() throws Exception {
        try (var scheduler = Scheduler.open(c -> alone(c).withSliceTime(FOREVER))) {
            try (Nursery nursery = scheduler.nursery()) {
                Task<?> hog = nursery.spawn("hog", RealtimeOnThreadsTest::countMany);
                Task<?> other = nursery.spawn("other", RealtimeOnThreadsTest::countMany);
                hog.await();
                other.await();
                assertThat(hog.usage().preemptions() + other.usage().preemptions()).isZero();
            }
        }
    }

    private static void countMany() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            Stint.checkpoint(1_000_000);
        }
    }

    /** Nobody else is there, so it goes on; and it is on the spot when somebody comes. */
    @Test
    void loneTask_isLeftAlone() throws Exception {
        var ended = new AtomicBoolean();
        var told = new CountDownLatch(1);
        try (var scheduler = Scheduler.open(RealtimeOnThreadsTest::alone)) {
            Task<?> hog =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        long until = System.nanoTime() + 20_000_000;
                                        while (System.nanoTime() < until) {
                                            Stint.checkpoint(1);
                                        }
                                        told.countDown();
                                        while (!ended.get()) {
                                            Stint.checkpoint(1);
                                        }
                                    });
            told.await();
            assertThat(hog.usage().preemptions()).isZero();
            scheduler.root().spawn(() -> ended.set(true)).await();
            hog.await();
        }
    }

    /** Its timer is the busy worker's own, and nobody else fires it. */
    @Test
    void sleeper_besideAnEndlessTask_wakesUp() throws Exception {
        var ended = new AtomicBoolean();
        try (var scheduler =
                Scheduler.open(
                        c ->
                                alone(c).withSysmon(
                                                SysmonConfig.defaults()
                                                        .withStallAfter(Duration.ofSeconds(50))
                                                        .withScaleInterval(Duration.ofSeconds(50))
                                                        .withReportAfter(Duration.ofSeconds(50))
                                                        .withTemporaryIdle(Duration.ofSeconds(50))
                                                        .withPeriod(Duration.ofSeconds(50))))) {
            Task<?> sleeper =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        for (int i = 0; i < 5; i++) {
                                            Stint.sleep(Duration.ofMillis(1));
                                        }
                                        ended.set(true);
                                    });
            scheduler
                    .root()
                    .spawn(
                            () -> {
                                while (!ended.get()) {
                                    Stint.checkpoint(1);
                                }
                            });
            sleeper.await();
        }
    }

    /** No task of theirs lasts a slice; their turns do. */
    @Test
    void tenantsOfShortTasks_takeTurns() throws Exception {
        var ended = new AtomicBoolean();
        try (var scheduler = Scheduler.open(RealtimeOnThreadsTest::alone)) {
            Tenant one = scheduler.openTenant(t -> t.withName("one"));
            Tenant other = scheduler.openTenant(t -> t.withName("other"));
            var ones = new AtomicInteger();
            var others = new AtomicInteger();
            startNext(one, ones, ended);
            awaitMore(ones);
            startNext(other, others, ended);
            awaitMore(others);
            for (int i = 0; i < 5; i++) {
                awaitMore(ones);
                awaitMore(others);
            }
            ended.set(true);
            one.close();
            other.close();
        }
    }

    private static void awaitMore(AtomicInteger counter) {
        int before = counter.get();
        while (counter.get() == before) {
            Thread.onSpinWait();
        }
    }

    private static void startNext(Tenant in, AtomicInteger counter, AtomicBoolean ended) {
        in.root()
                .spawn(
                        () -> {
                            counter.incrementAndGet();
                            if (!ended.get()) {
                                startNext(in, counter, ended);
                            }
                        });
    }

    @Test
    void sliceEnded_isTold_withTheTaskAndHowLate() throws Exception {
        var told = new ConcurrentLinkedQueue<Event.SliceEnded>();
        var ended = new AtomicBoolean();
        var turns = new AtomicInteger();
        try (var scheduler =
                Scheduler.open(
                        c ->
                                alone(c).withSink(
                                                event -> {
                                                    if (event instanceof Event.SliceEnded end) {
                                                        told.add(end);
                                                    }
                                                }))) {
            List<Task<?>> hogs;
            try (Nursery nursery = scheduler.nursery()) {
                hogs =
                        List.of(
                                nursery.spawn(() -> spin(turns, ended)),
                                nursery.spawn(() -> spin(turns, ended)));
                while (told.size() < 10) {
                    Thread.onSpinWait();
                }
                ended.set(true);
            }
            assertThat(told).extracting(Event.SliceEnded::worker).containsOnly(0);
            assertThat(told)
                    .extracting(Event.SliceEnded::task)
                    .contains(hogs.get(0).id(), hogs.get(1).id());
            assertThat(told)
                    .extracting(Event.SliceEnded::late)
                    .allMatch(late -> !late.isNegative() && late.toSeconds() < 10);
            assertThat(told).allMatch(end -> end.lasted().minus(end.late()).toNanos() >= 1_000_000);
            long given = hogs.stream().mapToLong(each -> each.usage().preemptions()).sum();
            assertThat(given).isGreaterThanOrEqualTo(10);
        }
    }

    private static void spin(AtomicInteger turns, AtomicBoolean ended) throws Exception {
        turns.incrementAndGet();
        while (!ended.get()) {
            Stint.checkpoint(1);
        }
    }

    /** The timer rests with the workers, and wakes with them. */
    @Test
    void timer_afterARest_strikesAgain() throws Exception {
        try (var scheduler = Scheduler.open(RealtimeOnThreadsTest::alone)) {
            for (int i = 0; i < 5; i++) {
                var ended = new AtomicBoolean();
                Task<?> hog = scheduler.root().spawn(() -> spin(new AtomicInteger(), ended));
                scheduler.root().spawn(() -> ended.set(true)).await();
                hog.await();
                Thread timer = timer();
                while (timer.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static Thread timer() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("stint-stint-timer"))
                .findAny()
                .orElseThrow(() -> new AssertionError("no timer"));
    }
}
