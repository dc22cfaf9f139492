package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.SideBySide;
import dev.stint.config.Cores;
import dev.stint.config.SchedulerConfig;
import dev.stint.env.Faults;
import dev.stint.event.Event;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * [NURSERY:1.1] Random trees of nurseries under seeded schedules, each twice, against what must
 * hold whatever the schedule: see {@link Verdict}.
 *
 * <p>{@code -Dstint.model.programs=N} sets how many programs each case runs, {@code
 * -Dstint.model.seed=S} with which seed it begins; a failure prints the seed and the program.
 */
@Timeout(3800)
class NurseryModelTest {
    private static final int PROGRAMS = Integer.getInteger("stint.model.programs", 800);
    private static final long FROM = Long.getLong("stint.model.seed", 0);

    static Stream<Arguments> coresAndWorkers() {
        return Arrays.stream(Cores.values())
                .flatMap(c -> Stream.of(1, 2, 4).map(w -> Arguments.of(c, w)));
    }

    @SideBySide
    @ParameterizedTest(name = "{0} cores, {1} workers")
    @MethodSource("coresAndWorkers")
    void anyProgram_anySchedule_keepsTheRules(Cores cores, int workers) throws Exception {
        Map<String, Integer> seen = new TreeMap<>();
        for (long seed = FROM; seed < FROM + PROGRAMS; seed++) {
            Script script = ScriptWriter.write(seed);
            Run first = run(script, cores, workers, c -> c);
            Run second = run(script, cores, workers, c -> c);
            assertThat(first.wrong)
                    .as(
                            "seed %d, %s cores, %d workers, program:%n%s",
                            seed, cores, workers, script.text())
                    .isEmpty();
            assertThat(second).as("seed %d, run again:%n%s", seed, script.text()).isEqualTo(first);
            first.seen.forEach(what -> seen.merge(what, 1, Integer::sum));
        }
        if (Boolean.getBoolean("stint.model.verbose")) {
            System.out.println(cores + " " + workers + " of " + PROGRAMS + ": " + seen);
        }
        if (PROGRAMS >= 800) {
            assertThat(seen)
                    .as("what the programs came to")
                    .containsKeys(
                            "deadlock",
                            "exhausted",
                            "debt",
                            "drawn by right",
                            "CANCELLED by DEADLINE",
                            "CANCELLED by PARENT",
                            "CANCELLED by REQUESTED",
                            "CANCELLED by POLICY",
                            "CANCELLED by CHILD_FAILED");
        }
    }

    /** The same while workers die, about once in so many points. */
    @SideBySide
    @ParameterizedTest(name = "{0} cores, {1} workers")
    @MethodSource("coresAndWorkers")
    void anyProgram_workersDie_keepsTheRules(Cores cores, int workers) throws Exception {
        for (long seed = FROM; seed < FROM + PROGRAMS / 8; seed++) {
            Script script = ScriptWriter.write(seed);
            var killer = new Killer(seed);

            Run run = run(script, cores, workers, c -> c.withFaults(killer));

            assertThat(run.wrong)
                    .as(
                            "seed %d, %s cores, %d workers, %d deaths, program:%n%s",
                            seed, cores, workers, killer.deaths, script.text())
                    .isEmpty();
        }
    }

    private static final class Killer implements Faults {
        private static final int ONE_IN = 12;

        private final Random random;
        int deaths;

        Killer(long seed) {
            this.random = new Random(seed);
        }

        @Override
        public void at(Point point, int worker) {
            if (random.nextInt(ONE_IN) == 0) {
                deaths++;
                throw new Killed(point, worker);
            }
        }
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed(Faults.Point point, int worker) {
            super("worker " + worker + " killed at " + point, null, false, false);
        }
    }

    /** What one run came to; equal for equal runs. */
    private record Run(long hash, String story, List<String> wrong, List<String> seen) {}

    private static Run run(
            Script script, Cores cores, int workers, UnaryOperator<SchedulerConfig> more)
            throws Exception {
        var performance = new Performance(script);
        long hash;
        var wrong = new ArrayList<String>();
        Scheduler scheduler =
                Scheduler.open(
                        c ->
                                Setting.seeded(more.apply(c), script.seed())
                                        .withCores(cores)
                                        .withWorkers(workers)
                                        .withYieldInterval(script.yieldInterval())
                                        .withSlice(script.slice())
                                        .withSink(performance.log::add));
        try (scheduler) {
            performance.runOn(scheduler);
            hash = scheduler.traceHash();
        } catch (RuntimeException | Error e) {
            hash = 0;
            wrong.add("it threw " + e);
        }
        try {
            wrong.addAll(Verdict.on(performance, true));
        } catch (RuntimeException e) {
            wrong.add("no verdict: " + e);
        }
        return new Run(hash, performance.story(), wrong, seenIn(performance));
    }

    private static boolean hasOverdrawn(@Nullable Task<?> task) {
        return task != null && task.receipt().map(r -> !r.debt().isZero()).orElse(false);
    }

    private static List<String> seenIn(Performance p) {
        var seen = new ArrayList<String>();
        if (p.deadlock != null) {
            seen.add("deadlock");
        }
        if (p.log.stream().anyMatch(e -> e instanceof Event.TaskExhausted)) {
            seen.add("exhausted");
        }
        if (Stream.of(p.tasks).anyMatch(each -> hasOverdrawn(each.get()))) {
            seen.add("debt");
        }
        for (var each : p.nurseries) {
            Nursery nursery = each.get();
            if (nursery != null) {
                seen.add(nursery.state() + nursery.cancelReason().map(r -> " by " + r).orElse(""));
            }
        }
        if (!p.drawnByRight().isZero()) {
            seen.add("drawn by right");
        }
        seen.add("used right " + !p.usedByRight.get().isZero());
        return seen;
    }
}
