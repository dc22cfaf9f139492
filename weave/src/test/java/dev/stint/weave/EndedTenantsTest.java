package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.SmallJar;
import dev.stint.budget.Budget;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The class loader of a tenant that has ended is collected, and with it what the JVM keeps of its
 * classes, while the scheduler lives on.
 */
@Timeout(120)
class EndedTenantsTest {
    private static final Budget BUDGET = new Budget(1L << 30, 64 << 20, 100, 1_000, 0);
    private static final int TENANTS = 5;
    private static final int PATIENCE = 100;

    @TempDir private Path folder;
    private Path jar = Path.of("");

    /** Uses whatever the JDK is known to remember something of. */
    @BeforeEach
    void writeJar() {
        jar =
                new SmallJar()
                        .withClass("acme.Kind", "package acme; public enum Kind { ONE, TWO }")
                        .withClass(
                                "acme.Point",
                                "package acme; public record Point(int x, Kind kind)"
                                        + " implements Comparable<Point> {"
                                        + " public int compareTo(Point o) {"
                                        + " return Integer.compare(x, o.x); } }")
                        .withClass(
                                "acme.Program",
                                """
                                package acme;
                                import java.util.EnumMap;
                                import java.util.Map;
                                import java.util.stream.Collectors;
                                import java.util.stream.IntStream;
                                public class Program {
                                    static final ThreadLocal<Point> LAST = new ThreadLocal<>();
                                    interface Greeter { String greet(String name); }
                                    static class Mine extends RuntimeException {}
                                    public static String run() throws Exception {
                                        Greeter plain = name -> "hello " + name + LAST.get();
                                        LAST.set(new Point(1, Kind.ONE));
                                        Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
                                        for (Kind kind : Kind.values()) {
                                            counts.put(kind, switch (kind) { case ONE -> 1; case TWO -> 2; });
                                        }
                                        String text = IntStream.range(0, 100)
                                                .mapToObj(i -> new Point(i % 7, Kind.ONE))
                                                .sorted()
                                                .map(Point::toString)
                                                .collect(Collectors.joining(","));
                                        try {
                                            throw new Mine();
                                        } catch (Mine e) {
                                            text += e.getStackTrace().length;
                                        }
                                        Object made = Point.class.getConstructor(int.class, Kind.class)
                                                .newInstance(3, Kind.TWO);
                                        boolean matches = text.matches(".*Point.*");
                                        return plain.greet("" + counts + text.length() + made + matches);
                                    }
                                    public static String fail() { throw new Mine(); }
                                    public static String waitForEver() throws Exception {
                                        Thread.sleep(1_000_000_000L);
                                        return "";
                                    }
                                }
                                """)
                        .writeTo(folder.resolve("acme.jar"));
    }

    private MeteredClassLoader load(String name) {
        return MeteredClassLoader.of(
                name, List.of(jar), Surface.ofTenant(), EndedTenantsTest.class.getClassLoader());
    }

    private static Task<Object> call(Tenant tenant, MeteredClassLoader loader, String method) {
        return tenant.root()
                .spawn(
                        TaskOptions.named(method).withBudget(BUDGET),
                        () -> {
                            Method run = loader.loadClass("acme.Program").getMethod(method);
                            return run.invoke(null);
                        });
    }

    /** A tenant comes, does all kinds of things, is cancelled in the middle of others, and goes. */
    private WeakReference<ClassLoader> comeAndGo(Scheduler scheduler, String name)
            throws Exception {
        try (MeteredClassLoader loader = load(name);
                Tenant tenant =
                        scheduler.openTenant(t -> t.withName(name).withBudget(Budget.UNLIMITED))) {
            Task<Object> runs = call(tenant, loader, "run");
            Task<Object> fails = call(tenant, loader, "fail");
            Task<Object> waits = call(tenant, loader, "waitForEver");
            assertThat(runs.await()).asString().startsWith("hello ");
            fails.awaitOutcome();
            while (waits.tryOutcome().isEmpty() && waits.usage().switches() == 0) {
                Thread.onSpinWait();
            }
            return new WeakReference<>(loader);
        }
    }

    @Test
    void loader_ofATenantThatHasEnded_isCollected() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
            for (int i = 0; i < TENANTS; i++) {
                loaders.add(comeAndGo(scheduler, "acme " + i));
            }

            for (int i = 0; i < PATIENCE && left(loaders) > 0; i++) {
                System.gc();
                scheduler.root().spawn(() -> 1).await(); // the scheduler lives on
            }

            assertThat(left(loaders)).as("loaders of %s that are left", TENANTS).isZero();
        }
    }

    private static long left(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(each -> each.get() != null).count();
    }
}
