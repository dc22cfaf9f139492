package dev.stint.testkit.result;

import java.util.Optional;

/**
 * What came of running a recorded schedule again.
 *
 * @param result of the one run
 * @param divergence the step at which the program left the recording, and how; empty if it did
 *     exactly the same again
 */
public record SimReplay(SimResult result, Optional<String> divergence) {
    /** True if the program did exactly what it did when the file was written. */
    public boolean isSame() {
        return divergence.isEmpty();
    }
}
