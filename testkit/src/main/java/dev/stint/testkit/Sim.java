package dev.stint.testkit;

import dev.stint.Scheduler;
import dev.stint.env.Decisions;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.TaskSnapshot;
import dev.stint.internal.sim.SimScheduler;
import dev.stint.nursery.Nursery;
import dev.stint.testkit.config.Fault;
import dev.stint.testkit.config.Progress;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.internal.run.DecisionStream;
import dev.stint.testkit.internal.run.Exploration;
import dev.stint.testkit.internal.run.Program;
import dev.stint.testkit.internal.run.Replayer;
import dev.stint.testkit.internal.search.Choices;
import dev.stint.testkit.internal.search.Recording;
import dev.stint.testkit.internal.woven.WovenSimulation;
import dev.stint.testkit.result.SimFailedError;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import dev.stint.testkit.search.Search;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One simulated run of a program, under one schedule.
 *
 * <pre>{@code
 * Sim.check(cfg -> cfg.withSchedules(10_000), sim -> {
 *     var counter = new SharedInt(0);
 *     sim.run(nursery -> {
 *         nursery.spawn("left", () -> counter.set(counter.get() + 1));
 *         nursery.spawn("right", () -> counter.set(counter.get() + 1));
 *     });
 *     assertEquals(2, counter.get());
 * });
 * }</pre>
 */
public final class Sim {
    /** What is simulated. Runs once for each schedule: it makes all its state itself. */
    @FunctionalInterface
    public interface Body {
        void run(Sim sim) throws Exception;
    }

    /** What is done with the nursery of {@link #run}. */
    @FunctionalInterface
    public interface InNursery {
        void run(Nursery nursery) throws Exception;
    }

    /** Of schedules that nobody counts. */
    private static final int MOST_STEPS = 100_000_000;

    private final Scheduler scheduler;
    private final DecisionStream decisions;

    Sim(Scheduler scheduler, DecisionStream decisions) {
        this.scheduler = scheduler;
        this.decisions = decisions;
    }

    /** Explores a program and says what was found. */
    public static SimResult explore(SimConfig config, Body body) throws InterruptedException {
        Objects.requireNonNull(config, "configuration of an exploration");
        Objects.requireNonNull(body, "what is to be explored");
        Optional<Path> replayed = config.strategy().replayed();
        return replayed.isPresent()
                ? Replayer.replayOrThrow(config, replayed.get(), programOf(body))
                : new Exploration(config, programOf(body)).run();
    }

    /** Explores a program and says what was found; tells how far it has come meanwhile. */
    public static SimResult explore(SimConfig config, Body body, Progress progress)
            throws InterruptedException {
        Objects.requireNonNull(config, "configuration of an exploration");
        Objects.requireNonNull(body, "what is to be explored");
        Objects.requireNonNull(progress, "who is told");
        return config.strategy().replayed().isPresent()
                ? explore(config, body) // one schedule: there is no way to tell of
                : new Exploration(config, programOf(body), progress).run();
    }

    /**
     * Runs the one schedule that a file has recorded.
     *
     * @param config as in the exploration that wrote the file; what the file says goes first
     */
    public static SimReplay replay(SimConfig config, Path file, Body body)
            throws InterruptedException {
        Objects.requireNonNull(config, "configuration of a replay");
        Objects.requireNonNull(file, "trace file");
        Objects.requireNonNull(body, "what is to be replayed");
        return Replayer.replay(config, file, programOf(body));
    }

    /**
     * The name of what was explored when a trace file was written: see {@link SimConfig#name}.
     *
     * @throws IllegalArgumentException if there is no such file, or it is no trace
     */
    public static String nameIn(Path file) {
        Objects.requireNonNull(file, "trace file");
        String name = Recording.read(file).facts().get("test");
        if (name == null) {
            throw new IllegalArgumentException(file + " does not say what it is the trace of");
        }
        return name;
    }

    /** Explores a program: {@code Sim.explore(cfg -> cfg.withSchedules(500), sim -> ...)}. */
    public static SimResult explore(UnaryOperator<SimConfig> configure, Body body)
            throws InterruptedException {
        Objects.requireNonNull(configure, "the configuration function");
        return explore(
                Objects.requireNonNull(
                        configure.apply(SimConfig.defaults()),
                        "the configuration function returned null; return the changed"
                                + " configuration"),
                body);
    }

    /**
     * Explores a program, and throws if a schedule fails.
     *
     * @throws SimFailedError says which schedule, what went wrong, and how to see it again
     */
    public static void check(UnaryOperator<SimConfig> configure, Body body)
            throws InterruptedException {
        explore(configure, body).throwIfFailed();
    }

    /**
     * The decisions of one schedule, for a scheduler that is opened elsewhere: {@code
     * Scheduler.open(c -> c.withDecisions(Sim.decisions(Strategy.pct(3), Picks.TASKS, 7)))}. How
     * many there will be is not known beforehand, so the seed says for how many they are meant,
     * too. From now on woven code asks the simulation, if there is any.
     */
    public static Decisions decisions(Strategy strategy, SimConfig.Picks picks, long seed) {
        WovenSimulation.get().install();
        Search search = strategy.start();
        search.end(16 << (2 * Math.floorMod(seed, 4))); // pct spreads its few changes over so many
        if (!search.begin(seed)) {
            throw new IllegalStateException("strategy " + strategy + " has no schedule at all");
        }
        SimConfig config =
                SimConfig.defaults().withStrategy(strategy).withPicks(picks).withSteps(MOST_STEPS);
        return new DecisionStream(search, config, new Choices(), null);
    }

    /** The simulated scheduler. It is closed after the run. */
    public Scheduler scheduler() {
        return scheduler;
    }

    /**
     * Opens a nursery, runs the body, and waits for all children; fails as the first of them does.
     */
    public void run(InNursery body) throws Exception {
        Objects.requireNonNull(body, "what is to be run");
        try (Nursery nursery = scheduler.nursery()) {
            try {
                body.run(nursery);
                nursery.join();
            } catch (Throwable e) {
                decisions.failing(e);
                nursery.cancel();
                throw e;
            }
        }
    }

    /**
     * Throws unless everything that was started has ended, and all books balance. This is looked at
     * after each run anyway; call it where it must hold earlier.
     */
    public void assertQuiescent() {
        decisions.ensureRunning();
        List<String> problems = new ArrayList<>(SimScheduler.of(scheduler).orphans());
        problems.addAll(SimScheduler.of(scheduler).audit());
        SchedulerSnapshot now = scheduler.snapshot();
        if (now.activeTasks() > 0) {
            problems.add(now.activeTasks() + " not ended:" + TaskSnapshot.toLines(now.tasks()));
        }
        if (!problems.isEmpty()) {
            throw new AssertionError("not quiescent: " + String.join("; ", problems));
        }
    }

    /** A number from 0 to {@code alternatives - 1}; the strategy decides it as everything else. */
    public int choose(int alternatives) {
        decisions.ensureRunning();
        if (alternatives < 1) {
            throw new IllegalArgumentException(
                    "there must be something to choose from, not "
                            + alternatives
                            + " alternatives");
        }
        return alternatives == 1 ? 0 : decisions.choose(Decisions.Kind.VALUE, alternatives);
    }

    /**
     * Adds something that may go wrong in this run: {@code sim.mayHappen(Fault.close(channel))}.
     */
    public void mayHappen(Fault fault) {
        decisions.ensureRunning();
        decisions.plan().add(Objects.requireNonNull(fault, "what may happen"));
    }

    /**
     * Whether this goes wrong here, such as I/O: {@code if (sim.fails("disk is full")) throw new
     * IOException(...)}. Counts as one of the faults that one schedule may have.
     */
    public boolean fails(String what) {
        return decisions.plan().fails(Objects.requireNonNull(what, "what may fail"));
    }

    /**
     * Lets another task go on here, if the strategy says so. Does nothing outside a simulation, so
     * that it may stay in code that is also run without one.
     */
    public static void point() {
        DecisionStream stream = DecisionStream.ofCaller();
        if (stream != null) {
            stream.pass(0, true);
        }
    }

    /** A body as it is explored. From now on woven code asks the simulation, if there is any. */
    static Program programOf(Body body) {
        WovenSimulation.get().install();
        return new BodyProgram(body);
    }

    private record BodyProgram(Body body) implements Program {
        @Override
        public void run(Scheduler scheduler, DecisionStream decisions) throws Exception {
            body.run(new Sim(scheduler, decisions));
        }

        @Override
        public void ended(DecisionStream decisions) {
            WovenSimulation.get().ended(decisions);
        }
    }
}
