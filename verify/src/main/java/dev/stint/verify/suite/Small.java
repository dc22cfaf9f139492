package dev.stint.verify.suite;

import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A program of a few tasks, and everything that may come of it.
 *
 * @param outcomes all of these are reached, and no other is
 */
public record Small(String name, Program program, Set<String> outcomes) {
    private static final int MOST_SCHEDULES = 10_000_000;

    /** What is run under each schedule; returns what came of it. */
    @FunctionalInterface
    public interface Program {
        String run(Sim sim) throws Exception;
    }

    /** What one task does; returns what came of it. */
    @FunctionalInterface
    public interface Part {
        String run(List<Task<?>> tasks) throws Exception;
    }

    /** Starts a task for each part and waits for all; what came of each, in order. */
    public static String together(Sim sim, Part... parts) throws Exception {
        List<Task<?>> tasks = new ArrayList<>();
        var ends = new ArrayList<String>();
        try (Nursery nursery = sim.scheduler().nursery(n -> n.withPolicy(Policy.runAll()))) {
            for (Part part : parts) {
                tasks.add(nursery.spawn(() -> part.run(tasks)));
            }
            for (Task<?> task : tasks) {
                ends.add(endOf(task));
            }
        }
        return String.join(", ", ends);
    }

    private static String endOf(Task<?> task) throws InterruptedException {
        return switch (task.awaitOutcome()) {
            case Outcome.Success<?>(var value) -> String.valueOf(value);
            case Outcome.Failure<?>(var cause) -> cause.getClass().getSimpleName();
            case Outcome.Cancelled<?>() -> "cancelled";
        };
    }

    /** Tries all schedules with at most so many preemptions; null if it comes out as it should. */
    @Nullable String judge(int preemptions, Path files) throws InterruptedException {
        Set<String> seen = new TreeSet<>();
        SimResult result =
                Sim.explore(
                        c ->
                                c.withName(name)
                                        .withStrategy(Strategy.exhaustive(preemptions))
                                        .withSchedules(MOST_SCHEDULES)
                                        .withFiles(files),
                        sim -> {
                            String outcome = program.run(sim);
                            seen.add(outcome);
                            if (!outcomes.contains(outcome)) {
                                throw new AssertionError(
                                        "came to '" + outcome + "', and not to one of " + outcomes);
                            }
                        });
        if (result.failure().isPresent()) {
            SimFailure failure = result.failure().get();
            return name
                    + ": "
                    + failure.kind()
                    + ": "
                    + failure.summary()
                    + failure.where()
                    + "\n"
                    + String.join("\n", failure.story());
        }
        if (!result.complete()) {
            return name + " has more than " + MOST_SCHEDULES + " schedules";
        }
        return seen.equals(outcomes)
                ? null
                : name
                        + " came only to "
                        + seen
                        + " of "
                        + new TreeSet<>(outcomes)
                        + " in all "
                        + result.schedules()
                        + " schedules";
    }
}
