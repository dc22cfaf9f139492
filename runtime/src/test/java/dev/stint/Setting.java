package dev.stint;

import dev.stint.config.Cores;
import dev.stint.config.SchedulerConfig;
import dev.stint.env.Decisions;
import dev.stint.env.TaskDecisions;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a contract is run on: either driver, either kind of core. */
public enum Setting {
    THREADS_VIRTUAL(Cores.VIRTUAL, false),
    THREADS_BARE(Cores.BARE, false),
    SEEDED_VIRTUAL(Cores.VIRTUAL, true),
    SEEDED_BARE(Cores.BARE, true);

    private static final long SEED = 77;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration CLOSING = Duration.ofSeconds(5);

    /** Decides instead of the seed that it is given; null if seeds decide. */
    private static volatile @Nullable LongFunction<Decisions> decider;

    private final Cores cores;
    private final boolean seeded;

    Setting(Cores cores, boolean seeded) {
        this.cores = cores;
        this.seeded = seeded;
    }

    /**
     * From now on these decide wherever a contract or a model asks for a seed; null for the seed
     * again. So other modules run the tests of this one under schedules of their own.
     */
    public static void decideBy(@Nullable LongFunction<Decisions> decisionsOfASeed) {
        decider = decisionsOfASeed;
    }

    static boolean isDecided() {
        return decider != null;
    }

    /** Whether another task may go on before any operation, and not only where one waits. */
    public static boolean picksTasks() {
        var other = decider;
        return other != null && other.apply(SEED) instanceof TaskDecisions;
    }

    /** A scheduler with this seed, or with the decisions that stand for it. */
    public static SchedulerConfig seeded(SchedulerConfig config, long seed) {
        var seeded = config.withSeed(seed);
        var other = decider;
        return other == null ? seeded : seeded.withDecisions(other.apply(seed));
    }

    public boolean isSeeded() {
        return seeded;
    }

    public Cores cores() {
        return cores;
    }

    public Scheduler open() {
        return open(UnaryOperator.identity());
    }

    public Scheduler open(UnaryOperator<SchedulerConfig> more) {
        return Scheduler.open(
                c -> {
                    SchedulerConfig config =
                            c.withCores(cores).withWorkers(3).withCloseTimeout(CLOSING);
                    return more.apply(seeded ? seeded(config, SEED) : config);
                });
    }

    /** Where a piece of test code runs: on a thread outside, or in a task. */
    public interface Place {
        Nursery open(UnaryOperator<NurseryConfig> configure);

        default Nursery open() {
            return open(UnaryOperator.identity());
        }

        /** Lets others run until the condition holds. Time does not pass meanwhile under a seed. */
        void until(BooleanSupplier condition) throws InterruptedException;
    }

    /** A piece of test code; it fails by throwing. */
    @FunctionalInterface
    public interface Body {
        void run(Place place) throws Exception;
    }

    /** Runs the body on a thread outside, and then in a task. */
    public void everywhere(Body body) throws Exception {
        try (var scheduler = open()) {
            body.run(outside(scheduler));
            scheduler.run(() -> body.run(INSIDE));
        }
    }

    /** Lets the tasks of a scheduler run until the condition holds. */
    public static void until(Scheduler scheduler, BooleanSupplier condition)
            throws InterruptedException {
        scheduler.run(() -> awaitIn(condition));
    }

    private static Place outside(Scheduler scheduler) {
        return new Place() {
            @Override
            public Nursery open(UnaryOperator<NurseryConfig> configure) {
                return scheduler.nursery(configure);
            }

            @Override
            public void until(BooleanSupplier condition) throws InterruptedException {
                Setting.until(scheduler, condition);
            }
        };
    }

    private static final Place INSIDE =
            new Place() {
                @Override
                public Nursery open(UnaryOperator<NurseryConfig> configure) {
                    return Stint.nursery(configure);
                }

                @Override
                public void until(BooleanSupplier condition) throws InterruptedException {
                    awaitIn(condition);
                }
            };

    private static void awaitIn(BooleanSupplier condition) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new AssertionError("waited in vain");
            }
            Stint.yield();
        }
    }
}
