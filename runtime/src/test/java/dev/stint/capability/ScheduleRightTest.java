package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.config.Profile;
import dev.stint.context.ContextState;
import dev.stint.context.Criticality;
import dev.stint.context.SchedulingContext;
import dev.stint.context.WorkerMask;
import dev.stint.error.CapabilityExceededException;
import dev.stint.error.CapabilityExpiredException;
import dev.stint.error.CapabilityMissingException;
import dev.stint.error.CapabilityRevokedException;
import dev.stint.island.IslandConfig;
import dev.stint.island.StageConfig;
import dev.stint.lease.CpuLease;
import dev.stint.lease.LeaseEnd;
import dev.stint.lease.LeaseState;
import dev.stint.task.Action;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [EVOLUTION:stage-4] [EVOLUTION:stage-5] [EVOLUTION:gate-contexts] Processor time is opened by a
 * right: within its bounds, for tasks of its tenant, until it ends.
 */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class ScheduleRightTest {
    private static final Duration PERIOD = Duration.ofMillis(10);

    private final Setting on;

    ScheduleRightTest(Setting on) {
        this.on = on;
    }

    /** A tenth of a worker. */
    private static SchedulingContext tenth(Scheduler scheduler, CapSchedule right) {
        return scheduler.openContext(
                right, c -> c.withTime(Duration.ofMillis(1)).withPeriod(PERIOD));
    }

    private static SchedulingContext tenth() throws InterruptedException {
        return Stint.openContext(c -> c.withTime(Duration.ofMillis(1)).withPeriod(PERIOD));
    }

    private static <T> T within(Tenant tenant, CapSchedule right, Callable<T> body)
            throws Exception {
        return tenant.root().spawn(holding(right), body).await();
    }

    private static void does(Tenant tenant, CapSchedule right, Action body) throws Exception {
        tenant.root().spawn(holding(right), body).await();
    }

    private static TaskOptions holding(CapSchedule right) {
        return TaskOptions.named("holder").withCapabilities(right);
    }

    // ---- who needs it

    @Test
    void open_underSovereign_needsARight() throws Exception {
        try (var scheduler = on.open(c -> c.withProfile(Profile.SOVEREIGN))) {
            assertThatThrownBy(() -> scheduler.openContext(c -> c))
                    .isInstanceOf(CapabilityMissingException.class)
                    .hasMessageContaining("open context 'context'")
                    .hasMessageContaining("profile SOVEREIGN asks for a CapSchedule");
            Tenant tenant = scheduler.openTenant(t -> t.withName("t"));
            assertThatThrownBy(() -> scheduler.openLease(tenant, l -> l))
                    .isInstanceOf(CapabilityMissingException.class)
                    .hasMessageContaining("open lease 'lease'");
            CapSchedule right = scheduler.tenant().issuer().schedule();
            tenth(scheduler, right).close();
            scheduler.openLease(right, tenant, l -> l).close();
            tenant.close();
        }
    }

    @Test
    void open_inATaskWithoutARight_isRefusedUnderEachProfile() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        assertThatThrownBy(ScheduleRightTest::tenth)
                                .isInstanceOf(CapabilityMissingException.class)
                                .hasMessageContaining("it holds no CapSchedule");
                        assertThatThrownBy(() -> Stint.openLease(l -> l))
                                .isInstanceOf(CapabilityMissingException.class);
                    });
        }
    }

    @Test
    void right_ofAnotherTenantOrOfNobody_isNoRight() throws Exception {
        try (var scheduler = on.open()) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("t"));
            CapSchedule forged = new Issuer("t", () -> 0).schedule();
            assertThatThrownBy(() -> tenth(scheduler, forged))
                    .isInstanceOf(CapabilityMissingException.class)
                    .hasMessageContaining("is a right of no tenant that is open");
            CapSchedule ended = tenant.issuer().schedule();
            tenant.close();
            assertThatThrownBy(() -> tenth(scheduler, ended))
                    .isInstanceOf(CapabilityMissingException.class);
        }
    }

    @Test
    void island_underSovereign_runsByARightThatCountsItsContextAndItsWorker() throws Exception {
        try (var scheduler = on.open(c -> c.withProfile(Profile.SOVEREIGN))) {
            assertThatThrownBy(() -> scheduler.openIsland(ScheduleRightTest::beat))
                    .hasStackTraceContaining("profile SOVEREIGN asks for a CapSchedule");
            CapSchedule right =
                    scheduler
                            .tenant()
                            .issuer()
                            .schedule()
                            .withContextsAtMost(1)
                            .withLeasedWorkersAtMost(1);
            var island = scheduler.openIsland(right, ScheduleRightTest::beat);
            assertThat(right.contextsLeft()).isEqualTo(OptionalLong.of(0));
            assertThat(right.leasedWorkersLeft()).isEqualTo(OptionalLong.of(0));
            assertThatThrownBy(() -> scheduler.openIsland(right, ScheduleRightTest::beat))
                    .isInstanceOf(CapabilityExceededException.class);
            island.close();
            assertThat(right.contextsLeft()).isEqualTo(OptionalLong.of(1));
        }
    }

    private static IslandConfig beat(IslandConfig config) {
        return config.withName("beat")
                .withPeriod(PERIOD)
                .withStage(StageConfig.of("beat", Duration.ofMillis(1), n -> {}));
    }

    // ---- what it is for

    @Test
    void context_ofATenantsRight_isForItsTasksAlone() throws Exception {
        try (var scheduler = on.open()) {
            Tenant mine = scheduler.openTenant(t -> t.withName("mine"));
            Tenant other = scheduler.openTenant(t -> t.withName("other"));
            CapSchedule right = mine.issuer().schedule().withUtilisationAtMost(0.25);
            SchedulingContext context = within(mine, right, ScheduleRightTest::tenth);
            var gate = new AtomicReference<Task<?>>();
            Task<?> stranger = other.root().spawn(() -> Stint.sleep(Duration.ofMillis(1)));
            assertThatThrownBy(() -> context.bind(stranger))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("opened by a right of tenant 1 'mine'");
            Task<?> own =
                    mine.root()
                            .spawn(
                                    () -> {
                                        gate.set(Stint.currentTask().orElseThrow());
                                        context.bind(Stint.currentTask().orElseThrow());
                                        Stint.yield();
                                        Stint.checkpoint(500);
                                    });
            own.await();
            assertThat(context.snapshot().operationsUsed()).isGreaterThanOrEqualTo(500);
            mine.close();
            other.close();
        }
    }

    @Test
    void context_ofTheHostsRight_isForAll() throws Exception {
        try (var scheduler = on.open()) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("t"));
            SchedulingContext context = tenth(scheduler, scheduler.tenant().issuer().schedule());
            Task<?> task =
                    tenant.root()
                            .spawn(
                                    () -> {
                                        context.bind(Stint.currentTask().orElseThrow());
                                        Stint.yield();
                                        Stint.checkpoint(500);
                                    });
            task.await();
            assertThat(context.snapshot().operationsUsed()).isGreaterThanOrEqualTo(500);
            context.close();
            tenant.close();
        }
    }

    @Test
    void lease_byARight_isForItsTenantAndOnNoNamedProcessor() throws Exception {
        try (var scheduler = on.open()) {
            Tenant mine = scheduler.openTenant(t -> t.withName("mine"));
            Tenant other = scheduler.openTenant(t -> t.withName("other"));
            CapSchedule right = mine.issuer().schedule();
            assertThatThrownBy(() -> scheduler.openLease(right, other, l -> l))
                    .isInstanceOf(CapabilityExceededException.class)
                    .hasMessageContaining("is for that tenant alone");
            assertThatThrownBy(
                            () ->
                                    does(
                                            mine,
                                            right,
                                            () ->
                                                    Stint.openLease(
                                                            l -> l.withProcessors(List.of(0)))))
                    .hasStackTraceContaining("which those are is for the host to say");
            CpuLease lease = within(mine, right, () -> Stint.openLease(l -> l));
            assertThat(lease.owner()).isSameAs(mine);
            mine.close();
            other.close();
        }
    }

    @Test
    void opening_inATask_isPaid() throws Exception {
        try (var scheduler = on.open()) {
            Tenant tenant =
                    scheduler.openTenant(t -> t.withName("t").withOnExhaustion(OnExhaustion.FAIL));
            Task<?> task =
                    tenant.root().spawn(holding(tenant.issuer().schedule()), () -> tenth().close());
            task.await();
            assertThat(task.receipt().orElseThrow().spent().ops()).isGreaterThanOrEqualTo(1_000);
            assertThat(task.receipt().orElseThrow().spent().memory()).isGreaterThanOrEqualTo(8_192);
            Task<?> poor =
                    tenant.root()
                            .spawn(
                                    holding(tenant.issuer().schedule())
                                            .withBudget(Budget.ofOps(500).withMemory(1 << 20)),
                                    () -> tenth());
            assertThatThrownBy(poor::await).hasStackTraceContaining("BudgetExhausted");
            tenant.close();
        }
    }

    // ---- bounds

    @Test
    void utilisation_isBoundedForAllThatAreOpenTogether() throws Exception {
        try (var scheduler = on.open()) {
            CapSchedule right = scheduler.tenant().issuer().schedule().withUtilisationAtMost(0.25);
            CapSchedule less = right.withUtilisationAtMost(0.5); // no more than above
            SchedulingContext one = tenth(scheduler, less);
            SchedulingContext two = tenth(scheduler, right);
            assertThat(right.utilisationLeft().orElseThrow()).isBetween(0.0499, 0.0501);
            assertThatThrownBy(() -> tenth(scheduler, less))
                    .isInstanceOf(CapabilityExceededException.class)
                    .hasMessageContaining("is one to 0.25 of a worker")
                    .hasMessageContaining("this needs 0.1 of a worker");
            one.close();
            one.close();
            assertThat(right.utilisationLeft().orElseThrow()).isBetween(0.1499, 0.1501);
            tenth(scheduler, less).close();
            two.close();
            assertThat(right.utilisationLeft()).contains(0.25);
        }
    }

    @Test
    void contextsAndWorkers_areBoundedInNumber() throws Exception {
        try (var scheduler = on.open()) {
            CapSchedule all = scheduler.tenant().issuer().schedule();
            assertThat(all.contextsLeft()).isEmpty();
            CapSchedule one = all.withContextsAtMost(1).withLeasedWorkersAtMost(1);
            SchedulingContext first = tenth(scheduler, one);
            assertThat(one.contextsLeft()).isEqualTo(OptionalLong.of(0));
            assertThatThrownBy(() -> tenth(scheduler, one))
                    .isInstanceOf(CapabilityExceededException.class)
                    .hasMessageContaining("is one to 1 contexts, 1 contexts are open by it");
            first.close();
            tenth(scheduler, one).close();

            Tenant tenant = scheduler.openTenant(t -> t.withName("t"));
            assertThatThrownBy(() -> scheduler.openLease(one, tenant, l -> l.withWorkers(2)))
                    .isInstanceOf(CapabilityExceededException.class)
                    .hasMessageContaining("is one to 1 leased workers");
            CpuLease lease = scheduler.openLease(one, tenant, l -> l);
            assertThat(one.leasedWorkersLeft()).isEqualTo(OptionalLong.of(0));
            lease.close();
            await(scheduler, () -> lease.snapshot().state() == LeaseState.ENDED);
            assertThat(one.leasedWorkersLeft()).isEqualTo(OptionalLong.of(1));
            tenant.close();
        }
    }

    private static void await(Scheduler scheduler, java.util.function.BooleanSupplier isSo)
            throws Exception {
        scheduler.run(
                () -> {
                    while (!isSo.getAsBoolean()) {
                        Stint.sleep(Duration.ofMillis(1));
                    }
                });
    }

    /** What does not fit is refused by the scheduler, and does not count in the right. */
    @Test
    void refusedByTheScheduler_countsNothing() throws Exception {
        try (var scheduler = on.open()) {
            CapSchedule right = scheduler.tenant().issuer().schedule().withUtilisationAtMost(100);
            assertThatThrownBy(
                            () ->
                                    scheduler.openContext(
                                            right,
                                            c ->
                                                    c.withTime(PERIOD.multipliedBy(5))
                                                            .withPeriod(PERIOD)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(right.utilisationLeft()).contains(100.0);
        }
    }

    @Test
    void criticalityAndWorkers_areBounded() throws Exception {
        try (var scheduler = on.open()) {
            CapSchedule right =
                    scheduler
                            .tenant()
                            .issuer()
                            .schedule()
                            .withCriticalityAtMost(Criticality.NORMAL)
                            .onWorkers(0, 1);
            assertThatThrownBy(
                            () ->
                                    scheduler.openContext(
                                            right, c -> c.withCriticality(Criticality.HIGH)))
                    .isInstanceOf(CapabilityExceededException.class)
                    .hasMessageContaining("allows NORMAL at most");
            assertThat(right.withCriticalityAtMost(Criticality.HIGH).mostCritical())
                    .contains(Criticality.NORMAL);
            assertThatThrownBy(
                            () ->
                                    scheduler.openContext(
                                            right, c -> c.withWorkers(WorkerMask.of(1, 2))))
                    .isInstanceOf(CapabilityExceededException.class)
                    .hasMessageContaining("is the right to workers [0, 1]");
            assertThatThrownBy(() -> right.onWorkers(2))
                    .isInstanceOf(CapabilityExceededException.class)
                    .hasMessageContaining("never larger");
            try (SchedulingContext context = tenth(scheduler, right)) {
                assertThat(context.config().workers()).contains(WorkerMask.of(0, 1));
            }
        }
    }

    @Test
    void bounds_thatAreNone_areRefused() {
        CapSchedule right = new Issuer("t", () -> 0).schedule();
        assertThatThrownBy(() -> right.withUtilisationAtMost(-0.1))
                .hasMessageContaining("must be from 0, none, to 1000000");
        assertThatThrownBy(() -> right.withUtilisationAtMost(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> right.withContextsAtMost(-1))
                .hasMessageContaining("the fewest are 0");
        assertThatThrownBy(() -> right.onWorkers(0, 4_096))
                .hasMessageContaining("numbered from 0 to 4095");
        assertThatThrownBy(right::onWorkers).hasMessageContaining("on no workers is none");
        assertThatThrownBy(() -> right.withLeasedWorkersAtMost(-1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    // ---- its end

    @Test
    void revoked_closesWhatIsOpenByItAndWhatDescendsFromIt() throws Exception {
        try (var scheduler = on.open()) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("t"));
            CapSchedule all = tenant.issuer().schedule();
            CapSchedule lent = all.withUtilisationAtMost(0.5);
            CapSchedule further = lent.withContextsAtMost(3);
            SchedulingContext kept = tenth(scheduler, all);
            SchedulingContext gone = within(tenant, further, ScheduleRightTest::tenth);
            CpuLease lease = within(tenant, lent, () -> Stint.openLease(l -> l));

            all.revoke(lent);

            assertThat(gone.snapshot().state()).isEqualTo(ContextState.REVOKED);
            assertThat(kept.snapshot().state()).isNotEqualTo(ContextState.REVOKED);
            assertThat(lease.snapshot().end()).contains(LeaseEnd.RIGHT_ENDED);
            assertThatThrownBy(() -> tenth(scheduler, further))
                    .isInstanceOf(CapabilityRevokedException.class);
            kept.close();
            tenant.close();
        }
    }

    @Test
    void expired_closesWhatIsOpenByIt() throws Exception {
        try (var scheduler = on.open()) {
            CapSchedule brief =
                    scheduler
                            .tenant()
                            .issuer()
                            .schedule()
                            .withContextsAtMost(2)
                            .expiringIn(Duration.ofMillis(200));
            SchedulingContext context = tenth(scheduler, brief);
            SchedulingContext closed = tenth(scheduler, brief);
            closed.close();
            scheduler.run(() -> Stint.sleep(Duration.ofMillis(300)));
            await(scheduler, () -> context.snapshot().state() == ContextState.REVOKED);
            assertThat(brief.contextsLeft()).isEqualTo(OptionalLong.of(2));
            assertThatThrownBy(() -> tenth(scheduler, brief))
                    .isInstanceOf(CapabilityExpiredException.class);
        }
    }

    @Test
    void endOfTheTenant_closesItsContexts() throws Exception {
        try (var scheduler = on.open()) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("t"));
            SchedulingContext context = tenth(scheduler, tenant.issuer().schedule());
            tenant.close();
            assertThat(context.snapshot().state()).isEqualTo(ContextState.REVOKED);
        }
    }

    /** Many tasks open and close at once by one right, which keeps its bound and counts all out. */
    @Test
    void manyAtOnce_keepTheBoundAndCountThemselvesOut() throws Exception {
        try (var scheduler = on.open()) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("t"));
            CapSchedule right =
                    tenant.issuer().schedule().withContextsAtMost(3).withUtilisationAtMost(0.3);
            var tasks = new ArrayList<Task<?>>();
            for (int i = 0; i < 12; i++) {
                tasks.add(
                        tenant.root()
                                .spawn(
                                        holding(right),
                                        () -> {
                                            for (int round = 0; round < 5; round++) {
                                                openOnce(right);
                                            }
                                        }));
            }
            for (Task<?> task : tasks) {
                task.await();
            }
            assertThat(right.contextsLeft()).isEqualTo(OptionalLong.of(3));
            assertThat(right.utilisationLeft()).contains(0.3);
            tenant.close();
        }
    }

    private static void openOnce(CapSchedule right) throws Exception {
        try (SchedulingContext context =
                Stint.openContext(c -> c.withTime(Duration.ofMillis(1)).withPeriod(PERIOD))) {
            assertThat(right.contextsLeft().orElseThrow()).isBetween(0L, 2L);
            Stint.yield();
            assertThat(context.snapshot().tasks()).isZero();
        } catch (CapabilityExceededException e) {
            Stint.yield();
        }
    }
}
