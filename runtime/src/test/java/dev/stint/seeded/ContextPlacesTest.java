package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.context.Criticality;
import dev.stint.context.WorkerMask;
import dev.stint.internal.stack.Processor;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [EVOLUTION:stage-4] [EVOLUTION:gate-contexts] Criticality, the workers of a context, and contexts
 * of nurseries.
 */
@Timeout(60)
class ContextPlacesTest extends ContextRuns {
    private static void noted(List<String> order, String what, long operations)
            throws InterruptedException {
        work(operations);
        order.add(what);
    }

    // ---- criticality

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void order_ofContexts_isByCriticalityBeforeTheDeadline(long seed) throws Exception {
        var order = new ArrayList<String>();
        try (var scheduler = open(seed, 1)) {
            var low = context(scheduler, 50_000, c -> c.withCriticality(Criticality.LOW));
            var soon = context(scheduler, 50_000, c -> c.withDeadline(Duration.ofMillis(5)));
            var high = context(scheduler, 50_000, c -> c.withCriticality(Criticality.HIGH));
            var tasks = new ArrayList<Task<?>>();
            tasks.add(scheduler.root().spawn(() -> noted(order, "low", 10_000)));
            tasks.add(scheduler.root().spawn(() -> noted(order, "soon", 10_000)));
            tasks.add(scheduler.root().spawn(() -> noted(order, "high", 10_000)));
            low.bind(tasks.get(0));
            soon.bind(tasks.get(1));
            high.bind(tasks.get(2));
            for (Task<?> task : tasks) {
                task.await();
            }
        }
        assertThat(order).containsExactly("high", "soon", "low");
    }

    @Test
    void admissionRejection_ofWhatIsMoreCritical_saysWhoWouldBeLate() {
        try (var scheduler = open(1, 1)) {
            context(
                    scheduler,
                    50_000,
                    c ->
                            c.withName("control")
                                    .withTime(Duration.ofMillis(1))
                                    .withDeadline(Duration.ofMillis(2)));

            assertThatThrownBy(
                            () ->
                                    context(
                                            scheduler,
                                            50_000,
                                            c ->
                                                    c.withName("alarm")
                                                            .withTime(Duration.ofMillis(4))
                                                            .withCriticality(Criticality.HIGH)))
                    .hasMessageContaining("'control' would not be in time")
                    .hasMessageContaining("have 1000000 ns besides its own");
        }
    }

    // ---- workers

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void mask_ofAContext_keepsItsTasksToItsWorkers(long seed) throws Exception {
        try (var scheduler = open(seed, 4)) {
            var context = context(scheduler, 100_000, c -> c.withWorkers(WorkerMask.of(1, 3)));
            Set<Integer> seen = new TreeSet<>();
            Set<Integer> others = new TreeSet<>();
            var tasks = new ArrayList<Task<?>>();
            for (int i = 0; i < 4; i++) {
                tasks.add(scheduler.root().spawn(() -> wanders(others, false)));
            }
            for (int i = 0; i < 6; i++) {
                Task<?> task = scheduler.root().spawn(() -> wanders(seen, true));
                context.bind(task);
                tasks.add(task);
            }
            for (Task<?> task : tasks) {
                task.await();
            }

            assertThat(seen).isNotEmpty().isSubsetOf(1, 3);
            assertThat(others).isNotEmpty();
        }
    }

    private static void wanders(Set<Integer> seen, boolean sleeps) throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            seen.add(Processor.current().id());
            work(1_000);
            if (sleeps && i % 3 == 0) {
                Stint.sleep(Duration.ofMillis(1));
            } else {
                Stint.yield();
            }
        }
    }

    @Test
    void mask_ofWorkersThatAreNotThere_isRefused() {
        try (var scheduler = open(1, 2)) {
            assertThatThrownBy(
                            () ->
                                    context(
                                            scheduler,
                                            5_000,
                                            c -> c.withWorkers(WorkerMask.range(1, 3))))
                    .hasMessageContaining("is to run on workers {1, 2}")
                    .hasMessageContaining("has 2, numbered from 0");
        }
        assertThatThrownBy(() -> WorkerMask.of()).hasMessageContaining("Name one");
        assertThatThrownBy(() -> WorkerMask.of(-1)).hasMessageContaining("numbered from 0");
    }

    @Test
    void admissionRejection_ofTooMuchOnOneWorker_namesIt() {
        try (var scheduler = open(1, 4)) {
            context(
                    scheduler,
                    5_000,
                    c -> c.withTime(Duration.ofMillis(5)).withWorkers(WorkerMask.of(2)));

            assertThatThrownBy(
                            () ->
                                    context(
                                            scheduler,
                                            5_000,
                                            c ->
                                                    c.withTime(Duration.ofMillis(3))
                                                            .withWorkers(WorkerMask.of(2))))
                    .hasMessageContaining("0.750 of workers {2}");
            context(
                    scheduler,
                    5_000,
                    c -> c.withTime(Duration.ofMillis(3)).withWorkers(WorkerMask.of(1)));
        }
    }

    // ---- nurseries

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void nursery_withAContext_bindsWhatIsStartedInIt(int workers) throws Exception {
        try (var scheduler = open(1, workers)) {
            var context = context(scheduler, 1_000_000);
            try (var nursery = scheduler.nursery(n -> n.withContext(context))) {
                for (int i = 0; i < 5; i++) {
                    nursery.spawn(
                            () -> {
                                work(10_000);
                                scheduler.root().spawn(() -> work(100_000)).await();
                            });
                }
            }

            assertThat(context.snapshot().operationsUsed()).isBetween(50_000L, 80_000L);
            assertThat(context.snapshot().tasks()).isZero();
        }
    }

    @Test
    void nursery_whoseContextIsClosed_startsTasksAsOthersDo() throws Exception {
        try (var scheduler = open(1, 1)) {
            var context = context(scheduler, 1_000_000);
            try (var nursery = scheduler.nursery(n -> n.withContext(context))) {
                context.close();
                assertThat(nursery.spawn(() -> 1).await()).isEqualTo(1);
            }
            assertThat(context.snapshot().tasks()).isZero();
        }
    }
}
