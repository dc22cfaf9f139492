package dev.stint.verify.suite;

import dev.stint.testkit.config.SimConfig.Picks;
import dev.stint.testkit.config.Strategy;
import dev.stint.verify.linear.Checks;
import dev.stint.verify.tools.Scratch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The checks by schedules, by name. {@link #main} is what a JVM of its own runs for one. */
public final class Schedules {
    private static final String PREFIX = "Schedules.";

    /** The runtime's contracts and models, by what they are about. */
    private static final Map<String, List<String>> SUITES = suites();

    private static final List<Strategy> STRATEGIES =
            List.of(Strategy.pct(3), Strategy.pos(), Strategy.random());

    /** A run of a whole suite counts for so many schedules. */
    private static final int A_RUN = 1_000;

    /** One between tasks and one between workers. */
    private static final int LEAST_RUNS = 2;

    /** From so many on, three preemptions are tried, not two. */
    private static final int MANY = 10_000;

    private Schedules() {}

    private static Map<String, List<String>> suites() {
        Map<String, List<String>> suites = new LinkedHashMap<>();
        put(
                suites,
                "Core",
                "",
                "SchedulerContractTest",
                "ExecutorContractTest",
                "ExecutorInvokeTest");
        put(suites, "Supervisors", "", "SupervisorContractTest", "SupervisorBillsTest");
        put(
                suites,
                "Nurseries",
                "nursery.",
                "NurseryOwnershipTest",
                "NurseryContractTest",
                "NurseryErrorsTest",
                "NurseryCancelTest",
                "NurseryDeadlineTest",
                "ShieldTest");
        put(suites, "NurseryModel", "nursery.", "NurseryModelTest");
        put(
                suites,
                "Channels",
                "channel.",
                "ArrivalsTest",
                "BroadcastTest",
                "ChannelBudgetTest",
                "ChannelCancelTest",
                "ChannelCloseTest",
                "ChannelFaceTest",
                "ChannelOrderTest",
                "ObjectPoolTest",
                "OrderedChannelTest",
                "OverflowTest",
                "ReceiveContractTest",
                "SelectArgumentsTest",
                "SelectContractTest",
                "SelectFairnessTest",
                "SendContractTest",
                "SpuriousWakeTest",
                "WatchTest");
        put(suites, "ChannelModel", "channel.", "ChannelModelTest");
        put(
                suites,
                "Synchronisers",
                "sync.",
                "LatchTest",
                "MutexTest",
                "RateLimiterTest",
                "SemaphoreTest");
        put(
                suites,
                "Actors",
                "actor.",
                "ActorContractTest",
                "AskContractTest",
                "CancelledBehaviourTest",
                "SupervisedActorContractTest");
        put(
                suites,
                "Budgets",
                "budget.",
                "BudgetContractTest",
                "EvasionTest",
                "ReceiptTest",
                "RechargeTest");
        put(suites, "Capabilities", "capability.", "CapabilityContractTest");
        return suites;
    }

    private static void put(
            Map<String, List<String>> suites, String name, String folder, String... classes) {
        suites.put(PREFIX + name, Stream.of(classes).map(c -> "dev.stint." + folder + c).toList());
    }

    /** All names, sorted. */
    public static List<String> names() {
        var names = new ArrayList<>(SUITES.keySet());
        SmallPrograms.all().forEach(small -> names.add(PREFIX + small.name()));
        names.sort(Comparator.naturalOrder());
        return names;
    }

    /** Arguments: the name, and two numbers, whose product says how many schedules to try. */
    public static void main(String[] args) throws InterruptedException, IOException {
        int count = Integer.parseInt(args[1]) * Integer.parseInt(args[2]);
        String found = judge(args[0], count);
        if (found != null) {
            System.out.println(found);
        }
        System.exit(found == null ? Checks.HELD : Checks.FOUND);
    }

    /** The first thing that is wrong, or null. */
    static @Nullable String judge(String name, int count) throws InterruptedException, IOException {
        List<String> classes = SUITES.get(name);
        if (classes != null) {
            return judge(new Suite(classes), Math.max(LEAST_RUNS, count / A_RUN));
        }
        for (Small small : SmallPrograms.all()) {
            if (name.equals(PREFIX + small.name())) {
                var files = Scratch.of("stint-schedules");
                String found = small.judge(count < MANY ? 2 : 3, files.folder());
                if (found == null) {
                    files.delete();
                }
                return found;
            }
        }
        throw new IllegalArgumentException("no check " + name + "; there are " + names());
    }

    private static @Nullable String judge(Suite suite, int runs) {
        // Models run many programs each, and every program is a schedule of its own.
        System.setProperty("stint.model.programs", "20");
        Picks[] kinds = Picks.values();
        for (int run = 0; run < runs; run++) {
            Strategy strategy = STRATEGIES.get(run / kinds.length % STRATEGIES.size());
            var result = suite.run(strategy, kinds[run % kinds.length], run);
            if (!result.failures().isEmpty()) {
                return String.join("\n\n", result.failures());
            }
            if (result.tests() == 0) {
                return "there was nothing to run";
            }
        }
        return null;
    }
}
