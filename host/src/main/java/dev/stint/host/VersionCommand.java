package dev.stint.host;

import dev.stint.Version;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says which Stint this is, and on which Java. */
@Command(name = "version", aliases = "--version", description = "Say which Stint this is.")
final class VersionCommand implements Callable<Integer> {
    private final PrintWriter out;

    @Option(names = "--json", description = "as one JSON object")
    private boolean json;

    VersionCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        var java = Runtime.version().toString();
        if (json) {
            // None of the three can hold a character that JSON would want escaped.
            out.printf(
                    Locale.ROOT,
                    "{\"version\":\"%s\",\"commit\":\"%s\",\"java\":\"%s\"}%n",
                    Version.number(),
                    Version.commit(),
                    java);
        } else {
            out.printf(Locale.ROOT, "stint %s, Java %s%n", Version.string(), java);
        }
        return Main.OK;
    }
}
