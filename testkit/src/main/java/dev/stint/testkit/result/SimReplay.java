package dev.stint.testkit.result;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The result of a replay: a recorded schedule that was run again.
 *
 * @param result of the one run
 * @param divergence the step at which the program left the recording, and how; empty if it did
 *     exactly the same again
 */
public record SimReplay(SimResult result, Optional<String> divergence) {
    /** What the replay of a file has shown, in a line. */
    public String inWords(Path file) {
        Optional<SimFailure> failure = result.failure();
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

    /** True if the program did exactly what it did when the file was written. */
    public boolean isSame() {
        return divergence.isEmpty();
    }
}
