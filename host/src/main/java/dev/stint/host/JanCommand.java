package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.capability.Capability;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.host.lsp.LanguageServer;
import dev.stint.language.Library;
import dev.stint.language.ModuleSource;
import dev.stint.language.Script;
import dev.stint.language.ScriptRefusedException;
import dev.stint.language.ScriptResult;
import dev.stint.language.diagnostic.Diagnostic;
import dev.stint.policyservice.text.Json;
import dev.stint.tenant.Tenant;
import dev.stint.testkit.config.SimConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a script, or says what there is to say about it. */
@Command(
        name = "jan",
        description = {
            "run: runs main of a script on a budget, and prints the receipt on stderr. repl: takes"
                    + " scripts line by line, each on the budget; :help says more.",
            "check: says all that is wrong with a script. test: runs its tests, with --sim each"
                + " under many schedules. ir: prints its intermediate code, in which every charge"
                + " is seen. fmt: lays scripts out as they should look; --check only says which"
                + " would change. lsp: serves an editor over standard input and output.",
            "The exit code is 0 if all is well, 1 if the script is refused or fails, 3 if its"
                    + " budget was spent, 2 if the arguments are wrong."
        })
final class JanCommand implements Callable<Integer> {
    private static final String EXAMPLE = "./stint jan run rules.jan --ops 50M -- arguments";
    private static final List<String> VERBS =
            List.of("run", "check", "test", "ir", "fmt", "repl", "lsp");
    private static final int EXHAUSTED = 3;

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(index = "0", arity = "0..1", paramLabel = "run|check|test|ir|fmt|repl|lsp")
    private @Nullable String verb;

    @Parameters(index = "1", arity = "0..1", paramLabel = "FILE.jan", description = "the script")
    private @Nullable String file;

    @Parameters(
            index = "2..*",
            arity = "0..*",
            paramLabel = "ARGS",
            description = "what main is given; behind -- if it looks like an option")
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

    @Option(names = "--spawns", paramLabel = "N", description = "tasks started (default: 10_000)")
    private String spawns = "10_000";

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

    @Mixin private Rights rights = new Rights();

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "run on one thread under a virtual clock; chance starts here")
    private @Nullable String seed;

    @Option(
            names = "--sim",
            description =
                    "test runs each test under many schedules, until one fails; see --schedules,"
                            + " --seed and --replay")
    private boolean sim;

    @Option(
            names = "--schedules",
            paramLabel = "N",
            description = "how many --sim tries for each test (default: 1_000)")
    private @Nullable String schedules;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = "--sim runs the one schedule of a trace file, which says of which test")
    private @Nullable String replay;

    @Option(
            names = "--interpret",
            description = "run by the interpreter of the intermediate code, which is the reference")
    private boolean interpret;

    @Option(names = "--json", description = "what was found or spent as JSON, on standard output")
    private boolean json;

    @Option(names = "--check", description = "fmt changes nothing, and fails if it would")
    private boolean check;

    @Option(
            names = "--no-history",
            description = "repl keeps no lines for the next session, and brings none back")
    private boolean noHistory;

    JanCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (verb == null || !VERBS.contains(verb)) {
            throw new BadArguments(
                    (verb == null ? "what shall be done? " : "there is no 'jan " + verb + "'. ")
                            + "One of "
                            + String.join(", ", VERBS)
                            + ", for example: "
                            + EXAMPLE);
        }
        if (!List.of("run", "test").contains(verb)) {
            rights.option()
                    .ifPresent(
                            option -> {
                                throw new BadArguments(
                                        option + " is for 'jan run' and 'jan test'; leave it out");
                            });
        }
        ensureSimFits();
        if (verb.equals("lsp")) {
            return serve();
        }
        if (verb.equals("repl")) {
            return repl();
        }
        if (file == null) {
            throw new BadArguments("which script? For example: " + EXAMPLE);
        }
        if (verb.equals("fmt")) {
            List<String> files = new ArrayList<>(List.of(file));
            files.addAll(args);
            return new JanFormat(out, err, json).format(files, check);
        }
        Path path = FileNames.toRead("script", file);
        if (!verb.equals("run") && !args.isEmpty()) {
            throw new BadArguments(
                    "unexpected argument "
                            + quoted(args.getFirst())
                            + "; only 'jan run' takes some");
        }
        String name = path.toString();
        String text = read(path);
        Library library = Library.none().withModules(ModuleSource.beside(path));
        if (verb.equals("check")) {
            return refused(Script.check(name, text, library));
        }
        try {
            Script compiled = Script.compile(name, text, library);
            Script script = interpret ? compiled.interpreted() : compiled;
            return switch (verb) {
                case "run" -> run(script);
                case "test" -> sim ? explore(script, name) : test(script);
                default -> ir(script);
            };
        } catch (ScriptRefusedException e) {
            return refused(e.diagnostics());
        }
    }

    private void ensureSimFits() {
        if (sim && !"test".equals(verb)) {
            throw new BadArguments("--sim is for 'jan test'; leave it out");
        }
        if (!sim && (schedules != null || replay != null)) {
            throw new BadArguments(
                    (schedules != null ? "--schedules" : "--replay")
                            + " says how 'jan test' explores; add --sim");
        }
        if (replay != null && (schedules != null || seed != null)) {
            throw new BadArguments(
                    "--replay takes the schedule from the file; leave out --schedules and --seed");
        }
    }

    private int serve() {
        if (file != null) {
            throw new BadArguments("'jan lsp' takes no file; the editor sends the texts");
        }
        try {
            return new LanguageServer(System.in, System.out).serve();
        } catch (IOException e) {
            err.println("the editor is gone: " + e.getMessage());
            return Main.FAILED;
        }
    }

    private int repl() throws InterruptedException {
        if (file != null) {
            throw new BadArguments(
                    "'jan repl' takes no file; import modules of this folder by name");
        }
        return new JanRepl(out).run(budget(), !noHistory);
    }

    static String read(Path path) {
        try {
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new BadArguments(
                    "script " + quoted(path.toString()) + " cannot be read as UTF-8 text");
        }
    }

    // ---- what is said about a text

    /** Prints what was found; the exit code says whether there was an error. */
    private int refused(List<Diagnostic> found) {
        long errors = found.stream().filter(Diagnostic::isError).count();
        if (json) {
            var map = new LinkedHashMap<String, Object>();
            map.put("errors", errors);
            map.put("diagnostics", found.stream().map(JanCommand::toMap).toList());
            out.print(Json.write(map));
        } else {
            found.forEach(diagnostic -> err.println(diagnostic.rendered()));
            if (errors > 0) {
                err.println(errors == 1 ? "1 error" : errors + " errors");
            }
        }
        return errors == 0 ? Main.OK : Main.FAILED;
    }

    static Map<String, Object> toMap(Diagnostic diagnostic) {
        var map = new LinkedHashMap<String, Object>();
        map.put("severity", diagnostic.severity().inWords());
        map.put("code", diagnostic.code());
        map.put("file", diagnostic.file());
        map.put("line", diagnostic.line());
        map.put("column", diagnostic.column());
        map.put("width", diagnostic.width());
        map.put("message", diagnostic.message());
        map.put("help", diagnostic.help());
        return map;
    }

    private int ir(Script script) {
        if (json) {
            out.print(Json.write(Map.of("code", script.intermediateCode())));
        } else {
            out.print(script.intermediateCode());
        }
        return Main.OK;
    }

    // ---- runs

    private Budget budget() {
        return new Budget(
                Amounts.count("--ops", ops, 1),
                Amounts.size("--memory", memory),
                Amounts.count("--spawns", spawns, 1),
                Amounts.count("--channel-ops", channelOps, 0),
                Amounts.count("--syscalls", syscalls, 0));
    }

    private Capability[] granted(Tenant tenant) {
        try {
            return rights.reach().rights(tenant.issuer()).toArray(Capability[]::new);
        } catch (IllegalArgumentException e) {
            throw new BadArguments(String.valueOf(e.getMessage()));
        }
    }

    private Scheduler open(Script script) {
        Long start = seed == null ? null : Numbers.seed(seed, "jan run rules.jan");
        return Scheduler.open(
                c -> {
                    var config = c.withProfile(script.profile().ofRuntime());
                    return start == null ? config : config.withSeed(start);
                });
    }

    private int run(Script script) throws InterruptedException {
        Budget budget = budget();
        Object[] given;
        try {
            given = script.arguments(args);
        } catch (IllegalArgumentException e) {
            throw new BadArguments(String.valueOf(e.getMessage()));
        }
        if (!json) {
            script.warnings().forEach(warning -> err.println(warning.rendered()));
        }
        try (Scheduler scheduler = open(script)) {
            Capability[] granted = granted(scheduler.tenant());
            ScriptResult result =
                    script.run(
                            scheduler.tenant(),
                            c -> c.withBudget(budget).withCapabilities(granted),
                            given);
            if (json) {
                out.print(Json.write(toMap(result)));
            } else {
                out.print(result.output());
                out.flush();
                tell(result);
            }
            return code(result);
        }
    }

    private void tell(ScriptResult result) {
        result.failure().ifPresent(e -> err.println(message(e)));
        result.value().ifPresent(value -> err.println("main gave " + value));
        Budget spent = result.receipt().spent();
        err.println(
                String.format(
                        Locale.ROOT,
                        "%s: %,d operations, %,d bytes, %,d spawns, %,d channel operations,"
                                + " by %,d tasks",
                        ended(result),
                        spent.ops(),
                        spent.memory(),
                        spent.spawns(),
                        spent.channelOps(),
                        result.receipt().tasks()));
    }

    private static String ended(ScriptResult result) {
        return switch (code(result)) {
            case Main.OK -> "completed";
            case EXHAUSTED -> "exhausted";
            default -> "failed";
        };
    }

    private static int code(ScriptResult result) {
        Optional<Throwable> failure = result.failure();
        if (failure.isEmpty()) {
            return Main.OK;
        }
        return failure.get() instanceof BudgetExhaustedException ? EXHAUSTED : Main.FAILED;
    }

    private static String message(Throwable e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static Map<String, Object> toMap(ScriptResult result) {
        var map = new LinkedHashMap<String, Object>();
        map.put("ended", ended(result));
        result.value().ifPresent(value -> map.put("value", value));
        result.failure().ifPresent(e -> map.put("failure", message(e)));
        map.put("output", result.output());
        Budget spent = result.receipt().spent();
        var costs = new LinkedHashMap<String, Object>();
        costs.put("ops", spent.ops());
        costs.put("memory", spent.memory());
        costs.put("spawns", spent.spawns());
        costs.put("channelOps", spent.channelOps());
        costs.put("syscalls", spent.syscalls());
        map.put("spent", costs);
        map.put("tasks", result.receipt().tasks());
        map.put("hash", Long.toHexString(result.receipt().hash()));
        return map;
    }

    // ---- tests

    private int explore(Script script, String name) throws InterruptedException {
        Budget budget = budget();
        String example = "./stint jan test rules.jan --sim --schedules 10000";
        int count =
                schedules == null
                        ? SimConfig.defaults().schedules()
                        : Numbers.whole(
                                "--schedules", schedules, 1, SimConfig.MOST_SCHEDULES, example);
        long start = seed == null ? 1 : Numbers.seed(seed, "jan test rules.jan --sim");
        var exploration =
                new JanSim(
                        script,
                        name,
                        (c, tenant) -> c.withBudget(budget).withCapabilities(granted(tenant)),
                        json,
                        out);
        boolean isGreen =
                replay == null
                        ? exploration.explore(count, start)
                        : exploration.replay(FileNames.path(replay));
        return isGreen ? Main.OK : Main.FAILED;
    }

    private int test(Script script) throws InterruptedException {
        Budget budget = budget();
        List<Map<String, Object>> all = new ArrayList<>();
        int failed = 0;
        for (String title : script.tests()) {
            try (Scheduler scheduler = open(script)) { // each in a world of its own
                Capability[] granted = granted(scheduler.tenant());
                ScriptResult result =
                        script.runTest(
                                scheduler.tenant(),
                                c -> c.withBudget(budget).withCapabilities(granted),
                                title);
                failed += result.failure().isPresent() ? 1 : 0;
                Map<String, Object> map = toMap(result);
                map.put("title", title);
                all.add(map);
                if (!json) {
                    out.print(result.output());
                    String why = result.failure().map(e -> ": " + message(e)).orElse("");
                    out.println((why.isEmpty() ? "passed  " : "FAILED  ") + title + why);
                }
            }
        }
        if (json) {
            Map<String, Object> report = new LinkedHashMap<>();
            report.put("tests", all);
            report.put("failed", failed);
            out.print(Json.write(report));
        } else {
            out.println("%d passed, %d failed".formatted(all.size() - failed, failed));
        }
        return failed == 0 ? Main.OK : Main.FAILED;
    }
}
