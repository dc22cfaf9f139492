package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.config.SysmonConfig;
import dev.stint.event.Event;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tenant whose tasks keep workers from going on, and what the others notice of it. */
@Timeout(60)
class HoldsTest {
    private static final SysmonConfig QUICK =
            SysmonConfig.defaults()
                    .withStallAfter(Duration.ofMillis(10))
                    .withScaleInterval(Duration.ofMillis(4))
                    .withMaxTemporary(16);

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();
    private final EventLog log = new EventLog();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final AtomicInteger stuck = new AtomicInteger();

    @AfterEach
    void end() {
        isOver.set(true);
    }

    private Scheduler open() {
        return lab.open(c -> c.withWorkers(2).withSysmon(QUICK).withSink(log));
    }

    /** Code that neither ends nor gives way. */
    private void stick() {
        stuck.incrementAndGet();
        while (!isOver.get()) {
            Thread.onSpinWait();
        }
    }

    private List<Task<@Nullable Void>> stickMany(Nursery nursery) {
        List<Task<@Nullable Void>> tasks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            tasks.add(nursery.spawn(this::stick));
        }
        lab.until("it is held", () -> !log.all(Event.TenantHeld.class).isEmpty());
        return tasks;
    }

    @Test
    void tasksThatStick_ofOneTenant_leaveWorkersToTheOthers() throws Exception {
        Scheduler scheduler = open();
        try (Tenant bad = scheduler.openTenant(t -> t.withName("bad").withCarriers(3));
                Tenant good = scheduler.openTenant(t -> t.withName("good"))) {
            List<Task<@Nullable Void>> tasks = stickMany(bad.root());

            for (int i = 0; i < 1_000; i++) {
                int n = i;
                assertThat(lab.join(good.root().spawn(() -> n))).isEqualTo(n);
            }

            assertThat(log.all(Event.TenantHeld.class))
                    .extracting(Event.TenantHeld::tenant)
                    .containsOnly("bad");
            // Those that began before the monitor had seen that three do not go on.
            assertThat(stuck.get()).isBetween(3, 11);
            isOver.set(true);
            for (Task<@Nullable Void> task : tasks) {
                lab.join(task);
            }
            assertThat(stuck.get()).isEqualTo(100);
            assertThat(log.all(Event.TenantReleased.class)).isNotEmpty();
        }
    }

    @Test
    void cancelledBeforeTheyBegan_inAHeldTenant_end() throws Exception {
        Scheduler scheduler = open();
        try (Tenant bad = scheduler.openTenant(t -> t.withName("bad").withCarriers(2))) {
            stickMany(bad.root());
            List<Task<String>> waiting = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                waiting.add(bad.root().spawn(() -> "ran"));
            }

            waiting.forEach(Task::cancel);

            for (Task<String> task : waiting) {
                assertThat(task.awaitOutcome(Duration.ofSeconds(20)))
                        .hasValueSatisfying(
                                o -> assertThat(o).isInstanceOf(Outcome.Cancelled.class));
            }
            isOver.set(true);
        }
    }

    @Test
    void manyTenants_thatStickMoreThanThereMayBeTemporaryWorkers_leaveWorkersToTheOthers()
            throws Exception {
        Scheduler scheduler = open();
        List<Tenant> all = new ArrayList<>();
        for (int i = 0; i < QUICK.maxTemporary() + 4; i++) {
            String name = "bad " + i;
            Tenant tenant = scheduler.openTenant(t -> t.withName(name).withCarriers(1));
            all.add(tenant);
            for (int k = 0; k < 20; k++) {
                tenant.root().spawn(this::stick);
            }
            lab.until(name + " is held", () -> isHeld(name));
        }

        assertThat(lab.join(scheduler.root().spawn(() -> 1))).isEqualTo(1);

        assertThat(stuck.get()).isBetween(all.size(), 4 * all.size());
        isOver.set(true);
        all.forEach(Tenant::close);
    }

    private boolean isHeld(String tenant) {
        return log.all(Event.TenantHeld.class).stream().anyMatch(e -> e.tenant().equals(tenant));
    }

    /** The JVM takes the carrier along when a task waits for, or in, an initialiser of a class. */
    @ParameterizedTest
    @ValueSource(strings = {"CLASS", "PERMIT", "MONITOR"})
    void tasksThatNeedAClassThatIsNeverReady_leaveWorkersToTheOthers(String kind) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED");
        command.add("--add-exports=java.base/jdk.internal.access=ALL-UNNAMED");
        command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(StuckInitialisers.class.getName(), kind));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("it has ended").isTrue();
            assertThat(process.inputReader().readLine()).startsWith("200 rounds in ");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void tasksThatStick_ofTheHost_areNotHeld() throws Exception {
        Scheduler scheduler = open();
        var all = new CountDownLatch(10);
        try (Tenant other = scheduler.openTenant(t -> t.withName("other"))) {
            for (int i = 0; i < 10; i++) {
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    all.countDown();
                                    stick();
                                });
            }

            lab.until("all have begun", () -> all.getCount() == 0);

            assertThat(lab.join(other.root().spawn(() -> 1))).isEqualTo(1);
            assertThat(log.all(Event.TenantHeld.class)).isEmpty();
            isOver.set(true);
        }
    }
}
