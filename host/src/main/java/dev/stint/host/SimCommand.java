package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.host.sim.Search;
import dev.stint.host.sim.Survey;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Explores methods: its options. What it does is in the package {@code sim}. */
@Command(
        name = "sim",
        description = "Runs methods with @SimTest or a Sim parameter under many schedules.")
final class SimCommand implements Callable<Integer> {
    /** Where the launcher says what is to be found without {@code --classpath}. */
    static final String CLASSPATH = "stint.sim.classpath";

    private static final String EXAMPLE = "./stint sim dev.acme.CounterTest#increments";
    private static final int MAX_SECONDS = 1_000_000;
    private static final int MAX_WORKERS = 64;

    private final List<String> typed;
    private final PrintWriter out;

    @Parameters(
            arity = "0..*",
            paramLabel = "CLASS#METHOD",
            description = "what to explore; a class alone is all of its methods")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description = "folders and jars with the classes; in a checkout of Stint, its own")
    private @Nullable String classpath;

    @Option(
            names = "--schedules",
            paramLabel = "N",
            description = "how many to try (default: what the method says)")
    private @Nullable String schedules;

    @Option(names = "--seed", paramLabel = "S", description = "where chance starts")
    private @Nullable String seed;

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            description = "random, pct(3), pos, roundRobin or exhaustive(2)")
    private @Nullable String strategy;

    @Option(names = "--workers", paramLabel = "N", description = "of the simulated scheduler")
    private @Nullable String workers;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "stop after so long, for each method")
    private @Nullable String seconds;

    @Option(names = "--json", description = "the result as one JSON object, and nothing else")
    private boolean json;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = "run the one schedule of a trace file, which says of which method")
    private @Nullable String replay;

    @Option(names = "--list", description = "what there is to explore")
    private boolean list;

    SimCommand(List<String> typed, PrintWriter out) {
        this.typed = typed;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        Search search = search();
        if (!JUnitBeside.isHere()) {
            JUnitBeside.main(typed, search.classpath());
        }
        try {
            return Survey.run(search, out) ? Main.OK : Main.FAILED;
        } catch (IllegalArgumentException e) {
            throw new BadArguments(String.valueOf(e.getMessage()));
        }
    }

    private Search search() {
        if (names.isEmpty() && replay == null && !list) {
            throw new BadArguments(
                    "what is to be explored? For example: " + EXAMPLE + "; ./stint sim --list");
        }
        if (replay != null && !names.isEmpty()) {
            throw new BadArguments(
                    "--replay takes the method from the file; leave out "
                            + quoted(names.getFirst()));
        }
        if (replay != null
                && (schedules != null
                        || seed != null
                        || strategy != null
                        || workers != null
                        || seconds != null)) {
            throw new BadArguments(
                    "--replay takes the schedule from the file; leave out --schedules, --seed,"
                            + " --strategy, --workers and --seconds");
        }
        return new Search(
                names,
                paths(),
                whole("--schedules", schedules, SimConfig.MOST_SCHEDULES, 10_000),
                seed == null
                        ? OptionalLong.empty()
                        : OptionalLong.of(Numbers.seed(seed, "sim CLASS#METHOD")),
                Optional.ofNullable(strategy).map(SimCommand::strategy),
                whole("--workers", workers, MAX_WORKERS, 2),
                whole("--seconds", seconds, MAX_SECONDS, 10).stream()
                        .mapToObj(Duration::ofSeconds)
                        .findFirst(),
                json,
                Optional.ofNullable(replay).map(FileNames::path),
                list,
                replayCommand());
    }

    /** A number from one on, if it was typed. */
    private static OptionalInt whole(String option, @Nullable String typed, int most, int good) {
        return typed == null
                ? OptionalInt.empty()
                : OptionalInt.of(
                        Numbers.whole(option, typed, 1, most, EXAMPLE + " " + option + " " + good));
    }

    private String replayCommand() {
        return "./stint sim --replay {file}"
                + (classpath == null
                        ? ""
                        : " --classpath '" + classpath.replace("'", "'\\''") + "'");
    }

    private static Strategy strategy(String typed) {
        try {
            return Strategy.parse(typed);
        } catch (IllegalArgumentException e) {
            throw new BadArguments("--strategy: " + e.getMessage());
        }
    }

    /** In a checkout that is not built yet, the launcher names folders that are not there. */
    private List<Path> paths() {
        return classpath != null
                ? Classpath.read(classpath)
                : Classpath.parts(System.getProperty(CLASSPATH)).stream()
                        .map(Path::of)
                        .filter(Files::exists)
                        .toList();
    }
}
