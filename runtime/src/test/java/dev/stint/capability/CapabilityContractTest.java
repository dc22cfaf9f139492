package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.config.Profile;
import dev.stint.error.CapabilityExceededException;
import dev.stint.error.CapabilityExpiredException;
import dev.stint.error.CapabilityMissingException;
import dev.stint.error.CapabilityRefusedException;
import dev.stint.error.CapabilityRevokedException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What each profile asks for before a task is started. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class CapabilityContractTest {
    private final Setting on;

    CapabilityContractTest(Setting on) {
        this.on = on;
    }

    private Scheduler sovereign() {
        return on.open(c -> c.withProfile(Profile.SOVEREIGN));
    }

    private static Nursery withRight(Scheduler scheduler, CapSpawn right) {
        return scheduler.nursery(n -> n.withCapabilities(right));
    }

    @Test
    @DisplayName("[SCHED:10.2.1] CORE: no scheduler at all")
    void open_core_isRefused() {
        assertThatThrownBy(() -> on.open(c -> c.withProfile(Profile.CORE)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("CORE");
    }

    @Test
    @DisplayName("[SCHED:10.2.2] SERVICE: implicit rights, the default budget")
    void spawn_service_needsNothing() throws Exception {
        try (var scheduler = on.open(c -> c.withProfile(Profile.SERVICE))) {
            scheduler.run(
                    () -> {
                        assertThat(Stint.capabilities()).isEqualTo(Capabilities.NONE);
                        assertThat(Stint.budgetLeft()).isEqualTo(Budget.DEFAULT);
                        try (Nursery nursery = Stint.nursery()) {
                            assertThat(nursery.<Integer>spawn(() -> 3).await()).isEqualTo(3);
                        }
                    });
        }
    }

    @Test
    @DisplayName("[SCHED:10.2.3] CLUSTER: as SERVICE, with a shorter interval")
    void spawn_cluster_needsNothing() throws Exception {
        try (var scheduler = on.open(c -> c.withProfile(Profile.CLUSTER))) {
            assertThat(scheduler.config().effectiveYieldInterval()).isEqualTo(512);
            assertThat(scheduler.<Integer>run(() -> 1)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("[SCHED:10.2.4] [SCHED:15.1.2] [SCHED:1.1.2] SOVEREIGN: no CapSpawn, no spawn")
    void spawn_sovereignWithoutRight_isRefusedEverywhere() throws Exception {
        var ran = new AtomicInteger();
        try (var scheduler = sovereign()) {
            assertThatThrownBy(() -> scheduler.run(ran::incrementAndGet))
                    .isInstanceOf(CapabilityMissingException.class);
            Nursery bare = scheduler.nursery();
            assertThatThrownBy(() -> bare.spawn(ran::incrementAndGet))
                    .isInstanceOf(CapabilityMissingException.class)
                    .hasMessageContaining("CapSpawn");
            assertThatThrownBy(() -> bare.trySpawn(TaskOptions.defaults(), ran::incrementAndGet))
                    .isInstanceOf(CapabilityMissingException.class);
            bare.close();

            try (Nursery nursery = withRight(scheduler, scheduler.tenant().issuer().spawn())) {
                Task<?> child =
                        nursery.spawn(
                                () -> {
                                    // The nursery's rights are for threads outside, not for it.
                                    refused(CapabilityMissingException.class, nursery, ran);
                                    try (Nursery nested = Stint.nursery()) {
                                        refused(CapabilityMissingException.class, nested, ran);
                                    }
                                });
                child.await();
            }
            assertThat(scheduler.tenant().ledger().spent().spawns()).isOne();
        }
        assertThat(ran.get()).isZero();
    }

    private static void refused(
            Class<? extends CapabilityRefusedException> how, Nursery nursery, AtomicInteger ran) {
        assertThatThrownBy(() -> nursery.spawn(ran::incrementAndGet)).isInstanceOf(how);
    }

    @Test
    @DisplayName("[SCHED:10.2.4] SOVEREIGN: with the right it works, and rights are not inherited")
    void spawn_sovereignWithRight_runs() throws Exception {
        try (var scheduler = sovereign()) {
            CapSpawn right = scheduler.tenant().issuer().spawn();
            try (Nursery nursery = withRight(scheduler, right)) {
                Task<Integer> child =
                        nursery.spawn(
                                TaskOptions.defaults().withCapabilities(right),
                                () -> {
                                    try (Nursery nested = Stint.nursery()) {
                                        Task<Integer> plain =
                                                nested.spawn(
                                                        () -> Stint.capabilities().all().size());
                                        return plain.await();
                                    }
                                });
                assertThat(child.await()).isZero();
            }
        }
    }

    @Test
    @DisplayName("[SCHED:15.1.2] attenuated: so many tasks, so large, all in all")
    void spawn_attenuated_keepsTheLimits() throws Exception {
        var ran = new AtomicInteger();
        try (var scheduler = sovereign()) {
            CapSpawn full = scheduler.tenant().issuer().spawn();
            CapSpawn three = full.atMostEver(3).withBudgetAtMost(new Budget(100, 10, 0, 0, 0));
            try (Nursery nursery = withRight(scheduler, three)) {
                Task<Budget> small = nursery.spawn(Stint::budgetLeft);
                assertThat(small.await()).isEqualTo(new Budget(100, 10, 0, 0, 0));
                assertThatThrownBy(
                                () ->
                                        nursery.spawn(
                                                TaskOptions.defaults()
                                                        .withBudget(Budget.ofOps(101)),
                                                ran::incrementAndGet))
                        .isInstanceOf(CapabilityExceededException.class);
                nursery.spawn(TaskOptions.defaults().withBudget(Budget.ofOps(100)), () -> 1)
                        .await();
                nursery.spawn(() -> 1).await();
                assertThat(three.spawnsLeft()).isZero();
                refused(CapabilityExceededException.class, nursery, ran);
            }
            assertThat(full.spawnsLeft()).isEqualTo(Budget.MOST - 3);
        }
        assertThat(ran.get()).isZero();
    }

    @Test
    @DisplayName("[SCHED:15.1.2] a right that started nothing is not used up")
    void spawn_failedOtherwise_givesTheRightBack() throws Exception {
        try (var scheduler = sovereign()) {
            CapSpawn five = scheduler.tenant().issuer().spawn().atMostEver(5);
            Nursery closed = withRight(scheduler, five);
            closed.close();
            assertThatThrownBy(() -> closed.spawn(() -> 1))
                    .isInstanceOf(dev.stint.error.NurseryNotActiveException.class);
            try (Nursery poor =
                    scheduler.nursery(n -> n.withBudget(Budget.ofOps(10)).withCapabilities(five))) {
                assertThatThrownBy(() -> poor.spawn(() -> 1))
                        .isInstanceOf(dev.stint.error.SpawnBudgetExhaustedException.class);
            }
            assertThat(five.spawnsLeft()).isEqualTo(5);
        }
    }

    @Test
    @DisplayName(
            "[SCHED:15.1.2] revoked while a task runs: what runs goes on, what is new is refused")
    void revoke_whileRunning_refusesTheNext() throws Exception {
        var ran = new AtomicInteger();
        try (var scheduler = sovereign()) {
            CapSpawn root = scheduler.tenant().issuer().spawn();
            CapSpawn lent = root.atMostEver(100);
            var started = new AtomicBoolean();
            var revoked = new AtomicBoolean();
            try (Nursery nursery = withRight(scheduler, root)) {
                Task<Integer> child =
                        nursery.spawn(
                                TaskOptions.defaults().withCapabilities(lent),
                                () -> {
                                    try (Nursery nested = Stint.nursery()) {
                                        Task<Integer> before =
                                                nested.spawn(
                                                        () -> {
                                                            while (!revoked.get()) {
                                                                Stint.yield();
                                                            }
                                                            return 5;
                                                        });
                                        started.set(true);
                                        while (!revoked.get()) {
                                            Stint.yield();
                                        }
                                        refused(CapabilityRevokedException.class, nested, ran);
                                        return before.await();
                                    }
                                });
                nursery.spawn(
                        () -> {
                            while (!started.get()) {
                                Stint.yield();
                            }
                            root.revoke(lent);
                            revoked.set(true);
                        });
                assertThat(child.await()).isEqualTo(5);
            }
        }
        assertThat(ran.get()).isZero();
    }

    @Test
    @DisplayName("[SCHED:15.1.2] a right expires on the scheduler's clock")
    void spawn_expired_isRefused() throws Exception {
        var ran = new AtomicInteger();
        try (var scheduler = sovereign()) {
            CapSpawn root = scheduler.tenant().issuer().spawn();
            CapSpawn brief = root.expiringIn(Duration.ofMillis(40));
            try (Nursery nursery = withRight(scheduler, root)) {
                nursery.spawn(
                        TaskOptions.defaults().withCapabilities(brief),
                        () -> {
                            Stint.sleep(Duration.ofMillis(41));
                            assertThat(brief.isValid()).isFalse();
                            try (Nursery nested = Stint.nursery()) {
                                refused(CapabilityExpiredException.class, nested, ran);
                            }
                        });
                nursery.join();
            }
        }
        assertThat(ran.get()).isZero();
    }

    @Test
    @DisplayName(
            "[SCHED:15.1.2] rights of another tenant, another scheduler or one's own make nothing")
    void spawn_foreignOrForgedRight_isRefused() throws Exception {
        var ran = new AtomicInteger();
        try (var scheduler = sovereign();
                var other = sovereign()) {
            var tenant = scheduler.openTenant(t -> t.withName("neighbour"));
            for (CapSpawn foreign :
                    new CapSpawn[] {
                        tenant.issuer().spawn(),
                        other.tenant().issuer().spawn(),
                        new Issuer("forged", () -> 0).spawn()
                    }) {
                try (Nursery nursery = withRight(scheduler, foreign)) {
                    refused(CapabilityMissingException.class, nursery, ran);
                }
            }
        }
        assertThat(ran.get()).isZero();
    }
}
