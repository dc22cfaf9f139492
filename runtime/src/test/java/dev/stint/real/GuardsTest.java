package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.channel.Channel;
import dev.stint.config.SysmonConfig;
import dev.stint.error.GuardExceededException;
import dev.stint.error.TaskFailedException;
import dev.stint.event.Event;
import dev.stint.guard.Guard;
import dev.stint.guard.GuardReading;
import dev.stint.guard.Limits;
import dev.stint.nursery.CancelReason;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tenants that use what nobody charges, and what stops them. */
@Timeout(60)
class GuardsTest {
    private static final Budget MEGABYTE = Budget.UNLIMITED.withMemory(1 << 20);

    private static final Duration FOR_EVER = Duration.ofDays(1);
    private static final Budget PLENTY = Budget.UNLIMITED.withSpawns(0);

    /** Where a tenant that nobody stops ends, so that the test fails and the JVM does not. */
    private static final long FAR_TOO_MUCH = 16L << 30;

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();
    private final EventLog log = new EventLog();
    private final SetReadings readings = new SetReadings();
    private final AtomicBoolean hasBegun = new AtomicBoolean();
    private final AtomicBoolean isOver = new AtomicBoolean();

    @SuppressWarnings("UnusedVariable") // so that the compiler does not leave out what is made
    private volatile byte @Nullable [] last;

    /** What a test does last, whatever happens. */
    @FunctionalInterface
    private interface End extends AutoCloseable {
        @Override
        void close();
    }

    /** Closed before the tenants are: whatever still runs is let go, so that a failure shows. */
    private End letGo() {
        return () -> isOver.set(true);
    }

    /** What has no price: each call allocates, and pays an operation. */
    private long allocateForEver() throws InterruptedException {
        long sum = 0;
        while (sum < FAR_TOO_MUCH && !isOver.get()) {
            last = new byte[1 << 16];
            sum += 1 << 16;
            Stint.checkpoint();
        }
        return sum;
    }

    private static GuardReading reading(Tenant tenant, Guard guard) {
        return tenant.guards().stream().filter(r -> r.guard() == guard).findAny().orElseThrow();
    }

    /** What a worker has used is booked when it goes over to something else. */
    private GuardReading bookedOver(long bytes, Tenant tenant) {
        lab.until("it is booked", () -> reading(tenant, Guard.MEMORY).measured() > bytes);
        return reading(tenant, Guard.MEMORY);
    }

    private static GuardExceededException guarded(Outcome<?> outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failure.class);
        Throwable cause = ((Outcome.Failure<?>) outcome).cause();
        assertThat(cause).isInstanceOf(GuardExceededException.class);
        return (GuardExceededException) cause;
    }

    // ---- bytes

    @Test
    void bytesThatNobodyCharged_stopTheTenant_andNoOther() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(2).withSink(log));
        try (Tenant bad = scheduler.openTenant(t -> t.withName("bad").withBudget(MEGABYTE));
                Tenant good = scheduler.openTenant(t -> t.withName("good"));
                End _ = letGo()) {
            Task<Long> working = good.root().spawn("working", GuardsTest::count);
            Task<Long> greedy = bad.root().spawn("greedy", this::allocateForEver);
            Task<@Nullable Void> asleep = bad.root().spawn("asleep", () -> Stint.sleep(FOR_EVER));

            GuardExceededException why = guarded(lab.outcome(greedy));

            assertThat(guarded(lab.outcome(asleep))).isSameAs(why);
            assertThat(why.tenant()).contains("'bad'");
            assertThat(why.reading().guard()).isEqualTo(Guard.MEMORY);
            assertThat(why.reading().allowance()).isEqualTo(Limits.LEAST_UNCHARGED);
            assertThat(why.reading().uncharged())
                    .isBetween(Limits.LEAST_UNCHARGED, Limits.LEAST_UNCHARGED + (2L << 30));
            assertThat(why).hasMessageContaining("uncharged memory").hasMessageContaining("price");
            assertThat(why.lastCalls())
                    .anyMatch(f -> f.getMethodName().contains("allocateForEver"));
            assertThat(bad.stoppedBy()).containsSame(why);
            assertThat(bad.root().cancelReason()).contains(CancelReason.GUARD);
            assertThat(log.all(Event.GuardTripped.class))
                    .extracting(Event.GuardTripped::tenant)
                    .containsExactly("bad");
            assertThatThrownBy(() -> bad.root().spawn(() -> 1)).isInstanceOf(Exception.class);
            assertThat(lab.join(working)).isEqualTo(1_000);
            assertThat(lab.join(good.root().spawn(() -> 1))).isEqualTo(1);
            assertThat(good.stoppedBy()).isEmpty();
            assertThatThrownBy(greedy::await)
                    .isInstanceOf(TaskFailedException.class)
                    .hasCauseInstanceOf(GuardExceededException.class);
        }
    }

    private static long count() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            Stint.yield();
        }
        return 1_000;
    }

    @Test
    void bytesThatWereCharged_stopNobody() throws Exception {
        Scheduler scheduler = lab.open(1);
        try (Tenant honest =
                scheduler.openTenant(t -> t.withLimits(l -> l.withUnchargedMemory(16 << 20)))) {
            Task<@Nullable Void> task =
                    honest.root()
                            .spawn(TaskOptions.defaults().withBudget(PLENTY), this::payAndMake);

            lab.join(task);

            GuardReading seen = bookedOver(256L << 20, honest);
            assertThat(seen.uncharged()).isLessThan(16 << 20);
        }
    }

    private void payAndMake() throws InterruptedException {
        for (int i = 0; i < 4_096; i++) {
            Stint.charge(Budget.ZERO.withMemory((1 << 16) + 16));
            last = new byte[1 << 16];
        }
    }

    /** What the runtime allocates for tasks is not theirs; this is where its measure is taken. */
    @Test
    void whatTheRuntimeAllocates_isNotCounted() throws Exception {
        Scheduler scheduler = lab.open(2);
        try (Tenant busy = scheduler.openTenant(t -> t.withName("busy"))) {
            for (int round = 0; round < 3; round++) {
                lab.join(busy.root().spawn(GuardsTest::spawnMany));
                lab.join(busy.root().spawn(GuardsTest::talk));
                lab.join(busy.root().spawn(GuardsTest::giveWay));
            }

            GuardReading seen = bookedOver(16L << 20, busy);
            assertThat(seen.uncharged()).as("%s", seen).isLessThan(Limits.LEAST_UNCHARGED / 2);
        }
    }

    private static void spawnMany() throws InterruptedException {
        Stint.runInNursery(
                nursery -> {
                    for (int i = 0; i < 50_000; i++) {
                        nursery.spawn(() -> {});
                    }
                });
    }

    private static void talk() throws InterruptedException {
        Channel<Integer> channel = Channel.rendezvous();
        Stint.runInNursery(
                nursery -> {
                    nursery.spawn(
                            () -> {
                                for (int i = 0; i < 50_000; i++) {
                                    channel.send(1);
                                }
                            });
                    for (int i = 0; i < 50_000; i++) {
                        channel.receive();
                    }
                });
    }

    private static void giveWay() throws InterruptedException {
        Stint.runInNursery(
                nursery -> {
                    for (int k = 0; k < 10; k++) {
                        nursery.spawn(GuardsTest::count);
                    }
                });
    }

    @Test
    void bytes_underASeed_areNotRead() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(7).withReadings(readings));
                Tenant tenant =
                        scheduler.openTenant(t -> t.withLimits(l -> l.withUnchargedMemory(0)))) {
            Task<Integer> task =
                    tenant.root()
                            .spawn(
                                    () -> {
                                        for (int i = 0; i < 100; i++) {
                                            readings.bytes.addAndGet(1 << 20);
                                            Stint.yield();
                                        }
                                        return 1;
                                    });

            assertThat(task.await()).isEqualTo(1);
            assertThat(reading(tenant, Guard.MEMORY).measured()).isZero();
        }
    }

    // ---- time

    @Test
    void processorTime_overItsLimit_stopsTheTenant() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1).withReadings(readings).withSink(log));
        try (Tenant bad = scheduler.openTenant(t -> t.withProcessorTime(Duration.ofSeconds(10)));
                End _ = letGo()) {
            Task<@Nullable Void> task = bad.root().spawn(this::computeDearly);

            GuardExceededException why = guarded(lab.outcome(task));

            assertThat(why.reading().guard()).isEqualTo(Guard.PROCESSOR_TIME);
            assertThat(why.reading().allowance()).isEqualTo(10_000_000_000L);
            assertThat(log.all(Event.GuardTripped.class)).hasSize(1);
        }
    }

    /** A second of processor time for each operation. */
    private void computeDearly() throws InterruptedException {
        while (!isOver.get()) {
            readings.nanos.addAndGet(1_000_000_000);
            Stint.checkpoint();
            Thread.onSpinWait();
        }
    }

    /**
     * [EVOLUTION:gate-fair] By operations both have the same share; by time, a step of the slow one
     * is a thousand of the quick one's.
     */
    @Test
    void turns_ofATenantWhoseOperationsTakeLong_areFewer() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1).withReadings(readings));
        var slowSteps = new AtomicLong();
        try (Tenant slow = scheduler.openTenant(t -> t.withName("slow"));
                Tenant quick = scheduler.openTenant(t -> t.withName("quick"));
                End _ = letGo()) {
            Task<@Nullable Void> dear =
                    slow.root()
                            .spawn(
                                    () -> {
                                        while (!isOver.get()) {
                                            readings.nanos.addAndGet(10_000_000);
                                            slowSteps.incrementAndGet();
                                            hasBegun.set(true);
                                            Stint.yield();
                                        }
                                    });
            lab.until("the slow one has begun", hasBegun::get);
            long before = slowSteps.get();
            Task<Long> done =
                    quick.root()
                            .spawn(
                                    () -> {
                                        long first = slowSteps.get();
                                        for (int i = 0; i < 20_000; i++) {
                                            readings.nanos.addAndGet(10_000);
                                            Stint.yield();
                                        }
                                        return slowSteps.get() - first;
                                    });

            long steps = lab.join(done);

            assertThat(steps).as("of the slow one, after %s", before).isLessThan(2_000);
            isOver.set(true);
            lab.join(dear);
        }
    }

    @Test
    void deadline_ofATaskThatHearsNobody_hasItsWorkerReplaced() throws Exception {
        SysmonConfig patient = SysmonConfig.defaults().withStallAfter(Duration.ofDays(1));
        Scheduler scheduler = lab.open(c -> c.withWorkers(1).withSysmon(patient).withSink(log));
        try (Tenant bad = scheduler.openTenant(t -> t.withName("bad").withCarriers(1));
                Tenant good = scheduler.openTenant(t -> t.withName("good"));
                End _ = letGo()) {
            Task<@Nullable Void> late = bad.root().spawn(this::hearNobody);
            lab.until("it has begun", hasBegun::get);

            assertThat(lab.join(good.root().spawn(() -> 1))).isEqualTo(1);

            lab.until("it is held", () -> !log.all(Event.TenantHeld.class).isEmpty());
            assertThat(log.all(Event.TemporaryWorkerStarted.class)).isNotEmpty();
            isOver.set(true);
            lab.outcome(late);
        }
    }

    private void hearNobody() throws InterruptedException {
        Stint.runInNursery(
                n -> n.withDeadline(Duration.ofMillis(20)),
                nursery ->
                        nursery.spawn(
                                () -> {
                                    hasBegun.set(true);
                                    while (!isOver.get()) {
                                        Thread.onSpinWait();
                                    }
                                }));
    }
}
