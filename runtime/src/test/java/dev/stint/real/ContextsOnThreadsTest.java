package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.context.ContextState;
import dev.stint.context.SchedulingContext;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [EVOLUTION:stage-4] [EVOLUTION:gate-contexts] Rights to processor time, on threads. */
@Timeout(60)
class ContextsOnThreadsTest {
    private static SchedulingContext context(Scheduler scheduler, long operations, long millis) {
        return scheduler.openContext(
                c ->
                        c.withOperations(operations)
                                .withTime(Duration.ofMillis(millis))
                                .withPeriod(Duration.ofMillis(10)));
    }

    private static boolean isUsedUpBy(int tasks, SchedulingContext context) {
        var seen = context.snapshot();
        return seen.state() == ContextState.DEPLETED && seen.waiting() == tasks;
    }

    private static void spin(AtomicBoolean stop) throws InterruptedException {
        while (!stop.get()) {
            Stint.checkpoint(100);
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void time_ofAHog_isBoundedInEachPeriod(Cores cores) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withCores(cores))) {
            var context = context(scheduler, 1_000_000_000_000L, 2);
            var stop = new AtomicBoolean();
            long began = scheduler.run(Stint::nanoTime);
            Task<?> hog = scheduler.root().spawn(() -> spin(stop));
            context.bind(hog);
            while (context.snapshot().depletions() < 5) {
                Thread.sleep(1);
            }
            var seen = context.snapshot();
            long took = scheduler.run(Stint::nanoTime) - began;
            stop.set(true);
            hog.await();

            long periods = took / 10_000_000 + 2;
            // A look may come late by what the machine takes its processor away for, but not twice.
            assertThat(seen.timeUsed().toNanos()).isPositive();
            assertThat(seen.timeUsed().plus(seen.timeLeft()).toMillis())
                    .isLessThanOrEqualTo(2 * periods);
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void tasks_ofManyContexts_allEndAndAreAllPaid(Cores cores) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(3).withCores(cores))) {
            var contexts = new ArrayList<SchedulingContext>();
            for (int i = 0; i < 4; i++) {
                contexts.add(context(scheduler, 50_000, 4));
            }
            var channel = Channel.<Integer>buffered(4);
            var tasks = new ArrayList<Task<?>>();
            var bound = Channel.<Integer>rendezvous();
            for (int i = 0; i < 64; i++) {
                boolean sends = i % 2 == 0;
                tasks.add(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            bound.receiveOrClosed(); // not before it is bound
                                            for (int round = 0; round < 20; round++) {
                                                Stint.checkpoint(200);
                                                if (sends) {
                                                    channel.send(round);
                                                } else {
                                                    channel.receive();
                                                }
                                            }
                                        }));
                contexts.get(i % 4).bind(tasks.getLast());
            }
            bound.close();
            for (Task<?> task : tasks) {
                task.await();
            }

            for (SchedulingContext context : contexts) {
                while (context.snapshot().tasks() > 0) {
                    Thread.sleep(1);
                }
                var seen = context.snapshot();
                assertThat(seen.waiting()).isZero();
                assertThat(seen.operationsUsed()).isPositive();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void tasks_ofOneContextOnSeveralWorkers_allStopWhenItIsUsedUp(Cores cores) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(3).withCores(cores))) {
            for (int round = 0; round < 20; round++) {
                var context =
                        scheduler.openContext(
                                c -> c.withOperations(50_000).withPeriod(Duration.ofHours(1)));
                var stop = new AtomicBoolean();
                var tasks = new ArrayList<Task<?>>();
                for (int i = 0; i < 4; i++) {
                    tasks.add(scheduler.root().spawn(() -> spin(stop)));
                    context.bind(tasks.getLast());
                }
                while (!isUsedUpBy(4, context)) {
                    Thread.sleep(1);
                }
                stop.set(true);
                context.close();
                for (Task<?> task : tasks) {
                    task.await(Duration.ofSeconds(30));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void bound_whileItRunsAlone_changesAtItsNextLook(Cores cores) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withCores(cores))) {
            var context =
                    scheduler.openContext(
                            c -> c.withOperations(5_000).withPeriod(Duration.ofHours(1)));
            var stop = new AtomicBoolean();
            Task<?> task = scheduler.root().spawn(() -> spin(stop));
            while (task.usage().runs() == 0) {
                Thread.sleep(1);
            }
            Thread.sleep(5); // until nothing but this task keeps a worker busy
            context.bind(task);
            while (context.snapshot().state() != ContextState.DEPLETED) {
                Thread.sleep(1);
            }
            context.unbind(task);
            stop.set(true);
            task.await(Duration.ofSeconds(30));
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void bindingAndCancelling_whileTasksRun_losesNone(Cores cores) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(3).withCores(cores))) {
            for (int round = 0; round < 30; round++) {
                var context = context(scheduler, 5_000, 2);
                var stop = new AtomicBoolean();
                var tasks = new ArrayList<Task<?>>();
                for (int i = 0; i < 12; i++) {
                    tasks.add(scheduler.root().spawn(() -> spin(stop)));
                }
                tasks.forEach(context::bind);
                for (int i = 0; i < 12; i += 3) {
                    tasks.get(i).cancel();
                    context.unbind(tasks.get(i + 1));
                }
                if (round % 2 == 0) {
                    context.close();
                }
                stop.set(true);
                for (Task<?> task : tasks) {
                    task.awaitOutcome();
                }
                while (context.snapshot().tasks() > 0) {
                    Thread.sleep(1); // a task has ended before its worker takes it off
                }
                assertThat(context.snapshot().waiting()).isZero();
                context.close();
            }
        }
    }

    @Test
    void close_whileATaskWaitsForALongPeriod_cancelsIt() throws Exception {
        var scheduler =
                Scheduler.open(c -> c.withWorkers(2).withCloseTimeout(Duration.ofMillis(200)));
        var context =
                scheduler.openContext(c -> c.withOperations(5_000).withPeriod(Duration.ofHours(1)));
        Task<?> task = scheduler.root().spawn(() -> spin(new AtomicBoolean()));
        context.bind(task);
        while (context.snapshot().state() != ContextState.DEPLETED) {
            Thread.sleep(1);
        }

        scheduler.close();

        assertThat(task.tryOutcome()).isPresent();
    }

    @Test
    void contexts_besideHogs_runFirst() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1))) {
            var stop = new AtomicBoolean();
            var hogs = new ArrayList<Task<?>>();
            for (int i = 0; i < 16; i++) {
                hogs.add(scheduler.root().spawn(() -> spin(stop)));
            }
            var context = context(scheduler, 100_000, 5);
            Task<Integer> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        for (int i = 0; i < 50; i++) {
                                            Stint.checkpoint(100);
                                            Stint.sleep(Duration.ofMillis(2));
                                        }
                                        return 1;
                                    });
            context.bind(task);

            assertThat(task.await(Duration.ofSeconds(30))).isEqualTo(1);
            assertThat(context.snapshot().operationsUsed()).isGreaterThanOrEqualTo(50 * 1_000);
            stop.set(true);
            for (Task<?> hog : hogs) {
                hog.await();
            }
        }
    }
}
