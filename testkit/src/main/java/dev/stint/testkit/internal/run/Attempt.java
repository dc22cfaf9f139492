package dev.stint.testkit.internal.run;

import dev.stint.Scheduler;
import dev.stint.event.DeadlockException;
import dev.stint.event.DrainReport;
import dev.stint.event.StuckInJdkException;
import dev.stint.internal.sim.SimScheduler;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.internal.report.RunLog;
import dev.stint.testkit.internal.report.SourceLine;
import dev.stint.testkit.internal.report.Thrown;
import dev.stint.testkit.internal.search.Choices;
import dev.stint.testkit.result.NotLinearizableError;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.search.Search;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run under one schedule, and what came of it.
 *
 * @param kind null if nothing was wrong
 * @param hash of everything that happened, up to the verdict
 */
public record Attempt(
        SimFailure.@Nullable Kind kind,
        String summary,
        @Nullable Throwable cause,
        String where,
        int steps,
        long hash,
        Choices choices,
        List<String> uncontrolled) {

    /** What is left behind may take this long to end, on the virtual clock. */
    private static final Duration LEFT_BEHIND = Duration.ofDays(1);

    boolean isGreen() {
        return kind == null;
    }

    /** Whether the other went wrong in the same way: threw the same at the same line, if at all. */
    boolean isLike(Attempt other) {
        if (cause == null || other.cause == null) {
            return kind == other.kind && cause == other.cause;
        }
        Throwable mine = Thrown.root(cause);
        Throwable theirs = Thrown.root(other.cause);
        return kind == other.kind
                && mine.getClass() == theirs.getClass()
                && (kind == SimFailure.Kind.DEADLOCK
                        || SourceLine.of(mine).equals(SourceLine.of(theirs)));
    }

    /** The same, with choices that the next run does not overwrite. */
    Attempt withOwnChoices() {
        return new Attempt(kind, summary, cause, where, steps, hash, choices.copy(), uncontrolled);
    }

    /** Runs the body once. On the simulating thread. */
    static Attempt run(
            SimConfig config, Program program, Search search, Choices into, @Nullable RunLog log)
            throws InterruptedException {
        var stream = new DecisionStream(search, config, into, log);
        Scheduler scheduler =
                Scheduler.open(
                        c -> {
                            var base =
                                    c.withName("sim")
                                            .withWorkers(config.workers())
                                            .withSeed(config.seed())
                                            .withDecisions(stream)
                                            .withUncaught(failure -> {}); // the story has it
                            if (log != null) {
                                base = base.withSink(log);
                            }
                            if (config.faults().isEmpty()) {
                                return base; // workers are then not asked at every step
                            }
                            stream.plan().reachWorkers();
                            return base.withFaults(stream.plan());
                        });
        if (log != null) {
            log.watch(scheduler);
        }
        var findings = new Findings(scheduler, stream);
        stream.begin();
        try {
            program.run(scheduler, stream);
        } catch (InterruptedException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            findings.thrown(e);
        } catch (Throwable e) {
            findings.thrown(e);
        }
        findings.end();
        stream.end();
        program.ended(stream);
        if (stream.mistake() != null) {
            throw stream.mistake();
        }
        return findings.toAttempt();
    }

    /** What is found out about a run, the first thing first. */
    private static final class Findings {
        private final Scheduler scheduler;
        private final DecisionStream stream;
        private SimFailure.@Nullable Kind kind;
        private String summary = "";
        private @Nullable Throwable cause;
        private String where = "";
        private int steps;
        private long hash;

        Findings(Scheduler scheduler, DecisionStream stream) {
            this.scheduler = scheduler;
            this.stream = stream;
        }

        void thrown(Throwable e) {
            if (kind == null) {
                where = stream.whereabouts(e);
            }
            if (e instanceof DeadlockException deadlock) {
                found(SimFailure.Kind.DEADLOCK, "nothing can run, and somebody waits", deadlock);
            } else if (e instanceof StuckInJdkException stuck) {
                found(SimFailure.Kind.DEADLOCK, "nothing can run, some wait inside the JDK", stuck);
            } else if (stream.starving() != null) {
                found(SimFailure.Kind.STARVATION, stream.starving(), null);
            } else if (stream.hasHitLimit()) {
                found(
                        SimFailure.Kind.LIVELOCK,
                        "no end after " + stream.steps() + " steps; withSteps(...) allows more",
                        null);
            } else if (Thrown.root(e) instanceof NotLinearizableError history) {
                found(SimFailure.Kind.NOT_LINEARIZABLE, history.summary(), e);
                where = history.history().stripTrailing();
            } else {
                found(SimFailure.Kind.FAILED, String.valueOf(Thrown.root(e)), e);
            }
        }

        private void found(SimFailure.Kind what, String inWords, @Nullable Throwable thrown) {
            if (kind != null) {
                return;
            }
            kind = what;
            summary = inWords;
            cause = thrown;
            if (where.isEmpty()) {
                where = stream.whereabouts(thrown);
            }
        }

        /** The program has ended: looks whether everything else has. */
        void end() throws InterruptedException {
            if (kind == null) {
                drain();
            }
            steps = stream.steps();
            hash = scheduler.traceHash();
            look(SimFailure.Kind.ORPHAN, SimScheduler.of(scheduler).orphans());
            look(SimFailure.Kind.LEDGER, SimScheduler.of(scheduler).audit());
            stream.cleanUp();
            try {
                RuntimeException bug = SimScheduler.close(scheduler);
                if (bug != null) {
                    found(SimFailure.Kind.LEDGER, String.valueOf(bug.getMessage()), bug);
                }
            } catch (IllegalStateException left) {
                found(SimFailure.Kind.LEFTOVER, String.valueOf(left.getMessage()), null);
            }
        }

        private void look(SimFailure.Kind what, List<String> problems) {
            if (!problems.isEmpty()) {
                found(what, String.join("; ", problems), null);
            }
        }

        private void drain() throws InterruptedException {
            DrainReport report = SimScheduler.of(scheduler).drain(LEFT_BEHIND);
            if (stream.hasHitLimit() || stream.starving() != null) {
                thrown(new IllegalStateException("no end"));
            } else if (!report.complete()) {
                long left = report.activeTasks();
                found(
                        SimFailure.Kind.LEFTOVER,
                        "the program has ended, and "
                                + left
                                + (left == 1 ? " task has not" : " tasks have not"),
                        null);
            }
        }

        Attempt toAttempt() {
            return new Attempt(
                    kind,
                    summary,
                    cause,
                    where,
                    steps,
                    hash,
                    stream.choices(),
                    List.copyOf(stream.uncontrolled()));
        }
    }
}
