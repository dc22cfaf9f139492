package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.SmallJar;
import dev.stint.budget.Budget;
import dev.stint.error.GuardExceededException;
import dev.stint.guard.Guard;
import dev.stint.guard.GuardReading;
import dev.stint.guard.Limits;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Metered code that found a way around its prices. */
@Timeout(60)
class GuardedTenantTest {
    private static final Budget BUDGET = new Budget(1L << 40, 64 << 20, 0, 0, 0);
    private static final Budget OF_TENANT = BUDGET.plus(new Budget(1_000, 0, 1, 0, 0));

    @TempDir private Path folder;

    private MeteredClassLoader load(String body, ClassLimits limits) {
        Path jar =
                new SmallJar()
                        .withClass(
                                "acme.Program",
                                "package acme; public class Program { " + body + " }")
                        .withClass("acme.Other", "package acme; public class Other { }")
                        .writeTo(folder.resolve("acme.jar"));
        return MeteredClassLoader.of(
                "acme",
                List.of(jar),
                Surface.ofTenant().plus("lent", "dev.stint.weave.LentByTheHost: constant"),
                GuardedTenantTest.class.getClassLoader(),
                UnaryOperator.identity(),
                limits);
    }

    private Task<Object> start(Tenant tenant, MeteredClassLoader loader) {
        return tenant.root()
                .spawn(
                        TaskOptions.named("run").withBudget(BUDGET),
                        () -> {
                            Method run = loader.loadClass("acme.Program").getMethod("run");
                            return run.invoke(null);
                        });
    }

    private static GuardReading memory(Tenant tenant) {
        return tenant.guards().stream()
                .filter(r -> r.guard() == Guard.MEMORY)
                .findAny()
                .orElseThrow();
    }

    @Test
    void anAllocatorWithoutAPrice_stopsItsTenant_andNoOther() throws Exception {
        try (Scheduler scheduler = Scheduler.open(c -> c.withWorkers(2));
                Tenant bad = scheduler.openTenant(t -> t.withName("bad").withBudget(OF_TENANT));
                Tenant good = scheduler.openTenant(t -> t.withName("good"));
                MeteredClassLoader loader =
                        load(
                                "public static Object run() { long n = 0; while (n < 1L << 35)"
                                        + " n += dev.stint.weave.LentByTheHost.make(100_000);"
                                        + " return n; }",
                                ClassLimits.defaults())) {
            Task<Object> task = start(bad, loader);

            Optional<Outcome<Object>> end = task.awaitOutcome(Duration.ofSeconds(30));

            assertThat(end)
                    .hasValueSatisfying(
                            o -> {
                                assertThat(o).isInstanceOf(Outcome.Failure.class);
                                Throwable cause = ((Outcome.Failure<Object>) o).cause();
                                assertThat(cause).isInstanceOf(GuardExceededException.class);
                                var why = (GuardExceededException) cause;
                                assertThat(why.lastCalls())
                                        .anyMatch(f -> f.getClassName().equals("acme.Program"));
                                assertThat(why.reading().uncharged())
                                        .isBetween(
                                                Limits.LEAST_UNCHARGED,
                                                Limits.LEAST_UNCHARGED + (2L << 30));
                            });
            assertThat(task.receipt().orElseThrow().spent().memory()).isLessThan(1 << 20);
            assertThat(good.root().spawn(() -> 1).await()).isEqualTo(1);
        }
    }

    @Test
    void whatIsPriced_andTheClassesThatItLoads_countLittle() throws Exception {
        try (Scheduler scheduler = Scheduler.open(c -> c.withWorkers(1));
                Tenant honest = scheduler.openTenant(t -> t.withName("honest"));
                MeteredClassLoader loader =
                        load(
                                "static Object[] last; public static Object run() { long n = 0;"
                                        + " for (int i = 0; i < 2000; i++) { last = new"
                                        + " Object[10_000]; n += last.length;"
                                        + " n += String.valueOf(i).repeat(100).length(); }"
                                        + " new Other(); return n; }",
                                ClassLimits.defaults())) {
            assertThat(start(honest, loader).await()).isInstanceOf(Long.class);

            while (memory(honest).measured() < 60 << 20) {
                Thread.onSpinWait(); // it is booked when the worker goes over to something else
            }
            assertThat(memory(honest).uncharged()).isLessThan(16 << 20);
        }
    }

    @Test
    void classes_moreThanTheLoaderMayLoad_areRefusedByName() throws Exception {
        try (MeteredClassLoader loader = load("", ClassLimits.defaults().withClasses(1))) {
            loader.loadClass("acme.Program");

            assertThatThrownBy(() -> loader.loadClass("acme.Other"))
                    .isInstanceOf(WeaveRefusedException.class)
                    .hasMessageContaining("acme.Other")
                    .hasMessageContaining("may load 1 of")
                    .hasMessageContaining("ClassLimits");
        }
    }

    @Test
    void classes_largerThanTheLoaderMayLoad_areRefusedByName() throws Exception {
        try (MeteredClassLoader loader = load("", ClassLimits.defaults().withBytes(100))) {
            assertThatThrownBy(() -> loader.loadClass("acme.Other"))
                    .isInstanceOf(WeaveRefusedException.class)
                    .hasMessageContaining("acme.Other")
                    .hasMessageContaining("of 100");
        }
    }

    @Test
    void classLimits_ofNothing_areRefused() {
        assertThatThrownBy(() -> new ClassLimits(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("can load nothing");
    }
}
