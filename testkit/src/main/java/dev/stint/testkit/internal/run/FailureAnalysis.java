package dev.stint.testkit.internal.run;

import dev.stint.event.DeadlockException;
import dev.stint.event.StuckInJdkException;
import dev.stint.event.TaskSnapshot;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.internal.report.FailureFiles;
import dev.stint.testkit.internal.report.FailurePage;
import dev.stint.testkit.internal.report.PerfettoExport;
import dev.stint.testkit.internal.report.RunLog;
import dev.stint.testkit.internal.report.RunOutline;
import dev.stint.testkit.internal.report.SourceLine;
import dev.stint.testkit.internal.report.Story;
import dev.stint.testkit.internal.report.Thrown;
import dev.stint.testkit.internal.search.Choices;
import dev.stint.testkit.internal.search.Recording;
import dev.stint.testkit.internal.search.ReplaySearch;
import dev.stint.testkit.result.SimFailure;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The analysis of a schedule that has failed. It is made simple, run once more while everything is
 * logged, and told about in words and files. On the simulating thread.
 *
 * <p>Whatever goes wrong in here, the failure itself is reported.
 */
final class FailureAnalysis {
    private final SimConfig config;
    private final Program program;
    private final long schedule;

    FailureAnalysis(SimConfig config, Program program, long schedule) {
        this.config = config;
        this.program = program;
        this.schedule = schedule;
    }

    /** Which schedule it was when it was found. */
    private long schedule(@Nullable Path replayed) {
        return replayed == null ? schedule : Recording.read(replayed).number("schedule", schedule);
    }

    /**
     * A failure that was just found.
     *
     * @param replayed the file that the schedule comes from; null if it was searched for
     */
    SimFailure inquire(Attempt failing, @Nullable Path replayed) throws InterruptedException {
        Attempt found = failing.withOwnChoices();
        var kind = Objects.requireNonNull(found.kind());
        int before = Shrinker.preemptions(found.choices());
        var asFound = new SimFailure.Shrunk(before, before, 0, false);
        var result = new Shrinker.Result(found, asFound);
        if (config.shrinks() && replayed == null && isWorthShrinking(found, kind)) {
            result = Shrinker.shrink(config, program, found);
        }
        Attempt simple = result.attempt();
        Telling telling = tell(simple);
        var failure =
                new SimFailure(
                        kind,
                        schedule(replayed),
                        config.seed(),
                        config.strategy().name(),
                        simple.steps(),
                        simple.summary(),
                        Optional.ofNullable(simple.cause()),
                        telling.where.isEmpty() ? where(simple) : telling.where,
                        telling.story,
                        result.shrunk(),
                        files(replayed, null, null, null, ""));
        return replayed != null ? failure : written(failure, simple, found, telling.outline);
    }

    /** As far as it can be said without a second run. */
    private static String where(Attempt attempt) {
        return attempt.cause() instanceof DeadlockException deadlock
                ? TaskSnapshot.toLines(deadlock.waiting()).strip().replace("\n  ", "\n")
                : attempt.where();
    }

    // ---- telling

    private record Telling(String where, List<String> story, @Nullable RunOutline outline) {
        static Telling nothing(String why) {
            return new Telling("", why.isEmpty() ? List.of() : List.of("  ! " + why), null);
        }
    }

    private Telling tell(Attempt simple) throws InterruptedException {
        if (simple.kind() == SimFailure.Kind.NONDETERMINISM) {
            return Telling.nothing(""); // another run would tell of another run
        }
        var log = new RunLog(simple.steps());
        var search = new ReplaySearch(simple.choices());
        Attempt again = Attempt.run(config, program, search, new Choices(), log);
        if (!again.isLike(simple)) {
            return Telling.nothing(
                    "run again with the same decisions, it "
                            + (again.isGreen() ? "does not fail" : "fails with " + again.summary())
                            + ": something is not decided by the schedule; withTwice(true) looks"
                            + " for it");
        }
        try {
            RunOutline outline = RunOutline.of(log);
            return new Telling(again.where(), Story.of(outline, end(simple)), outline);
        } catch (RuntimeException e) {
            return Telling.nothing("the story could not be told: " + e);
        }
    }

    private static String end(Attempt simple) {
        Throwable cause = simple.cause();
        SourceLine place =
                cause == null || simple.kind() != SimFailure.Kind.FAILED
                        ? SourceLine.NOWHERE
                        : SourceLine.of(Thrown.root(cause));
        String words = simple.kind() + ": " + Story.shortened(simple.summary());
        return place.isKnown() ? words + " (" + place + ")" : words;
    }

    // ---- writing

    private SimFailure written(
            SimFailure failure, Attempt simple, Attempt found, @Nullable RunOutline outline) {
        var files = new FailureFiles(config, schedule);
        Path trace = files.write(".trace", recording(simple).toText());
        Path original =
                simple == found ? null : files.write("-original.trace", recording(found).toText());
        SimFailure named = with(failure, files(trace, original, null, null, files.problem()));
        if (outline == null) {
            return named;
        }
        Path timeline = null;
        Path perfetto = null;
        String problem = "";
        try {
            timeline = files.write(".html", FailurePage.of(config, named, outline));
            String verdict = named.kind() + ": " + named.summary();
            perfetto =
                    files.write(
                            ".perfetto.json", PerfettoExport.of(outline, config.name(), verdict));
        } catch (RuntimeException e) {
            problem = "The timeline could not be drawn: " + e;
        }
        return with(
                failure,
                files(
                        trace,
                        original,
                        timeline,
                        perfetto,
                        problem.isEmpty() ? files.problem() : problem));
    }

    private static SimFailure.Files files(
            @Nullable Path trace,
            @Nullable Path original,
            @Nullable Path timeline,
            @Nullable Path perfetto,
            String problem) {
        return new SimFailure.Files(
                Optional.ofNullable(trace),
                Optional.ofNullable(original),
                Optional.ofNullable(timeline),
                Optional.ofNullable(perfetto),
                problem);
    }

    private static SimFailure with(SimFailure failure, SimFailure.Files files) {
        return new SimFailure(
                failure.kind(),
                failure.schedule(),
                failure.seed(),
                failure.strategy(),
                failure.step(),
                failure.summary(),
                failure.cause(),
                failure.where(),
                failure.story(),
                failure.shrunk(),
                files);
    }

    private Recording recording(Attempt attempt) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("test", config.name());
        facts.put("strategy", config.strategy().name());
        facts.put("seed", Long.toString(config.seed()));
        facts.put("schedule", Long.toString(schedule));
        facts.put("steps", Integer.toString(config.steps()));
        facts.put("picks", config.picks().name());
        facts.put("workers", Integer.toString(config.workers()));
        facts.put("step", Integer.toString(attempt.steps()));
        facts.put("hash", Long.toHexString(attempt.hash()));
        facts.put(Recording.FAILURE, attempt.kind() + ": " + attempt.summary());
        Throwable cause = attempt.cause();
        if (cause != null) {
            facts.put(Recording.THROWN, Thrown.root(cause).getClass().getName());
        }
        return new Recording(facts, attempt.choices());
    }

    /** Each run that gets stuck inside the JDK costs seconds of real time. */
    private static boolean isWorthShrinking(Attempt found, SimFailure.Kind kind) {
        return Shrinker.makesSense(kind) && !(found.cause() instanceof StuckInJdkException);
    }
}
