package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.budget.Budget;
import dev.stint.guard.Limits;
import dev.stint.host.run.App;
import dev.stint.host.run.AppRun;
import dev.stint.host.run.Ended;
import dev.stint.host.run.ReceiptText;
import dev.stint.host.run.Terms;
import dev.stint.host.run.Warden;
import dev.stint.policyservice.text.Json;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a jar on a budget: its options. What it does is in the package {@code run}. */
@Command(
        name = "run",
        description = {
            "Runs the main class of a jar as a tenant on a budget, and prints the receipt on"
                    + " stderr.",
            "On the surface tenant it reads nothing from standard input: System.in is empty.",
            "The exit code is 0 if it completed, 1 if it failed, 3 if its budget was spent, 4 if"
                    + " its time was up or it was interrupted, 5 if a guard ended it, 2 if the"
                    + " arguments are wrong."
        })
final class RunCommand implements Callable<Integer> {
    private static final String EXAMPLE = "./stint run app.jar --ops 50M --memory 64m -- arguments";
    private static final String TO_STDERR = "-";
    private static final int MAX_SECONDS = 1_000_000;

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(index = "0", arity = "0..1", paramLabel = "APP.jar", description = "what to run")
    private @Nullable String jar;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "ARGS",
            description = "what the program is given; behind -- if it looks like an option")
    private List<String> args = new ArrayList<>();

    @Option(
            names = "--ops",
            paramLabel = "N",
            description = "operations, such as 10_000, 5M, 1e9 or unlimited (default: 1G)")
    private String ops = "1G";

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "bytes allocated, all in all, such as 64m or 1g (default: 1g)")
    private String memory = "1g";

    @Option(names = "--spawns", paramLabel = "N", description = "tasks started (default: 1000)")
    private String spawns = "1000";

    @Option(
            names = "--channel-ops",
            paramLabel = "N",
            description = "sends and receives (default: 1M)")
    private String channelOps = "1M";

    @Option(
            names = "--syscalls",
            paramLabel = "N",
            description = "calls for files and network (default: 10_000)")
    private String syscalls = "10_000";

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "how long it may take (default: 60)")
    private String seconds = "60";

    @Option(
            names = "--processor-seconds",
            paramLabel = "N",
            description = "how long processors may work for it (default: no limit)")
    private @Nullable String processorSeconds;

    @Option(
            names = "--output",
            paramLabel = "SIZE",
            description = "characters that it may write, such as 10m (default: 64m)")
    private String output = "64m";

    @Option(
            names = "--surface",
            paramLabel = "tenant|open",
            description =
                    "what it may use: what cannot do harm, or all of the JDK (default: tenant)")
    private @Nullable String surface;

    @Option(
            names = "--rules",
            paramLabel = "FILE",
            description = "more that a tenant may use, in lines such as com.acme.Api: constant")
    private @Nullable String rules;

    @Option(
            names = "--strict",
            description =
                    "refuse a class that uses more than it may; without it, that throws when it is"
                            + " about to happen")
    private boolean strict;

    @Option(
            names = "--exact-stack",
            description =
                    "count the stack, so that where it overflows does not depend on the JIT"
                            + " (slower)")
    private boolean exactStack;

    @Mixin private Rights rights = new Rights();

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "run on one thread under a virtual clock; chance starts here")
    private @Nullable String seed;

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description = "more jars and folders of the program, metered as well")
    private @Nullable String classpath;

    @Option(
            names = "--main",
            paramLabel = "CLASS",
            description = "what to start (default: the Main-Class of the jar)")
    private @Nullable String mainClass;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "write down what it wanted of the workers, for ./stint policy whatif")
    private @Nullable String record;

    @Option(names = "--report", description = "tell what was woven, too")
    private boolean report;

    @Option(
            names = "--json",
            arity = "0..1",
            fallbackValue = TO_STDERR,
            paramLabel = "FILE",
            description = "the receipt as JSON: to a file, or on stderr instead of the table")
    private @Nullable String json;

    RunCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        App app = app();
        Terms terms = terms();
        Path file =
                json == null || json.equals(TO_STDERR)
                        ? null
                        : FileNames.toWrite(
                                "--json", json, "./stint run app.jar --json receipt.json");
        Path trace =
                record == null
                        ? null
                        : FileNames.toWrite(
                                "--record", record, "./stint run app.jar --record run.trace");
        if (trace != null && trace.equals(file)) {
            throw new BadArguments("--record and --json cannot be one file; name two");
        }
        var run = new AppRun(app, args, terms, this::write, trace != null);
        Ended ended;
        boolean isTold;
        try (var warden = new Warden(run, terms, why -> complain(app, why))) {
            ended = run.run(warden::giveUp);
            boolean isKept = trace == null || keep(app, run, trace);
            isTold = tell(app, terms, ended, file) && isKept;
        } catch (IllegalArgumentException e) {
            throw new BadArguments(String.valueOf(e.getMessage()));
        }
        return isTold ? ended.how().exitCode() : Main.FAILED;
    }

    private App app() {
        if (jar == null) {
            throw new BadArguments(
                    json == null || json.equals(TO_STDERR)
                            ? "which jar? For example: " + EXAMPLE
                            : "which jar? --json has taken "
                                    + quoted(json)
                                    + " as the file to write; name the jar first: ./stint run"
                                    + " app.jar --json");
        }
        Path path = FileNames.toRead("jar", jar);
        try {
            return App.of(path, Classpath.read(classpath), mainClass);
        } catch (IllegalArgumentException e) {
            throw new BadArguments(String.valueOf(e.getMessage()));
        }
    }

    private Terms terms() {
        String surfaceName = Surfaces.name(surface, rules, Surfaces.TENANT);
        if (surfaceName.equals(Surfaces.OPEN)) {
            rights.option()
                    .ifPresent(
                            option -> {
                                throw new BadArguments(
                                        option
                                                + " is for a tenant, and with --surface open"
                                                + " everything is allowed; leave out one of them");
                            });
        }
        return new Terms(
                new Budget(
                        Amounts.count("--ops", ops, 1),
                        Amounts.size("--memory", memory),
                        Amounts.count("--spawns", spawns, 0),
                        Amounts.count("--channel-ops", channelOps, 0),
                        Amounts.count("--syscalls", syscalls, 0)),
                Duration.ofSeconds(
                        Numbers.whole(
                                "--seconds",
                                seconds,
                                1,
                                MAX_SECONDS,
                                "./stint run app.jar --seconds 10")),
                Surfaces.of(surfaceName, rules),
                surfaceName,
                Surfaces.weaving(strict, exactStack),
                rights.reach(),
                limits(),
                seed == null
                        ? OptionalLong.empty()
                        : OptionalLong.of(Numbers.seed(seed, "run app.jar")));
    }

    /** Its memory is that of its nursery; the tenant itself has no limit of its own. */
    private Limits limits() {
        long bytes = Amounts.size("--memory", memory);
        Limits limits =
                Limits.defaults()
                        .withOutput(Amounts.size("--output", output))
                        .withUnchargedMemory(Math.max(Limits.LEAST_UNCHARGED, bytes));
        return processorSeconds == null
                ? limits
                : limits.withProcessorTime(
                        Duration.ofSeconds(
                                Numbers.whole(
                                        "--processor-seconds",
                                        processorSeconds,
                                        1,
                                        MAX_SECONDS,
                                        "./stint run app.jar --processor-seconds 10")));
    }

    /** What the program writes, as it comes; tasks may write at once. */
    private synchronized void write(boolean isError, String text) {
        PrintWriter to = isError ? err : out;
        to.print(text);
        to.flush();
    }

    private void complain(App app, String why) {
        err.println(app.name() + ": " + why);
        err.flush();
    }

    /** False if the file that was asked for could not be written. */
    private synchronized boolean tell(App app, Terms terms, Ended ended, @Nullable Path file) {
        out.flush();
        Map<String, Object> map = ReceiptText.toMap(app, terms, ended);
        if (report) {
            map.put("woven", WeaveCommand.toMap(ended.report(), terms.surfaceName(), null));
        }
        boolean isWritten = true;
        if (file != null) {
            isWritten = write(app, "receipt", file, Json.write(map));
        } else if (json != null) {
            err.print(Json.write(map));
            err.flush();
            return true;
        }
        boolean bars =
                Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
        ReceiptText.lines(app, terms, ended, bars).forEach(err::println);
        if (report) {
            err.print(ended.report().inWords());
        }
        err.flush();
        return isWritten;
    }

    /** False if the trace could not be written. */
    private boolean keep(App app, AppRun run, Path file) {
        if (run.isTraceCut()) {
            complain(app, "more tasks came than a trace holds; the later ones are not in it");
        }
        return write(app, "trace", file, run.trace().orElseThrow().toText());
    }

    private boolean write(App app, String what, Path file, String text) {
        try {
            Files.writeString(file, text);
            return true;
        } catch (IOException e) {
            complain(app, "the " + what + " cannot be written to " + file + ": " + e.getMessage());
            return false;
        }
    }
}
