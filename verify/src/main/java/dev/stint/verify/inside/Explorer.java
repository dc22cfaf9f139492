package dev.stint.verify.inside;

import dev.stint.testkit.Sim;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimResult;
import dev.stint.verify.suite.Small;
import dev.stint.verify.suite.SmallPrograms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Explores one program. Loaded by an {@link InsideLoader}, so it speaks only types of the JDK. */
final class Explorer {
    private Explorer() {}

    /** Names of all programs. */
    static List<String> names() {
        return Stream.concat(programs().stream().map(Small::name), Stream.of(Supervisors.NAME))
                .toList();
    }

    private static List<Small> programs() {
        List<Small> all = new ArrayList<>(Contracts.all());
        SmallPrograms.all().stream().filter(s -> !s.name().endsWith("Weakened")).forEach(all::add);
        return all;
    }

    /**
     * Tries at most so many schedules, and returns what is wrong; empty if nothing is.
     *
     * @param tried how many schedules were tried, and how many steps they had, is added there
     */
    static String explore(String name, String strategy, int schedules, Path files, long[] tried)
            throws InterruptedException {
        if (name.equals(Supervisors.NAME)) {
            return Supervisors.explore(schedules, tried);
        }
        Small small =
                programs().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
        Set<String> seen = new TreeSet<>();
        SimResult result =
                Sim.explore(
                        c ->
                                c.withName(name)
                                        .withStrategy(Strategy.parse(strategy))
                                        .withSchedules(schedules)
                                        .withFiles(files),
                        sim -> {
                            Sections.forget();
                            String outcome = small.program().run(sim);
                            seen.add(outcome);
                            if (!small.outcomes().contains(outcome)) {
                                throw new AssertionError(
                                        "came to '"
                                                + outcome
                                                + "', and not to one of "
                                                + small.outcomes());
                            }
                        });
        tried[0] += result.schedules();
        tried[1] += result.steps();
        if (result.failure().isPresent()) {
            return inWords(result, result.failure().get());
        }
        return !result.complete() || seen.equals(small.outcomes())
                ? ""
                : "came only to " + seen + " of " + new TreeSet<>(small.outcomes());
    }

    private static String inWords(SimResult result, SimFailure failure) {
        return "%s under %s, schedule %d: %s%n%s%n%s"
                .formatted(
                        failure.kind(),
                        result.config().strategy(),
                        result.schedules(),
                        failure.summary(),
                        failure.where(),
                        String.join("\n", failure.story()));
    }
}
