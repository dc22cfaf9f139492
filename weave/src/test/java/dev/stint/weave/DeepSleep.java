package dev.stint.weave;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.error.StintException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Has tasks of a tenant wait far down their stacks, all at once, until their deadline has passed;
 * then asks another tenant. Prints a line for each. Run in a JVM of its own: what it does to the
 * heap and to the stacks of carriers is nobody else's business.
 */
final class DeepSleep {
    private static final Budget MUCH = new Budget(1L << 32, 1L << 33, 100, 1_000, 0);
    private static final Duration DEADLINE = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private DeepSleep() {}

    /** {@code args}: the jar, how many classes {@code acme.A0} ..., the kind of cores, frames. */
    public static void main(String[] args) throws Exception {
        int frames = Integer.parseInt(args[3]);
        List<Path> jar = List.of(Path.of(args[0]));
        ClassLoader parent = DeepSleep.class.getClassLoader();
        try (Scheduler scheduler =
                        Scheduler.open(c -> c.withWorkers(2).withCores(Cores.valueOf(args[2])));
                Tenant victim = scheduler.openTenant(t -> t.withName("victim"));
                Tenant mallory = scheduler.openTenant(t -> t.withName("mallory"));
                var loader = MeteredClassLoader.of("acme", jar, Surface.ofTenant(), parent)) {
            Nursery nursery =
                    mallory.nursery(
                            n ->
                                    n.withBudget(MUCH.times(20))
                                            .withCancelOnError(false)
                                            .withDeadline(DEADLINE));
            List<Task<Object>> tasks = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                Method attack = loader.loadClass("acme.A" + i).getMethod("attack", int.class);
                tasks.add(
                        nursery.spawn(
                                TaskOptions.named("A" + i).withBudget(MUCH),
                                () -> call(attack, frames)));
            }
            for (Task<Object> task : tasks) {
                System.out.println(
                        task + ": " + task.awaitOutcome(PATIENCE).map(DeepSleep::inWords));
            }
            try {
                nursery.close();
            } catch (StintException ended) {
                // its tasks have told
            }
            System.out.println("victim: " + victim.root().spawn(() -> 42).await(PATIENCE));
        }
    }

    private static Object call(Method attack, int frames) throws Exception {
        try {
            return attack.invoke(null, frames);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : new Exception(e.getCause());
        }
    }

    private static String inWords(Outcome<Object> outcome) {
        return switch (outcome) {
            case Outcome.Success<Object>(var value) -> "done, " + value;
            case Outcome.Failure<Object>(var e) -> "failed, " + e + ", " + e.getCause();
            case Outcome.Cancelled<Object>() -> "cancelled";
        };
    }
}
