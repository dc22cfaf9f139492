package dev.stint.testkit.internal.run;

import dev.stint.env.Xoshiro256;
import dev.stint.internal.sim.SimThread;
import dev.stint.testkit.config.Progress;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.internal.search.Choices;
import dev.stint.testkit.internal.search.ReplaySearch;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimResult;
import dev.stint.testkit.search.Search;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An exploration: runs a program under one schedule after another, until one fails. */
public final class Exploration {
    /** More than so many different schedules are not told apart any more. */
    private static final int MOST_TOLD_APART = 2_000_000;

    /** More waits inside the JDK than this are not kept. */
    private static final int MOST_UNCONTROLLED = 100;

    /** How often the simulating thread is looked at, and how often it may be found to wait. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private static final int LOOKS_UNTIL_STUCK = 4;

    private static final Duration TO_STOP = Duration.ofSeconds(1);

    private static final long BETWEEN_REPORTS = Duration.ofMillis(200).toNanos();

    private final SimConfig config;
    private final Program program;
    private final @Nullable Progress progress;
    private final @Nullable Path replayed; // the file that the schedule comes from
    private final Set<Long> seen = new HashSet<>();
    private final Set<String> uncontrolled = new LinkedHashSet<>();
    private long schedules;
    private long steps;
    private boolean complete;
    private @Nullable SimFailure failure;
    private @Nullable Attempt last;
    private @Nullable Throwable broken;
    private volatile boolean stopped; // written by the thread that waits for the result

    public Exploration(SimConfig config, Program program) {
        this(config, program, null, null);
    }

    public Exploration(SimConfig config, Program program, Progress progress) {
        this(config, program, progress, null);
    }

    /** Of the one schedule that a file has recorded, which is not to be written again. */
    public Exploration(SimConfig config, Program program, Path replayed) {
        this(config, program, null, replayed);
    }

    private Exploration(
            SimConfig config,
            Program program,
            @Nullable Progress progress,
            @Nullable Path replayed) {
        this.config = config;
        this.program = program;
        this.progress = progress;
        this.replayed = replayed;
    }

    /** Explores on a thread of its own, which also runs the tasks. */
    public SimResult run() throws InterruptedException {
        long start = System.nanoTime();
        Thread host =
                SimThread.create(
                        () -> {
                            try {
                                explore(start);
                            } catch (Throwable e) {
                                broken = e;
                            }
                        },
                        "stint-sim");
        host.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        host.start();
        try {
            awaitEnd(host);
        } catch (InterruptedException e) {
            StackTraceElement[] where = host.getStackTrace();
            stop(host);
            var interrupted =
                    new InterruptedException(
                            "the exploration of "
                                    + config.name()
                                    + " was interrupted in schedule "
                                    + (schedules + 1)
                                    + ", at"
                                    + inLines(where));
            interrupted.initCause(e);
            throw interrupted;
        }
        if (broken != null) {
            throw new IllegalStateException(
                    "the exploration of " + config.name() + " itself failed: " + broken, broken);
        }
        return new SimResult(
                config,
                schedules,
                seen.size(),
                steps,
                complete,
                Duration.ofNanos(System.nanoTime() - start),
                Optional.ofNullable(failure),
                new ArrayList<>(uncontrolled));
    }

    /**
     * Waits for the end, and watches over the simulating thread. When that waits for something that
     * is not the runtime's, nothing can end its wait: tasks run only while it waits through it.
     */
    private void awaitEnd(Thread host) throws InterruptedException {
        int stuck = 0;
        StackTraceElement[] before = {};
        while (!host.join(BETWEEN_LOOKS)) {
            StackTraceElement[] now = host.getStackTrace();
            boolean waits = host.getState() == Thread.State.WAITING;
            stuck = waits && Arrays.equals(now, before) ? stuck + 1 : 0;
            before = now;
            if (stuck == LOOKS_UNTIL_STUCK) {
                stop(host);
                throw new IllegalStateException(
                        config.name()
                                + " waits inside the JDK, in schedule "
                                + (schedules + 1)
                                + ", outside of any task. Its tasks run only while it waits through"
                                + " the runtime: use sim.run(...), Task.await, a Latch or a"
                                + " Channel. It waits at"
                                + inLines(now));
            }
        }
    }

    private void stop(Thread host) throws InterruptedException {
        stopped = true;
        host.interrupt();
        host.join(TO_STOP); // a program that does not heed an interrupt is left to its loop
    }

    private static String inLines(StackTraceElement[] frames) {
        var text = new StringBuilder();
        for (StackTraceElement frame : frames) {
            text.append("\n    at ").append(frame);
        }
        return text.toString();
    }

    /** The last schedule that was run. */
    @Nullable Attempt last() {
        return last;
    }

    // ---- on the simulating thread

    private void explore(long start) throws InterruptedException {
        Search search = config.strategy().start();
        var seeds = new Xoshiro256(config.seed());
        var choices = new Choices();
        long reported = start;
        while (schedules < config.schedules()) {
            if (!search.begin(seeds.nextLong())) {
                if (schedules == 0) {
                    throw new IllegalStateException(
                            "strategy "
                                    + config.strategy()
                                    + " has no schedule at all: its search began none");
                }
                complete = search.isComplete();
                break;
            }
            Attempt attempt = Attempt.run(config, program, search, choices, null);
            if (stopped) {
                break;
            }
            search.end(choices.size());
            last = attempt;
            schedules++;
            steps += attempt.steps();
            if (seen.size() < MOST_TOLD_APART) {
                seen.add(attempt.hash());
            }
            if (uncontrolled.size() < MOST_UNCONTROLLED) {
                uncontrolled.addAll(attempt.uncontrolled());
            }
            Optional<String> strayed = search.strayed();
            if (strayed.isPresent() && attempt.isGreen()) {
                attempt = notRepeatable(attempt, strayed.get());
            } else if (config.twice() && attempt.isGreen()) {
                attempt = again(attempt);
            }
            if (!attempt.isGreen()) {
                failure =
                        new FailureAnalysis(config, program, schedules).inquire(attempt, replayed);
                break;
            }
            long now = System.nanoTime();
            if (progress != null && now - reported > BETWEEN_REPORTS) {
                reported = now;
                if (!progress.at(schedules, seen.size(), Duration.ofNanos(now - start))) {
                    break;
                }
            }
        }
    }

    private static boolean isSame(Attempt first, Attempt second) {
        return second.hash() == first.hash() && second.steps() == first.steps();
    }

    /** Runs a schedule once more; finds what no strategy decides. */
    private Attempt again(Attempt first) throws InterruptedException {
        Choices recorded = first.choices().copy();
        var search = new ReplaySearch(recorded);
        Attempt second = Attempt.run(config, program, search, new Choices(), null);
        String divergence = search.divergence();
        if (divergence == null && second.isGreen() && isSame(first, second)) {
            return first;
        }
        return notRepeatable(
                first,
                "the same decisions gave another run; "
                        + (divergence == null ? "it differs in what tasks did" : divergence));
    }

    private static Attempt notRepeatable(Attempt attempt, String how) {
        return new Attempt(
                SimFailure.Kind.NONDETERMINISM,
                how,
                null,
                "",
                attempt.steps(),
                attempt.hash(),
                attempt.choices(),
                attempt.uncontrolled());
    }
}
