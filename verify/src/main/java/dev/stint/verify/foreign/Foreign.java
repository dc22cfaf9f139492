package dev.stint.verify.foreign;

import dev.stint.verify.linear.Checks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The suites after other runtimes' tests, by name. {@link #main} is what a JVM runs for one. */
public final class Foreign {
    private static final String PREFIX = "Foreign.";

    /** So many schedules, as others count them, are one seed of every scenario. */
    private static final int A_SEED = 100;

    /** So many are one run of every scenario on threads. */
    private static final int A_RUN = 1_000;

    private static final Map<String, List<Scenario>> SUITES =
            new TreeMap<>(
                    Map.of(
                            PREFIX + "Channels",
                            Scenario.of(
                                    ChannelPrograms.class,
                                    SelectPrograms.class,
                                    PipelinePrograms.class),
                            PREFIX + "Scopes",
                            Scenario.of(
                                    ChildErrors.class,
                                    Cancels.class,
                                    Shields.class,
                                    Deadlines.class,
                                    Limits.class,
                                    Joins.class,
                                    LooseScopes.class),
                            PREFIX + "Executors",
                            Scenario.of(
                                    Futures.class,
                                    Invokes.class,
                                    Ends.class,
                                    TaskInterrupts.class,
                                    JdkPieces.class)));

    private Foreign() {}

    /** All names, sorted. */
    public static List<String> names() {
        return List.copyOf(SUITES.keySet());
    }

    /** The scenarios of a suite. */
    static List<Scenario> scenarios(String suite) {
        List<Scenario> found = SUITES.get(suite);
        if (found == null) {
            throw new IllegalArgumentException("no suite " + suite + "; there are " + names());
        }
        return found;
    }

    /** Under how many seeds each scenario of a suite is run. */
    public static int seeds(int scenarios, int schedules) {
        return Math.max(2, scenarios * schedules / A_SEED);
    }

    /**
     * Arguments: the name, two numbers, whose product says how much to try, and, if only some
     * scenarios are wanted, what their names begin with.
     */
    public static void main(String[] args) throws InterruptedException {
        int scenarios = Integer.parseInt(args[1]);
        int schedules = Integer.parseInt(args[2]);
        String wanted = args.length > 3 ? args[3] : "";
        int repeats = Math.max(1, scenarios * schedules / A_RUN);
        var found = new ArrayList<String>();
        for (Scenario scenario : scenarios(args[0])) {
            if (scenario.name().startsWith(wanted)) {
                String wrong = new Trial(scenario).judge(seeds(scenarios, schedules), repeats);
                add(found, wrong);
            }
        }
        found.forEach(System.out::println);
        System.exit(found.isEmpty() ? Checks.HELD : Checks.FOUND);
    }

    private static void add(List<String> found, @Nullable String wrong) {
        if (wrong != null) {
            found.add(wrong);
        }
    }
}
