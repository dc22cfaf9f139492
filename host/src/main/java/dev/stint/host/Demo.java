package dev.stint.host;

import dev.stint.host.demo.Plan;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The main job: its options. What it does is in the package {@code demo}. */
@Command(name = "demo", description = "Plays scenes, each of which states a claim and checks it.")
final class Demo implements Callable<Integer> {
    static final String EXAMPLE = "./stint demo --seconds 10";

    private static final int MAX_SECONDS = 3600;

    private final Predicate<Plan> show;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "about how long to run, from 1 to 3600 (default: ${DEFAULT-VALUE})")
    private String seconds = "10";

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "where chance starts, decimal or 0x hex (default: ${DEFAULT-VALUE})")
    private String seed = "0x2a";

    @Option(names = "--json", paramLabel = "FILE", description = "where to write the result")
    private @Nullable String json;

    @Option(
            names = "--no-weave",
            description =
                    "leave the tenants' code unmetered, to see what metering is for: it fails")
    private boolean noWeave;

    @Option(
            names = "--compare",
            description = "put stock virtual threads beside endless loops, too")
    private boolean compare;

    /** {@code show} plays what was planned, and tells whether every claim held. */
    Demo(Predicate<Plan> show) {
        this.show = show;
    }

    @Override
    public Integer call() {
        return show.test(plan()) ? Main.OK : Main.FAILED;
    }

    private Plan plan() {
        return new Plan(
                Numbers.whole("--seconds", seconds, 1, MAX_SECONDS, EXAMPLE),
                Numbers.seed(seed, "demo"),
                Optional.ofNullable(json)
                        .map(
                                file ->
                                        FileNames.toWrite(
                                                "--json", file, "./stint demo --json result.json")),
                !noWeave,
                compare);
    }
}
