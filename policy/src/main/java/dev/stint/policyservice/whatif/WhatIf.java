package dev.stint.policyservice.whatif;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.error.PolicyRefusedException;
import dev.stint.policy.Policy;
import dev.stint.policy.PolicyConfig;
import dev.stint.policy.PolicyService;
import dev.stint.sync.Latch;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Plays a recorded run again under a policy, in the seeded driver: the production scheduler decides
 * who runs, and each task does as many operations and waits as long as it did.
 */
public final class WhatIf {
    private static final int LOOK = 500;

    private final Trace trace;
    private final Policy policy;
    private final double deadline;
    private final ModelTime time;
    private final List<TenantCourse> courses = new ArrayList<>();
    private final List<@Nullable Tenant> tenants = new ArrayList<>(); // null: not admitted
    private int left; // tasks

    /**
     * How it is played.
     *
     * @param deadline what takes longer from when it wanted a worker is a miss
     * @param nanosPerOperation how long an operation takes
     * @param seed of the order of workers
     */
    public record Settings(Duration deadline, double nanosPerOperation, long seed) {
        public Settings {
            if (!(nanosPerOperation > 0 && nanosPerOperation <= 1_000_000)) {
                throw new IllegalArgumentException(
                        "an operation takes "
                                + nanosPerOperation
                                + " ns; it must be more than 0 and at most 1,000,000.");
            }
        }

        /** Five milliseconds, ten nanoseconds an operation, seed 1. */
        public static Settings defaults() {
            return new Settings(Duration.ofMillis(5), 10, 1);
        }
    }

    private WhatIf(Trace trace, Policy policy, Settings settings) {
        this.trace = trace;
        this.policy = policy.version() > 0 ? policy : policy.withVersion(1);
        this.deadline = settings.deadline.toNanos();
        this.time =
                new ModelTime(trace.workers(), trace.tenants().size(), settings.nanosPerOperation);
    }

    /** Plays it once. */
    public static Outcome play(Trace trace, Policy policy, Settings settings)
            throws InterruptedException {
        return new WhatIf(trace, policy, settings).play(settings.seed);
    }

    private Outcome play(long seed) throws InterruptedException {
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withName("what-if")
                                        .withSeed(seed)
                                        .withWorkers(trace.workers())
                                        .withSlice(trace.slice())
                                        .withUncaught(failure -> {})
                                        .withPolicy(PolicyConfig.of(PolicyService.of(policy))))) {
            for (Trace.Tenant asked : trace.tenants()) {
                courses.add(new TenantCourse());
                tenants.add(open(scheduler, asked));
            }
            trace.tasks().forEach(this::start);
            scheduler.run(this::conduct);
            Outcome outcome = outcome();
            tenants.stream().filter(Objects::nonNull).forEach(Tenant::close);
            return outcome;
        }
    }

    private @Nullable Tenant open(Scheduler scheduler, Trace.Tenant asked) {
        try {
            return scheduler.openTenant(
                    t ->
                            t.withName(asked.name())
                                    .withWeight(asked.weight())
                                    .withSlice(Math.min(asked.slice(), trace.slice())));
        } catch (PolicyRefusedException e) {
            return null;
        }
    }

    private void start(Trace.Task task) {
        Tenant tenant = tenants.get(task.tenant());
        TenantCourse course = courses.get(task.tenant());
        if (tenant == null) {
            return;
        }
        var gate = Latch.of(1);
        try {
            tenant.root().spawn(() -> run(task, course, gate));
            time.at((double) task.cameAt(), task.tenant(), gate);
            left++;
        } catch (RuntimeException e) {
            course.failed(); // its tenant cannot pay for it
        }
    }

    private void run(Trace.Task task, TenantCourse course, Latch first) throws Exception {
        boolean isDone = false;
        try {
            Latch gate = first;
            double wanted = task.cameAt();
            for (int i = 0; ; i += 2) {
                gate.await();
                burst(task.tenant(), course, task.bursts().get(i), wanted);
                if (i + 1 == task.bursts().size()) {
                    break;
                }
                gate = Latch.of(1);
                wanted = time.now() + task.bursts().get(i + 1);
                time.at(wanted, task.tenant(), gate);
            }
            isDone = true;
        } finally {
            left--;
            if (!isDone) {
                course.failed();
            }
        }
    }

    /** The wait before it has cost one operation, as the one in the recorded run has. */
    private void burst(int tenant, TenantCourse course, long operations, double wanted)
            throws InterruptedException {
        try {
            did(course, Math.min(1, operations));
            for (long rest = operations - 1; rest > 0; rest -= LOOK) {
                long some = Math.min(rest, LOOK);
                Stint.checkpoint(some);
                did(course, some);
            }
            course.answered(time.now() - wanted, deadline);
        } finally {
            time.end(tenant);
        }
    }

    private void did(TenantCourse course, long operations) {
        course.did(operations, time.now(), time.isContended());
        time.pass(operations);
    }

    /** The virtual clock moves when nobody can run, and then only. */
    private void conduct() throws InterruptedException {
        do {
            Stint.sleep(Duration.ofNanos(1));
        } while (left > 0 && time.jump());
    }

    private Outcome outcome() {
        long contended = courses.stream().mapToLong(TenantCourse::contended).sum();
        var had = new ArrayList<Outcome.Tenant>();
        for (int i = 0; i < courses.size(); i++) {
            Trace.Tenant asked = trace.tenants().get(i);
            Tenant tenant = tenants.get(i);
            TenantCourse course = courses.get(i);
            had.add(
                    course.toOutcome(
                            asked.name(),
                            tenant == null ? 0 : tenant.weight(),
                            tenant != null,
                            contended,
                            course.parts(Outcome.PARTS, time.now())));
        }
        return new Outcome(policy.name(), Math.round(time.now()), had);
    }
}
