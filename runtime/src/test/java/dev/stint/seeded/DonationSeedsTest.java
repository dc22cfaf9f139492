package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.actor.Endpoint;
import dev.stint.config.Cores;
import dev.stint.context.Overrun;
import dev.stint.context.SchedulingContext;
import dev.stint.env.TaskDecisions;
import dev.stint.nursery.Policy;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [EVOLUTION:stage-4] Donation in runs by chance: nothing is left lent, and no task is lost. */
@Timeout(120)
class DonationSeedsTest extends ContextRuns {
    @ParameterizedTest
    @EnumSource(Cores.class)
    void runs_withTheSameSeed_areTheSame(Cores cores) throws Exception {
        ensureSameTwice(30, cores, DonationSeedsTest::mixture);
    }

    /** Callers with and without contexts, servers that call others, cancels, closes; by chance. */
    private static List<Object> mixture(long seed, Cores cores) throws Exception {
        var chance = new Random(seed);
        var result = new ArrayList<Object>();
        int workers = 1 + chance.nextInt(3);
        try (var scheduler =
                        Scheduler.open(
                                c -> c.withSeed(seed).withWorkers(workers).withCores(cores));
                var nursery = scheduler.nursery(n -> n.withPolicy(Policy.runAll()))) {
            var contexts = new ArrayList<SchedulingContext>();
            for (Overrun overrun : Overrun.values()) {
                long budget = 5_000L + chance.nextInt(40_000);
                contexts.add(context(scheduler, budget, c -> c.withOverrun(overrun)));
            }
            var endpoints = new ArrayList<Endpoint<Long, Integer>>();
            for (int i = 0; i < 3; i++) {
                endpoints.add(
                        i == 0
                                ? Endpoint.open("with", contexts.get(1))
                                : Endpoint.open("endpoint " + i));
            }
            var servers = new ArrayList<Task<?>>();
            for (int i = 0; i < 4; i++) {
                servers.add(nursery.spawn(server(endpoints, i % 3, chance.nextInt(3))));
            }
            contexts.getFirst().bind(servers.getFirst());
            var callers = new ArrayList<Task<?>>();
            for (int i = 0; i < 10; i++) {
                callers.add(nursery.spawn(caller(endpoints.get(chance.nextInt(3)), chance)));
                if (chance.nextInt(4) > 0) {
                    contexts.get(chance.nextInt(4)).bind(callers.getLast());
                }
            }
            Task<?> victim = callers.get(chance.nextInt(10));
            Task<?> other = servers.get(chance.nextInt(4));
            scheduler.run(
                    () -> {
                        Stint.sleep(Duration.ofMillis(12));
                        victim.cancel();
                        contexts.get(2).close();
                        Stint.sleep(Duration.ofMillis(7));
                        other.cancel();
                    });
            for (Task<?> caller : callers) {
                result.add(caller.awaitOutcome().getClass().getSimpleName());
            }
            endpoints.forEach(Endpoint::close);
            for (Task<?> server : servers) {
                result.add(server.awaitOutcome().getClass().getSimpleName());
            }
            for (SchedulingContext context : contexts) {
                ensureNothingIsLeft(context, "seed " + seed);
                result.add(context.snapshot());
            }
            result.add(scheduler.traceHash());
        }
        return result;
    }

    private static dev.stint.task.Action server(
            List<Endpoint<Long, Integer>> endpoints, int which, int asksNext) {
        return () -> {
            boolean isOpen = true;
            while (isOpen) {
                isOpen =
                        endpoints
                                .get(which)
                                .serve(
                                        operations -> {
                                            work(operations);
                                            if (asksNext == 1 && which < 2) {
                                                call(endpoints.get(which + 1), operations / 2);
                                            }
                                            return 1;
                                        });
            }
        };
    }

    private static dev.stint.task.Action caller(Endpoint<Long, Integer> endpoint, Random chance) {
        long operations = 500L + chance.nextInt(12_000);
        int times = 1 + chance.nextInt(6);
        return () -> {
            for (int i = 0; i < times; i++) {
                work(1_000);
                call(endpoint, operations);
            }
        };
    }

    private static void call(Endpoint<Long, Integer> endpoint, long operations)
            throws InterruptedException {
        try {
            endpoint.call(operations, Duration.ofMillis(4));
        } catch (TimeoutException | dev.stint.error.StintException late) {
            Stint.checkpoint(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void death_ofAWorkerAtEachPoint_leavesNothingLent(Cores cores) throws Exception {
        killedAtEachPoint(
                cores,
                (scheduler, about) -> {
                    var context = context(scheduler, 1_000_000);
                    calledThroughTwo(scheduler, context);
                    ensureNothingIsLeft(context, about);
                    assertThat(context.snapshot().operationsUsed()).isGreaterThanOrEqualTo(10_000);
                });
    }

    private static void calledThroughTwo(Scheduler scheduler, SchedulingContext context)
            throws Exception {
        var outer = Endpoint.<Long, Integer>open("outer");
        var inner = Endpoint.<Long, Integer>open("inner");
        var patience = Duration.ofSeconds(1);
        Task<?> last =
                scheduler
                        .root()
                        .spawn(
                                () ->
                                        inner.serve(
                                                operations -> {
                                                    work(operations);
                                                    return 1;
                                                }));
        Task<?> middle =
                scheduler.root().spawn(() -> outer.serve(request -> inner.call(request, patience)));
        Task<?> caller = scheduler.root().spawn(() -> outer.call(10_000L, patience));
        context.bind(caller);
        caller.await();
        middle.await();
        last.await();
    }

    @Test
    void simulated_byTasks_leavesNothingLent() throws Exception {
        for (long seed = 0; seed < 50; seed++) {
            var chance = new Random(seed);
            var decisions =
                    new TaskDecisions() {
                        @Override
                        public int next(Ready ready) {
                            return chance.nextInt(ready.count());
                        }

                        @Override
                        public int choose(Kind kind, int alternatives) {
                            return chance.nextInt(alternatives);
                        }
                    };
            try (var scheduler = Scheduler.open(c -> c.withDecisions(decisions).withWorkers(2))) {
                var context = context(scheduler, 20_000);
                calledThroughTwo(scheduler, context);
                ensureNothingIsLeft(context, "seed " + seed);
            }
        }
    }
}
