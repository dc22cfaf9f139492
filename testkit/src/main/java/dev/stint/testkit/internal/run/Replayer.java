package dev.stint.testkit.internal.run;

import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.internal.report.Story;
import dev.stint.testkit.internal.report.Thrown;
import dev.stint.testkit.internal.search.Recording;
import dev.stint.testkit.internal.search.ReplaySearch;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A replay: runs a recorded schedule again, and looks whether it is the same. */
public final class Replayer {
    private Replayer() {}

    public static SimReplay replay(SimConfig given, Path file, Program program)
            throws InterruptedException {
        Recording recording = Recording.read(file);
        var search = new ReplaySearch(recording.choices());
        SimConfig config =
                given.withSchedules(1)
                        .withTwice(false)
                        .withShrinks(false)
                        .withSeed(recording.number("seed", given.seed()))
                        .withWorkers((int) recording.number("workers", given.workers()))
                        .withPicks(picks(recording, given.picks()))
                        .withSteps((int) recording.number("steps", given.steps()))
                        .withStrategy(Strategy.of("replay", () -> search));
        var exploration = new Exploration(config, program, file);
        SimResult result = exploration.run();
        return new SimReplay(
                result, Optional.ofNullable(divergence(search, recording, exploration.last())));
    }

    private static SimConfig.Picks picks(Recording recording, SimConfig.Picks otherwise) {
        String text = recording.facts().get("picks");
        try {
            return text == null ? otherwise : SimConfig.Picks.valueOf(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the trace file says 'picks " + text + "', which is neither TASKS nor WORKERS");
        }
    }

    /** As an exploration of one schedule. */
    public static SimResult replayOrThrow(SimConfig given, Path file, Program program)
            throws InterruptedException {
        SimReplay replay = replay(given, file, program);
        if (!replay.isSame()) {
            throw new IllegalStateException(
                    given.name()
                            + " has left the recording "
                            + file
                            + ": "
                            + replay.divergence().orElseThrow());
        }
        return replay.result();
    }

    private static @Nullable String divergence(
            ReplaySearch search, Recording recording, @Nullable Attempt last) {
        String left = search.divergence();
        if (left != null || last == null) {
            return left;
        }
        long step = recording.number("step", last.steps());
        if (step != last.steps()) {
            return "step "
                    + Math.min(step, last.steps())
                    + ": the recorded run had "
                    + step
                    + " steps, this one "
                    + last.steps();
        }
        String other = otherFailure(recording, last);
        if (other != null) {
            return "step " + step + ": " + other;
        }
        String hash = recording.facts().get("hash");
        if (hash != null && !hash.equals(Long.toHexString(last.hash()))) {
            return "some step up to "
                    + step
                    + ": the same decisions were asked for, but tasks did something else in"
                    + " between";
        }
        return null;
    }

    /** In what this failure is not the recorded one; null if it is, or nothing has failed. */
    private static @Nullable String otherFailure(Recording recording, Attempt last) {
        String failure = recording.facts().get(Recording.FAILURE);
        if (failure == null || last.isGreen()) {
            return null;
        }
        String thrown = recording.facts().get(Recording.THROWN);
        String now = last.cause() == null ? null : Thrown.root(last.cause()).getClass().getName();
        boolean same =
                failure.startsWith(last.kind() + ":") && (thrown == null || thrown.equals(now));
        return same
                ? null
                : "the recorded run failed with "
                        + failure
                        + ", this one with "
                        + last.kind()
                        + ": "
                        + Story.shortened(last.summary());
    }
}
