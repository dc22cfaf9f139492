package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.capability.CapSchedule;
import dev.stint.context.ContextConfig;
import dev.stint.context.SchedulingContext;
import dev.stint.error.CapabilityRefusedException;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.time.Duration;

/** A tenant opens scheduling contexts for its own tasks, within what the host has lent it. */
public final class LendTime {
    private LendTime() {}

    // tag::lend
    public static void main(String[] args) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(2))) {
            Tenant sound = scheduler.openTenant(t -> t.withName("sound"));
            CapSchedule quarter =
                    sound.issuer()
                            .schedule()
                            .withUtilisationAtMost(0.25)
                            .withContextsAtMost(4)
                            .withLeasedWorkersAtMost(0);
            sound.root()
                    .spawn(TaskOptions.named("mixer").withCapabilities(quarter), LendTime::openTwo)
                    .await();
            System.out.println("left: " + quarter.utilisationLeft().orElseThrow());
            sound.issuer().revoke(quarter);
            System.out.println("left: " + quarter.utilisationLeft().orElseThrow());
            sound.close();
        }
    }

    static void openTwo() throws InterruptedException {
        try {
            SchedulingContext tenth = Stint.openContext(c -> part(c, Duration.ofMillis(1)));
            tenth.bind(Stint.currentTask().orElseThrow());
            Stint.yield();
            System.out.println("mixes on " + tenth.config().timeOrDefault() + " in each period");
            Stint.openContext(c -> part(c, Duration.ofMillis(2)));
        } catch (CapabilityRefusedException e) {
            System.out.println(e.getMessage());
        }
    }

    static ContextConfig part(ContextConfig config, Duration time) {
        return config.withTime(time).withPeriod(Duration.ofMillis(10));
    }
    // end::lend
}
