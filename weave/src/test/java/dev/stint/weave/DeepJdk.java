package dev.stint.weave;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.error.NurseryDeadlineExceededException;
import dev.stint.error.TaskFailedException;
import dev.stint.hooks.Meter;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * One tenant has the JDK recurse, in one way after the other; after each of them another one tries
 * what it needs of the JDK. Prints a line for each attack, with what became of either.
 *
 * <p>Run in a JVM of its own: a stack overflow inside the JDK may break a class of it for good.
 */
final class DeepJdk {
    private static final Budget MUCH = new Budget(1L << 32, 1L << 33, 100, 0, 0);

    private DeepJdk() {}

    /** Small, to be seen at its end; metered code alone uses 42 MiB between two measurements. */
    private static final long REAL_STACK = 64L << 20;

    /** {@code args}: the jar with the classes {@code acme.A0}, {@code acme.A1} ...; how many. */
    public static void main(String[] args) throws Exception {
        Field stack = Meter.class.getDeclaredField("realStack");
        stack.setAccessible(true);
        stack.set(null, REAL_STACK);
        Path jar = Path.of(args[0]);
        try (Scheduler scheduler = Scheduler.open(c -> c.withWorkers(2));
                Tenant victim = scheduler.openTenant(t -> t.withName("victim"))) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                String attacked = attack(scheduler, jar, i);
                String left =
                        inWords(outcome(victim, "victim", () -> call(jar, "acme.Victim", "look")));
                System.out.println(i + "|" + attacked + "|" + left);
            }
        }
    }

    private static String attack(Scheduler scheduler, Path jar, int number) throws Exception {
        try (Tenant mallory = scheduler.openTenant(t -> t.withName("mallory" + number))) {
            return inWords(
                    outcome(mallory, "attack", () -> call(jar, "acme.A" + number, "attack")));
        }
    }

    private static Object call(Path jar, String type, String name) throws Exception {
        ClassLoader parent = DeepJdk.class.getClassLoader();
        try (var loader = MeteredClassLoader.of("acme", List.of(jar), Surface.ofTenant(), parent)) {
            Method method = loader.loadClass(type).getMethod(name);
            return method.invoke(null);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : new Exception(e.getCause());
        }
    }

    private static Outcome<Object> outcome(Tenant tenant, String name, Callable<Object> body)
            throws InterruptedException {
        Nursery nursery =
                tenant.nursery(
                        n ->
                                n.withBudget(MUCH.times(2))
                                        .withCancelOnError(false)
                                        .withDeadline(Duration.ofSeconds(30)));
        var task = nursery.spawn(TaskOptions.named(name).withBudget(MUCH), body);
        try {
            nursery.close();
        } catch (TaskFailedException | NurseryDeadlineExceededException ended) {
            // that is the outcome
        }
        return task.awaitOutcome();
    }

    private static String inWords(Outcome<Object> outcome) {
        String words =
                switch (outcome) {
                    case Outcome.Success<Object>(var value) -> "done: " + value;
                    case Outcome.Failure<Object>(var cause) -> "failed: " + causes(cause);
                    case Outcome.Cancelled<Object>() -> "cancelled";
                };
        String line = words.replace('\n', ' ').replace('|', '/');
        return line.length() < 400 ? line : line.substring(0, 400);
    }

    private static String causes(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return thrown + (cause == null || cause == thrown ? "" : " <- " + causes(cause));
    }
}
