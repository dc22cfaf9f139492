package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.config.SysmonConfig;
import dev.stint.lease.CpuLease;
import dev.stint.lease.LeaseEnd;
import dev.stint.lease.LeaseState;
import dev.stint.lease.LeasedWorker;
import dev.stint.seeded.Places;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [EVOLUTION:stage-5] [EVOLUTION:gate-leases] Workers for one tenant alone, on threads. */
@Timeout(120)
class LeasesOnThreadsTest {
    private static final Path STATUS = Path.of("/proc/thread-self/status");

    private static Tenant tenant(Scheduler scheduler, String name) {
        return scheduler.openTenant(t -> t.withName(name));
    }

    private static void awaitState(CpuLease lease, LeaseState state) {
        while (lease.snapshot().state() != state) {
            Thread.onSpinWait();
        }
    }

    private static void spin(AtomicBoolean stop) throws InterruptedException {
        while (!stop.get()) {
            Stint.checkpoint(100);
        }
    }

    private static void busy(Tenant tenant, String whose, List<Task<?>> tasks) {
        var talk = Channel.<Integer>buffered(2);
        for (int i = 0; i < 8; i++) {
            boolean sends = i % 2 == 0;
            tasks.add(
                    tenant.root()
                            .spawn(
                                    whose + "-" + i,
                                    () -> {
                                        for (int round = 0; round < 30; round++) {
                                            Stint.checkpoint(300);
                                            if (sends) {
                                                talk.send(round);
                                            } else {
                                                talk.receive();
                                            }
                                            if (round % 10 == 0) {
                                                Stint.sleep(Duration.ofNanos(50_000));
                                                tenant.root()
                                                        .spawn(
                                                                whose + "-child",
                                                                () -> Stint.yield())
                                                        .await();
                                            }
                                        }
                                    }));
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void leases_thatComeAndGoUnderLoad_loseNothingAndKeepOthersOut(Cores cores) throws Exception {
        var seen = new Places(false);
        try (var scheduler =
                Scheduler.open(c -> c.withWorkers(4).withCores(cores).withSink(seen))) {
            Tenant owner = tenant(scheduler, "owner");
            Tenant other = tenant(scheduler, "other");
            for (int round = 0; round < 60; round++) {
                boolean confined = round % 2 == 0;
                int workers = 1 + round % 3;
                var tasks = new ArrayList<Task<?>>();
                busy(owner, "own", tasks);
                CpuLease lease =
                        scheduler.openLease(
                                owner, l -> l.withWorkers(workers).withConfined(confined));
                busy(other, "other", tasks);
                busy(scheduler.tenant(), "host", tasks);
                if (round % 3 == 0) {
                    lease.close();
                }
                for (Task<?> task : tasks) {
                    task.await();
                }
                lease.close();
                awaitState(lease, LeaseState.ENDED);
            }
        }
        seen.assertKept();
        assertThat(seen.mounts()).isGreaterThan(100);
    }

    /** A task that never looks around has a worker; the owner has another. */
    @Test
    void owner_besideHogsOfOthers_isRunAtOnce() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(3))) {
            Tenant owner = tenant(scheduler, "owner");
            Tenant other = tenant(scheduler, "other");
            CpuLease lease = scheduler.openLease(owner, l -> l.withConfined(true));
            awaitState(lease, LeaseState.ACTIVE);
            var stop = new AtomicBoolean();
            var hogs = new ArrayList<Task<?>>();
            for (int i = 0; i < 6; i++) {
                hogs.add(other.root().spawn("hog", () -> spin(stop)));
            }
            for (int i = 0; i < 200; i++) {
                assertThat(owner.root().spawn("own", () -> 7).await()).isEqualTo(7);
            }
            stop.set(true);
            for (Task<?> hog : hogs) {
                hog.await();
            }
        }
    }

    @Test
    void revocation_ofALeaseWithAHog_isBoundedAndMeasured() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            Tenant owner = tenant(scheduler, "owner");
            for (int round = 0; round < 20; round++) {
                CpuLease lease =
                        scheduler.openLease(
                                owner,
                                l ->
                                        l.withConfined(true)
                                                .withMaxRevocation(Duration.ofSeconds(20)));
                awaitState(lease, LeaseState.ACTIVE);
                var stop = new AtomicBoolean();
                var begun = new AtomicBoolean();
                Task<?> hog =
                        owner.root()
                                .spawn(
                                        "own",
                                        () -> {
                                            begun.set(true);
                                            spin(stop);
                                        });
                while (!begun.get()) {
                    Thread.onSpinWait();
                }

                lease.close();
                awaitState(lease, LeaseState.ENDED); // though the hog goes on

                var ended = lease.snapshot();
                assertThat(ended.end()).contains(LeaseEnd.CLOSED);
                assertThat(ended.revocation().orElseThrow()).isPositive();
                assertThat(ended.isLate()).isFalse();
                stop.set(true);
                hog.await();
            }
        }
    }

    @Test
    void revocation_ofATaskThatNeverLooks_isReportedAsLate() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            Tenant owner = tenant(scheduler, "owner");
            CpuLease lease =
                    scheduler.openLease(owner, l -> l.withMaxRevocation(Duration.ofNanos(1)));
            awaitState(lease, LeaseState.ACTIVE);
            var stop = new AtomicBoolean();
            var begun = new AtomicInteger();
            var tasks = new ArrayList<Task<?>>();
            for (int i = 0; i < 2; i++) { // both workers
                tasks.add(
                        owner.root()
                                .spawn(
                                        "own",
                                        () -> {
                                            begun.incrementAndGet();
                                            while (!stop.get()) {
                                                Thread.onSpinWait();
                                            }
                                        }));
            }
            while (begun.get() < 2) {
                Thread.onSpinWait();
            }

            lease.close();
            var returning = lease.snapshot();
            stop.set(true);
            for (Task<?> task : tasks) {
                task.await();
            }
            awaitState(lease, LeaseState.ENDED);

            assertThat(returning.state()).isEqualTo(LeaseState.RETURNING);
            assertThat(returning.workers()).filteredOn(w -> !w.standIn()).hasSize(1);
            assertThat(lease.snapshot().isLate()).isTrue();
        }
    }

    @Test
    void stalledLeasedWorker_onThreads_getsAStandInForItsOwner() throws Exception {
        var quick =
                SysmonConfig.defaults()
                        .withStallAfter(Duration.ofMillis(20))
                        .withReportAfter(Duration.ofMillis(40));
        var seen = new Places(true);
        try (var scheduler =
                Scheduler.open(c -> c.withWorkers(2).withSysmon(quick).withSink(seen))) {
            Tenant owner = tenant(scheduler, "owner");
            CpuLease lease = scheduler.openLease(owner, l -> l.withConfined(true));
            awaitState(lease, LeaseState.ACTIVE);
            var stop = new AtomicBoolean();
            Task<?> stuck =
                    owner.root()
                            .spawn(
                                    "own-stuck",
                                    () -> {
                                        while (!stop.get()) {
                                            Thread.onSpinWait();
                                        }
                                    });

            assertThat(owner.root().spawn("own-next", () -> 7).await()).isEqualTo(7);

            assertThat(lease.snapshot().workers()).extracting(LeasedWorker::standIn).contains(true);
            stop.set(true);
            stuck.await();
        }
        seen.assertKept();
    }

    // ---- processors

    private static String allowed() throws Exception {
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .orElseThrow()
                .replaceFirst("\\S+\\s+", "");
    }

    @Test
    void processor_whereThatIsPermitted_isKeptAndLetGo() throws Exception {
        assumeTrue(Files.exists(STATUS));
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withCores(Cores.BARE))) {
            Tenant owner = tenant(scheduler, "owner");
            String before = scheduler.run(() -> allowed());
            int processor = Integer.parseInt(before.replaceFirst("\\D.*", ""));
            CpuLease lease =
                    scheduler.openLease(
                            owner, l -> l.withConfined(true).withProcessors(List.of(processor)));
            awaitState(lease, LeaseState.ACTIVE);
            while (lease.snapshot().workers().getFirst().placement().isEmpty()) {
                Thread.onSpinWait();
            }

            String there = owner.root().spawn("own", () -> allowed()).await();
            assertThat(there).isEqualTo(String.valueOf(processor));
            assertThat(lease.snapshot().workers())
                    .extracting(LeasedWorker::placement)
                    .containsExactly("kept on processor " + processor);

            lease.close();
            awaitState(lease, LeaseState.ENDED);
            for (int i = 0; i < 50; i++) {
                assertThat(owner.root().spawn("own", () -> allowed()).await()).isEqualTo(before);
            }
        }
    }

    @Test
    void processor_thatThereIsNot_isSaidAndTheLeaseHolds() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            Tenant owner = tenant(scheduler, "owner");
            CpuLease lease =
                    scheduler.openLease(
                            owner, l -> l.withConfined(true).withProcessors(List.of(1_000)));
            awaitState(lease, LeaseState.ACTIVE);

            assertThat(owner.root().spawn("own", () -> 7).await()).isEqualTo(7);
            while (lease.snapshot().workers().getFirst().placement().isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(lease.snapshot().workers().getFirst().placement())
                    .startsWith("not kept on processor 1000: ");
        }
    }
}
