package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.SmallJar;
import dev.stint.budget.Budget;
import dev.stint.capability.CapSchedule;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** [EVOLUTION:stage-4] What metered code may do with a right to processor time, and what not. */
@Timeout(60)
class TenantScheduleTest {
    private static final Budget PLENTY = new Budget(1L << 30, 1L << 30, 100, 0, 0);

    @TempDir private Path folder;

    private MeteredClassLoader load(String body) {
        Path jar =
                new SmallJar()
                        .withClass(
                                "acme.Program",
                                """
                                package acme;
                                import dev.stint.Stint;
                                import dev.stint.context.SchedulingContext;
                                import dev.stint.context.WorkerMask;
                                import dev.stint.lease.CpuLease;
                                import java.time.Duration;
                                import java.util.List;
                                public class Program {
                                    public static Object run() throws Exception { %s }
                                }
                                """
                                        .formatted(body))
                        .writeTo(folder.resolve("acme.jar"));
        return MeteredClassLoader.of(
                "acme", List.of(jar), Surface.ofTenant(), getClass().getClassLoader());
    }

    /** What it says in the end, or what was thrown, and what it has spent. */
    private record Ran(String said, Budget spent, CapSchedule right) {}

    private Ran run(String body) throws Exception {
        try (var loader = load(body);
                var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(3))) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("acme"));
            CapSchedule right =
                    tenant.issuer().schedule().withUtilisationAtMost(0.5).withContextsAtMost(3);
            Method method = Class.forName("acme.Program", true, loader).getMethod("run");
            try (Nursery nursery =
                    tenant.nursery(
                            n ->
                                    n.withBudget(PLENTY.times(4))
                                            .withChildBudget(PLENTY)
                                            .withCancelOnError(false))) {
                Task<Object> task =
                        nursery.spawn(
                                TaskOptions.named("main").withCapabilities(right),
                                () -> said(method));
                String said = String.valueOf(task.await());
                return new Ran(said, task.receipt().orElseThrow().spent(), right);
            } finally {
                tenant.close();
            }
        }
    }

    private static Object said(Method method) throws IllegalAccessException {
        try {
            return method.invoke(null);
        } catch (InvocationTargetException e) {
            return String.valueOf(e.getCause());
        }
    }

    @Test
    void contextAndLease_openedByMeteredCode_workAndArePaid() throws Exception {
        Ran ran =
                run(
                        """
                        try (SchedulingContext context = Stint.openContext(c -> c.withName("mine")
                                .withTime(Duration.ofMillis(1)).withPeriod(Duration.ofMillis(10)))) {
                            context.bind(Stint.currentTask().orElseThrow());
                            Stint.yield();
                            Stint.checkpoint(700);
                            CpuLease lease = Stint.openLease(l -> l.withName("own"));
                            lease.close();
                            return context.snapshot().operationsUsed() >= 700 ? "used" : "unused";
                        }
                        """);

        assertThat(ran.said()).isEqualTo("used");
        assertThat(ran.spent().ops()).isGreaterThan(2_700);
        assertThat(ran.spent().memory()).isGreaterThan(2 * 8_192);
        assertThat(ran.right().contextsLeft()).hasValue(3);
    }

    @Test
    void contextsThatAreNotClosed_endWithTheTenant() throws Exception {
        Ran ran =
                run("for (int i = 0; i < 3; i++) { Stint.openContext(c -> c); } return \"open\";");

        assertThat(ran.said()).isEqualTo("open");
        assertThat(ran.right().contextsLeft()).hasValue(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "return Stint.openContext(c -> c.withTime(Duration.ofMillis(6))); | is one to 0.5",
                "for (int i = 0; i < 4; i++) Stint.openContext(c -> c); return 1; | 3 contexts",
                "return WorkerMask.of(Integer.MAX_VALUE); | is for the host",
                "return Stint.openLease(l -> l).snapshot(); | is for the host",
                "return Stint.openContext(c -> c.withDepletionEndpoint(null)); | is for the host",
                "return Stint.openLease(l -> l.withProcessors(List.of(0))); | is for the host",
                "return Stint.openLease(l -> l).owner(); | is for the host",
                "return dev.stint.actor.Endpoint.open(\"e\", Stint.openContext(c -> c)); | is for"
                        + " the host"
            })
    void whatIsNotForATenant_isRefused(String body, String why) throws Exception {
        assertThat(run(body).said()).contains(why);
    }
}
