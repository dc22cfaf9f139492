package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.policyservice.text.Spelling;
import java.util.List;

/** The names a user may type after {@code ./stint}; the launcher has the same list. */
final class Commands {
    static final List<String> ALL =
            List.of(
                    "demo", "run", "jan", "weave", "sim", "native", "policy", "test", "bench",
                    "verify", "install", "version", "help");

    /** Those that build or run other jars, so that only the launcher can do them. */
    static final List<String> OF_THE_LAUNCHER = List.of("test", "bench", "verify", "install");

    private Commands() {}

    static String unknown(String typed) {
        return "unknown command "
                + quoted(typed)
                + Spelling.hint(typed, ALL)
                + "; commands: "
                + String.join(", ", ALL);
    }
}
