package dev.stint.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that is run and prints lines. */
final class Command {
    private static final long PATIENCE_MINUTES = 5;

    private Command() {}

    /**
     * Its lines.
     *
     * @throws NotInstalled if there is no such program
     */
    static List<String> run(Path folder, List<String> command)
            throws IOException, InterruptedException {
        var out = folder.resolve("out.txt");
        Process process;
        try {
            process =
                    new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(out.toFile())
                            .start();
        } catch (IOException e) {
            throw new NotInstalled("no " + command.getFirst() + " on the PATH", e);
        }
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException(command.getFirst() + " did not end in time");
        }
        var lines = Files.readAllLines(out);
        if (process.exitValue() != 0) {
            throw new IOException(command.getFirst() + " failed: " + String.join(" ", lines));
        }
        return lines;
    }
}
