package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.config.SysmonConfig;
import dev.stint.config.VictimStrategy;
import dev.stint.env.Faults;
import dev.stint.error.WorkerPanicException;
import dev.stint.event.Event;
import dev.stint.event.EventSink;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.Outcome;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * [EVOLUTION:gate-queues] Everything at once, at random: trees of tasks that spawn, yield, sleep,
 * park, block in the JDK, await and cancel, while workers are killed at random points. Nothing may
 * be lost.
 *
 * <p>{@code -Dstint.soak.seconds=N} sets how long (all cases together), {@code -Dstint.soak.seed=S}
 * what is drawn; real threads make no two runs equal, but the shape of the trees is.
 */
@Timeout(3600)
class SoakTest {
    private static final long SEED = Long.getLong("stint.soak.seed", System.nanoTime());
    private static final long SECONDS = Long.getLong("stint.soak.seconds", 6);
    private static final int CASES = 8;
    private static final List<VictimStrategy> VICTIMS = List.of(VictimStrategy.values());
    private static final List<Priority> PRIORITIES = List.of(Priority.values());

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();

    /** Ends that tasks have counted themselves, against what the scheduler counts. */
    private final AtomicLong begun = new AtomicLong();

    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong cancelled = new AtomicLong();
    private final Queue<Throwable> unexpected = new ConcurrentLinkedQueue<>();

    /** Thrown into scheduler code by the faults below. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed(Faults.Point point, int worker) {
            super("worker " + worker + " killed at " + point, null, false, false);
        }
    }

    /** Kills whoever comes by, about once in so many points. */
    private static final class Killer implements Faults {
        private final AtomicLong state = new AtomicLong(SEED);
        private final int oneIn;
        final AtomicLong kills = new AtomicLong();

        Killer(int oneIn) {
            this.oneIn = oneIn;
        }

        @Override
        public void at(Point point, int worker) {
            // A few operations without a lock; a lost update only makes the draw worse.
            long x = state.get() * 0x5DEECE66DL + 11;
            state.lazySet(x);
            if ((x >>> 17) % oneIn == 0) {
                kills.incrementAndGet();
                throw new Killed(point, worker);
            }
        }
    }

    @ParameterizedTest(name = "{0} cores, {1} workers, killed one in {2}")
    @CsvSource({
        "VIRTUAL, 1, 0",
        "VIRTUAL, 3, 0",
        "VIRTUAL, 1, 150",
        "VIRTUAL, 3, 150",
        "BARE, 1, 0",
        "BARE, 3, 0",
        "BARE, 1, 150",
        "BARE, 3, 150"
    })
    @DisplayName("[SCHED:14.1.1] nothing is lost")
    void soak_losesNothing(Cores cores, int workers, int killOneIn) throws Exception {
        System.out.println("soak with -Dstint.soak.seed=" + SEED);
        Killer killer = killOneIn == 0 ? null : new Killer(killOneIn);
        EventSink sink = this::note;
        Scheduler scheduler =
                lab.expectPanics(
                        lab.open(
                                c -> {
                                    var config =
                                            c.withWorkers(workers)
                                                    .withCores(cores)
                                                    .withVictims(
                                                            VICTIMS.get(
                                                                    (workers
                                                                                    + Math.min(
                                                                                            1,
                                                                                            killOneIn))
                                                                            % VICTIMS.size()))
                                                    .withInboxLimit(8)
                                                    .withSysmon(
                                                            SysmonConfig.defaults()
                                                                    .withStallAfter(
                                                                            Duration.ofMillis(4))
                                                                    .withTemporaryIdle(
                                                                            Duration.ofMillis(4)))
                                                    .withSink(sink);
                                    return killer == null ? config : config.withFaults(killer);
                                }));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS) / CASES;
        var seeds = new Random(SEED);
        int rounds = 0;
        while (System.nanoTime() < end) {
            long seed = seeds.nextLong();
            Task<Long> root = spawn(scheduler, TaskOptions.named("root " + rounds++), seed, 4);
            if (rounds % 5 == 0) {
                root.cancel();
                lab.outcome(root);
            } else {
                assertThat(lab.join(root)).isPositive();
            }
        }
        assertThat(scheduler.drain(SchedulerLab.PATIENCE).complete()).isTrue();

        assertThat(rounds).isPositive();
        assertThat(unexpected).isEmpty();
        // Those cancelled before they started never counted themselves.
        assertThat(ended.get()).isEqualTo(begun.get());
        if (killer != null) {
            assertThat(killer.kills.get()).as("kills").isPositive();
        }
    }

    private void note(Event event) {
        if (event instanceof Event.WorkerPanicked(int worker, WorkerPanicException error)
                && !(error.getCause() instanceof Killed)) {
            unexpected.add(new AssertionError("worker " + worker + " died of this", error));
        }
    }

    private Task<Long> spawn(Scheduler scheduler, TaskOptions options, long seed, int depth) {
        return scheduler
                .root()
                .spawn(
                        options,
                        () -> {
                            begun.incrementAndGet();
                            try {
                                return tree(scheduler, new Random(seed), depth);
                            } finally {
                                ended.incrementAndGet();
                            }
                        });
    }

    /** Does something, spawns a few children that do the same, and counts them. */
    private long tree(Scheduler scheduler, Random random, int depth) throws Exception {
        var children = new ArrayList<Task<Long>>();
        int n = depth == 0 ? 0 : random.nextInt(6);
        for (int i = 0; i < n; i++) {
            var options =
                    TaskOptions.named("depth " + (depth - 1))
                            .withPriority(PRIORITIES.get(random.nextInt(3)));
            children.add(spawn(scheduler, options, random.nextLong(), depth - 1));
        }
        for (int ops = random.nextInt(5); ops > 0; ops--) {
            act(scheduler, random);
        }
        long sum = 1;
        for (Task<Long> child : children) {
            if (random.nextInt(20) == 0) {
                child.cancel();
                switch (child.awaitOutcome()) {
                    case Outcome.Success<Long>(var value) -> sum += value;
                    case Outcome.Cancelled<Long>() -> cancelled.incrementAndGet();
                    case Outcome.Failure<Long>(var cause) ->
                            throw new AssertionError("a child failed", cause);
                }
            } else {
                sum += child.await();
            }
        }
        return sum;
    }

    private void act(Scheduler scheduler, Random random) throws Exception {
        boolean mayBlock = scheduler.config().cores() == Cores.VIRTUAL;
        switch (random.nextInt(8)) {
            case 0 -> Stint.yield();
            case 1 -> Stint.sleep(Duration.ofNanos(random.nextInt(300_000)));
            case 2 -> parkAndBeWoken(scheduler);
            case 3 -> Stint.checkpoint(random.nextInt(200_000));
            case 4 -> {
                long until = System.nanoTime() + random.nextInt(20_000);
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
            }
            case 5 -> {
                if (mayBlock) {
                    TimeUnit.NANOSECONDS.sleep(random.nextInt(200_000));
                }
            }
            case 6 -> {
                if (mayBlock) {
                    var queue = new LinkedBlockingQueue<Integer>();
                    Task<Boolean> adding = scheduler.root().spawn(() -> queue.add(1));
                    assertThat(queue.take()).isEqualTo(1);
                    adding.await();
                }
            }
            default -> {
                Task<@Nullable Void> victim =
                        scheduler.root().spawn(() -> Stint.sleep(Duration.ofDays(1)));
                try {
                    Stint.yield();
                } finally {
                    victim.cancel(); // also when this task is itself cancelled
                }
                victim.awaitOutcome();
            }
        }
    }

    private static void parkAndBeWoken(Scheduler scheduler) throws InterruptedException {
        var node = Waits.newNode();
        Task<Boolean> waker = scheduler.root().spawn(() -> node.notifyWaiter(WaitNode.DATA));
        TaskImpl.ensureCurrent("park").awaitNode(node, Long.MAX_VALUE);
        waker.await();
    }
}
