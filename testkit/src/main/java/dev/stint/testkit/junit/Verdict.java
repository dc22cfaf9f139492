package dev.stint.testkit.junit;

import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimReplay;
import java.nio.file.Path;
import java.util.Optional;

/** What a replay has shown, in a line. */
public final class Verdict {
    private Verdict() {}

    public static String of(SimReplay replay, Path file) {
        Optional<SimFailure> failure = replay.result().failure();
        Optional<String> divergence = replay.divergence();
        if (divergence.isPresent()) {
            return "replay of "
                    + file
                    + " diverged at "
                    + divergence.get()
                    + (failure.isPresent()
                            ? "; it failed, but not in the recorded way"
                            : "; it did not fail")
                    + ". The program is not the one that was recorded, or does something that no"
                    + " schedule decides.";
        }
        return failure.isPresent()
                ? "replay of " + file + ": same failure at step " + failure.get().step()
                : "replay of " + file + ": same run, and it does not fail";
    }
}
