package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.context.WorkerMask;
import dev.stint.internal.stack.Processor;
import dev.stint.lease.LeasedWorker;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** [EVOLUTION:gate-leases] [EVOLUTION:gate-contexts] Leases beside contexts that name workers. */
@Timeout(60)
class LeasedContextsTest extends ContextRuns {
    private static final long MUCH = 2_000_000;
    private static final Duration MOMENT = Duration.ofMillis(1);

    private static Tenant tenant(Scheduler scheduler) {
        return scheduler.openTenant(t -> t.withName("owner"));
    }

    /** Works, and notes where. */
    private static void work(long operations, Set<Integer> where) throws InterruptedException {
        for (long done = 0; done < operations; done += LOOK) {
            where.add(Objects.requireNonNull(Processor.current()).id());
            Stint.checkpoint(LOOK);
        }
    }

    @Test
    void openLease_ofWorkersThatAContextNames_takesOthers() throws Exception {
        try (var scheduler = open(1, 3)) {
            context(scheduler, 5_000, c -> c.withWorkers(WorkerMask.of(2)));
            var lease = scheduler.openLease(tenant(scheduler), l -> l.withWorkers(1));
            scheduler.root().spawn(() -> Stint.sleep(MOMENT)).await();

            assertThat(lease.snapshot().workers()).extracting(LeasedWorker::id).containsExactly(1);
        }
    }

    @Test
    void openLease_ifTooFewAreNotNamed_isRefused() {
        try (var scheduler = open(1, 3)) {
            context(scheduler, 5_000, c -> c.withName("control").withWorkers(WorkerMask.of(1, 2)));

            assertThatThrownBy(() -> scheduler.openLease(tenant(scheduler), l -> l.withWorkers(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("only 0 are not named")
                    .hasMessageContaining("as by context 'control'");
        }
    }

    @Test
    void openContext_thatNamesALeasedWorker_isRefused() {
        try (var scheduler = open(1, 3)) {
            scheduler.openLease(tenant(scheduler), l -> l.withName("sound").withWorkers(1));

            assertThatThrownBy(
                            () -> context(scheduler, 5_000, c -> c.withWorkers(WorkerMask.of(2))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("it names worker 2, which lease 'sound' has for itself");
            assertThat(context(scheduler, 5_000, c -> c.withWorkers(WorkerMask.of(0, 1))))
                    .isNotNull();
        }
    }

    /**
     * They use little, and both are in time on two workers, and not on the one that would be left.
     */
    @Test
    void openLease_ifContextsWouldBeLateWithoutItsWorker_isRefused() {
        try (var scheduler = open(1, 2)) {
            for (int i = 0; i < 2; i++) {
                context(
                        scheduler,
                        5_000,
                        c -> c.withTime(MOMENT).withDeadline(MOMENT.plusNanos(600_000)));
            }

            assertThatThrownBy(() -> scheduler.openLease(tenant(scheduler), l -> l.withWorkers(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not all would be in time on the 1 workers");
        }
    }

    /** A mask is for the workers of everybody: who has workers of its own runs there. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void taskOfAConfinedOwner_onAContextOfOtherWorkers_runsWhereItsOwnerDoes(long seed) {
        Replay.with(Cores.VIRTUAL, 2)
                .twice(
                        seed,
                        scheduler -> {
                            var owner = tenant(scheduler);
                            scheduler.openLease(owner, l -> l.withWorkers(1).withConfined(true));
                            var context =
                                    context(
                                            scheduler,
                                            20_000,
                                            c -> c.withWorkers(WorkerMask.of(0)));
                            scheduler.root().spawn(() -> Stint.sleep(MOMENT)).await();
                            var where = new TreeSet<Integer>();
                            var task = owner.root().spawn(() -> work(50_000, where));
                            context.bind(task);
                            task.await();

                            assertThat(where).containsExactly(1);
                            assertThat(context.snapshot().depletions()).isGreaterThanOrEqualTo(2);
                            assertThat(context.snapshot().operationsUsed())
                                    .isGreaterThanOrEqualTo(50_000);
                        });
    }

    /** What is ready there is none of its business. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void taskOnALeasedWorker_doesNotGiveWayToContexts(long seed) throws Exception {
        try (var scheduler = open(seed, 2)) {
            var owner = tenant(scheduler);
            scheduler.openLease(owner, l -> l.withWorkers(1).withConfined(true));
            var context = context(scheduler, MUCH);
            scheduler.root().spawn(() -> Stint.sleep(MOMENT)).await();
            var loud = scheduler.root().spawn(() -> work(MUCH / 4));
            var louder = scheduler.root().spawn(() -> work(MUCH / 4));
            context.bind(loud);
            context.bind(louder);
            var own = owner.root().spawn(() -> work(50_000));
            own.await();
            loud.await();
            louder.await();

            assertThat(own.usage().preemptions()).isLessThan(5);
        }
    }
}
