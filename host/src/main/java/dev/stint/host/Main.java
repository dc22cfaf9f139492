package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.host.demo.Plan;
import dev.stint.host.demo.Programme;
import dev.stint.policyservice.text.Spelling;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Where a run of {@code stint} starts. Wrong arguments cost the user one line, never a page. */
public final class Main {
    /** Exit code of a command that did what it was asked. */
    static final int OK = 0;

    /** Exit code of a command that was understood and failed. */
    static final int FAILED = 1;

    /** Exit code of a command that was not understood. */
    static final int MISUSED = 2;

    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(args, out, err));
    }

    /** Runs one command and returns its exit code. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        return run(args, out, err, plan -> Programme.complete(out).run(plan));
    }

    /** As above, with another show in place of the demo's. */
    static int run(String[] args, PrintWriter out, PrintWriter err, Predicate<Plan> show) {
        var stint = new CommandLine(new Root(out));
        stint.addSubcommand(new Demo(show))
                .addSubcommand(new RunCommand(out, err))
                .addSubcommand(new JanCommand(out, err))
                .addSubcommand(new WeaveCommand(out, err))
                .addSubcommand(new SimCommand(List.of(args), out))
                .addSubcommand(new NativeCommand(out, err))
                .addSubcommand(new PolicyCommand(out, err))
                .addSubcommand(new VersionCommand(out))
                .addSubcommand(new Help(out, stint))
                .setExpandAtFiles(false)
                .setOut(out)
                .setErr(err)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setParameterExceptionHandler((e, typed) -> misused(e.getCommandLine(), why(e)))
                .setExecutionExceptionHandler((e, command, parsed) -> failed(command, e));
        for (var command : Set.copyOf(stint.getSubcommands().values())) {
            command.getCommandSpec()
                    .addOption(
                            OptionSpec.builder("-h", "--help")
                                    .usageHelp(true)
                                    .description("say this")
                                    .build());
        }
        int code = stint.execute(args);
        if (out.checkError()) { // it flushes, too
            err.println("stint: not all of the output could be written; is the disk full?");
            code = code == OK ? FAILED : code;
        }
        err.flush();
        return code;
    }

    private static int misused(CommandLine command, String why) {
        command.getErr().println(name(command) + ": " + why);
        return MISUSED;
    }

    private static int failed(CommandLine command, Exception e) {
        if (e instanceof BadArguments) {
            return misused(command, String.valueOf(e.getMessage()));
        }
        command.getErr().println(name(command) + ": failed unexpectedly: " + e);
        e.printStackTrace(command.getErr());
        return FAILED;
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    private static String why(ParameterException e) {
        var command = e.getCommandLine();
        if (command.getParent() == null && e instanceof UnmatchedArgumentException unmatched) {
            return whyNoCommand(unmatched.getUnmatched().getFirst());
        }
        return switch (e) {
                    case UnmatchedArgumentException unmatched ->
                            whyUnmatched(command, unmatched.getUnmatched().getFirst());
                    case MissingParameterException missing -> whyMissing(missing);
                    default -> quoted(String.valueOf(e.getMessage()));
                }
                + "; right is: "
                + synopsis(command);
    }

    private static String whyNoCommand(String typed) {
        return Commands.OF_THE_LAUNCHER.contains(typed)
                ? "'" + typed + "' needs the sources; in a checkout, run: ./stint " + typed
                : Commands.unknown(typed);
    }

    private static String whyUnmatched(CommandLine command, String typed) {
        if (!typed.startsWith("-")) {
            return "unexpected argument " + quoted(typed);
        }
        List<String> known =
                command.getCommandSpec().options().stream()
                        .map(OptionSpec::longestName)
                        .filter(option -> !option.equals(typed))
                        .toList();
        String name = typed.contains("=") ? typed.substring(0, typed.indexOf('=')) : typed;
        return "unknown option " + quoted(typed) + Spelling.hint(name, known);
    }

    private static String whyMissing(MissingParameterException e) {
        return e.getMissing().stream()
                .map(Main::label)
                .collect(Collectors.joining(" and ", "", " is incomplete"));
    }

    private static String synopsis(CommandLine command) {
        return command.getCommandSpec().args().stream()
                .filter(arg -> !(arg instanceof OptionSpec option && option.usageHelp()))
                .map(arg -> " [" + label(arg) + "]")
                .collect(Collectors.joining("", "./" + name(command), ""));
    }

    private static String label(ArgSpec arg) {
        if (!(arg instanceof OptionSpec option)) {
            return arg.paramLabel();
        }
        return option.arity().max() == 0
                ? option.longestName()
                : option.longestName() + " " + option.paramLabel();
    }

    /** What {@code stint} does when no command is named: the overview. */
    @Command(name = "stint")
    private record Root(PrintWriter out) implements Callable<Integer> {
        @Override
        public Integer call() {
            out.print(Help.overview());
            return OK;
        }
    }
}
