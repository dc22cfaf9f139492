package dev.stint.host;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The overview, which the launcher prints from the same file; or the options of one command. */
@Command(
        name = "help",
        aliases = {"-h", "--help"},
        description = "The overview, or the options of one command.")
final class Help implements Callable<Integer> {
    private final PrintWriter out;
    private final CommandLine stint;

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "the command to explain")
    private @Nullable String command;

    Help(PrintWriter out, CommandLine stint) {
        this.out = out;
        this.stint = stint;
    }

    @Override
    public Integer call() {
        var explained = command == null ? null : stint.getSubcommands().get(command);
        if (explained != null) {
            explained.usage(out);
        } else if (command == null) {
            out.print(overview());
        } else if (Commands.ALL.contains(command)) {
            out.print(usage(command));
        } else {
            throw new BadArguments(Commands.unknown(command));
        }
        return Main.OK;
    }

    /** What the overview says of a command, as the launcher prints it. */
    static String usage(String command) {
        var text = new StringBuilder();
        boolean isMeant = false;
        for (String line : overview().split("\n", -1)) {
            if (line.isEmpty() || line.matches("  [a-z].*")) {
                isMeant = line.startsWith("  " + command + " ");
                line = line.replaceFirst("^  ", "usage: ./stint ");
            }
            if (isMeant) {
                text.append(line).append('\n');
            }
        }
        return text.toString();
    }

    static String overview() {
        try (var in = Help.class.getResourceAsStream("help.txt")) {
            if (in == null) {
                throw new IllegalStateException("help.txt is not in the jar; rebuild it");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
