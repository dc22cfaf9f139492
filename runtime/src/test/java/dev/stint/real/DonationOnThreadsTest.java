package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.actor.Endpoint;
import dev.stint.config.Cores;
import dev.stint.context.Overrun;
import dev.stint.context.SchedulingContext;
import dev.stint.context.WorkerMask;
import dev.stint.error.StintException;
import dev.stint.nursery.Policy;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [EVOLUTION:stage-4] [EVOLUTION:gate-contexts] Donation, masks and notices, on threads. */
@Timeout(60)
class DonationOnThreadsTest {
    private static SchedulingContext context(Scheduler scheduler, Overrun overrun) {
        return scheduler.openContext(
                c ->
                        c.withOperations(60_000)
                                .withTime(Duration.ofMillis(2))
                                .withPeriod(Duration.ofMillis(10))
                                .withOverrun(overrun));
    }

    private static void awaitNothingLeft(SchedulingContext context) throws InterruptedException {
        while (context.snapshot().tasks() > 0) {
            Thread.sleep(1); // a task has ended before its worker takes it off
        }
        assertThat(context.snapshot().lent()).isZero();
        assertThat(context.snapshot().waiting()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void endpointDonation_amongManyWithCancelsAndCloses_leavesNothingLent(Cores cores)
            throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(3).withCores(cores))) {
            for (int round = 0; round < 20; round++) {
                try (var nursery = scheduler.nursery(n -> n.withPolicy(Policy.runAll()))) {
                    var contexts = new ArrayList<SchedulingContext>();
                    for (Overrun overrun : Overrun.values()) {
                        contexts.add(context(scheduler, overrun));
                    }
                    var endpoint = Endpoint.<Integer, Integer>open("work");
                    for (int i = 0; i < 3; i++) {
                        nursery.spawn(
                                () -> {
                                    while (endpoint.serve(DonationOnThreadsTest::done)) {
                                        Stint.checkpoint(1);
                                    }
                                });
                    }
                    var callers = new ArrayList<Task<?>>();
                    for (int i = 0; i < 12; i++) {
                        callers.add(nursery.spawn(() -> calls(endpoint)));
                        bindIfAlive(contexts.get(i % 4), callers.getLast());
                    }
                    callers.getFirst().cancel();
                    if (round % 2 == 0) {
                        contexts.get(1).close();
                    }
                    for (Task<?> caller : callers) {
                        caller.awaitOutcome();
                    }
                    endpoint.close();
                    for (SchedulingContext context : contexts) {
                        awaitNothingLeft(context);
                        context.close();
                    }
                }
            }
        }
    }

    private static void bindIfAlive(SchedulingContext context, Task<?> task) {
        try {
            context.bind(task);
        } catch (IllegalStateException ended) {
            assertThat(task.tryOutcome()).isPresent();
        }
    }

    private static int done(int operations) throws InterruptedException {
        for (int i = 0; i < operations; i += 100) {
            Stint.checkpoint(100);
        }
        return 1;
    }

    private static void calls(Endpoint<Integer, Integer> endpoint) throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            try {
                endpoint.call(2_000, Duration.ofSeconds(20));
            } catch (TimeoutException | StintException late) {
                Stint.checkpoint(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void served_besideHogs_isAnsweredOnTheContextOfTheCaller(Cores cores) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1).withCores(cores))) {
            var stop = new AtomicBoolean();
            var hogs = new ArrayList<Task<?>>();
            for (int i = 0; i < 16; i++) {
                hogs.add(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            while (!stop.get()) {
                                                Stint.checkpoint(100);
                                            }
                                        }));
            }
            var context =
                    scheduler.openContext(
                            c -> c.withOperations(500_000).withTime(Duration.ofMillis(5)));
            var endpoint = Endpoint.<Integer, Integer>open("work");
            Task<?> server =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        while (endpoint.serve(DonationOnThreadsTest::done)) {
                                            Stint.checkpoint(1);
                                        }
                                    });
            Task<?> caller = scheduler.root().spawn(() -> calls(endpoint));
            context.bind(caller);
            caller.await(Duration.ofSeconds(30));
            endpoint.close();
            stop.set(true);
            server.await();
            for (Task<?> hog : hogs) {
                hog.await();
            }

            assertThat(context.snapshot().operationsUsed()).isGreaterThan(20 * 1_500);
        }
    }

    @Test
    void mask_ofOneWorkerAmongSleepers_isWoken() throws Exception {
        var thrown = new ConcurrentLinkedQueue<Throwable>();
        var before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> thrown.add(e));
        try {
            runOnOneWorkerEach(200);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(thrown).as("a task that was begun twice").isEmpty();
    }

    private static void runOnOneWorkerEach(int rounds) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(3))) {
            for (int round = 0; round < rounds; round++) {
                int worker = round % 3;
                try (var context =
                        scheduler.openContext(c -> c.withWorkers(WorkerMask.of(worker)))) {
                    try (var nursery = scheduler.nursery(n -> n.withContext(context))) {
                        nursery.spawn(() -> Stint.yield());
                        nursery.spawn(() -> Stint.sleep(Duration.ofNanos(50_000)));
                    }
                }
            }
        }
    }

    @Test
    void timeoutNotification_onThreads_reachesAThreadThatWaits() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            var endpoint = scheduler.depletionEndpoint();
            var context =
                    scheduler.openContext(
                            c ->
                                    c.withOperations(5_000)
                                            .withPeriod(Duration.ofMillis(5))
                                            .withDepletionEndpoint(endpoint));
            var stop = new AtomicBoolean();
            Task<?> hog =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        while (!stop.get()) {
                                            Stint.checkpoint(100);
                                        }
                                    });
            context.bind(hog);
            long heard = 0;
            for (int i = 0; i < 20; i++) {
                heard += endpoint.await().times();
            }
            stop.set(true);
            hog.await();

            assertThat(heard).isBetween(20L, context.snapshot().depletions());
        }
    }
}
