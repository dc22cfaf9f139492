package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.context.Overrun;
import dev.stint.context.SchedulingContext;
import dev.stint.env.TaskDecisions;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [EVOLUTION:stage-4] What a seed promises of contexts, and what survives the death of workers. */
@Timeout(60)
class ContextSeedsTest extends ContextRuns {
    @ParameterizedTest
    @EnumSource(Cores.class)
    void runs_withTheSameSeed_areTheSame(Cores cores) throws Exception {
        ensureSameTwice(20, cores, ContextSeedsTest::mixture);
    }

    /** Contexts, tenants, channels, sleeps and cancelling, by chance; and what came of it. */
    private static List<Object> mixture(long seed, Cores cores) throws Exception {
        var chance = new Random(seed);
        var result = new ArrayList<Object>();
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withSeed(seed)
                                        .withWorkers(1 + chance.nextInt(3))
                                        .withCores(cores)
                                        .withSlice(5_000))) {
            var tenant = scheduler.openTenant(t -> t.withName("tenant"));
            var contexts = new ArrayList<SchedulingContext>();
            for (int i = 0; i < 4; i++) {
                Overrun overrun = chance.nextBoolean() ? Overrun.SUSPEND : Overrun.DEMOTE;
                contexts.add(
                        context(
                                scheduler,
                                3_000 + chance.nextInt(20_000),
                                c -> c.withOverrun(overrun)));
            }
            var channel = Channel.<Integer>buffered(2);
            var tasks = new ArrayList<Task<?>>();
            for (int i = 0; i < 16; i++) {
                int rounds = 5 + chance.nextInt(20);
                long pause = chance.nextInt(3) * 3_000_000L;
                var nursery = chance.nextBoolean() ? scheduler.root() : tenant.root();
                boolean sends = i % 2 == 0;
                tasks.add(
                        nursery.spawn(
                                () -> {
                                    for (int round = 0; round < rounds; round++) {
                                        work(2_000);
                                        if (sends) {
                                            channel.trySend(round);
                                        } else {
                                            channel.tryReceive();
                                        }
                                        if (pause > 0) {
                                            Stint.sleep(Duration.ofNanos(pause));
                                        }
                                    }
                                }));
                if (chance.nextInt(4) > 0) {
                    contexts.get(chance.nextInt(4)).bind(tasks.getLast());
                }
            }
            Task<?> victim = tasks.get(chance.nextInt(16));
            scheduler.run(
                    () -> {
                        Stint.sleep(Duration.ofMillis(15));
                        victim.cancel();
                        contexts.get(0).close();
                    });
            for (Task<?> task : tasks) {
                result.add(task.awaitOutcome().getClass().getSimpleName());
                result.add(task.receipt());
            }
            for (SchedulingContext context : contexts) {
                ensureNothingIsLeft(context, "seed " + seed);
                result.add(context.snapshot());
            }
            result.add(scheduler.traceHash());
            tenant.close();
        }
        return result;
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void death_ofAWorkerAtEachPoint_losesNoTaskAndNoPeriod(Cores cores) throws Exception {
        killedAtEachPoint(cores, ContextSeedsTest::twoTasks);
    }

    /** The first has the second go on. */
    private static void twoTasks(Scheduler scheduler, String about) throws Exception {
        var context = context(scheduler, 5_000);
        var bell = Channel.<Integer>rendezvous();
        Task<?> first =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    work(10_000);
                                    bell.send(1);
                                });
        Task<?> second =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    bell.receive();
                                    work(10_000);
                                });
        context.bind(first);
        context.bind(second);
        first.await();
        second.await();

        ensureNothingIsLeft(context, about);
        assertThat(context.snapshot().operationsUsed()).isGreaterThanOrEqualTo(20_000);
    }

    @Test
    void simulated_byTasks_waitsForThePeriodToo() throws Exception {
        var decisions =
                new TaskDecisions() {
                    @Override
                    public int next(Ready ready) {
                        return ready.count() - 1;
                    }

                    @Override
                    public int choose(Kind kind, int alternatives) {
                        return 0;
                    }
                };
        try (var scheduler = Scheduler.open(c -> c.withDecisions(decisions).withWorkers(2))) {
            var context = context(scheduler, 5_000);
            var end = new AtomicLong();
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        work(20_000);
                                        end.set(Stint.nanoTime());
                                    });
            context.bind(task);
            task.await();

            assertThat(end.get()).isGreaterThan(3 * PERIOD);
        }
    }
}
