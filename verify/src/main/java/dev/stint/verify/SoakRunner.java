package dev.stint.verify;

import dev.stint.verify.linear.Checks;
import dev.stint.verify.soak.Soak;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a soak in a JVM of its own, which says how it goes. */
final class SoakRunner {
    private SoakRunner() {}

    /** True if nothing was lost, doubled or stuck. */
    static boolean run(double minutes, @Nullable Path json)
            throws IOException, InterruptedException {
        List<String> command = LinearRunner.java(List.of(), Soak.class);
        command.add(Double.toString(minutes));
        command.add(Long.toString(System.nanoTime()));
        if (json != null) {
            command.add(json.toString());
        }
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            return process.waitFor() == Checks.HELD;
        } finally {
            process.destroyForcibly(); // if this was interrupted
        }
    }
}
