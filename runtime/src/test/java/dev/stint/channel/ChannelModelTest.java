package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.SideBySide;
import dev.stint.channel.Performance.Entry;
import dev.stint.channel.Performance.Result;
import dev.stint.config.Cores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * [FIBER:channel-wait] [FIBER:fiber-context] [FIBER:select-winner] Random programs over channels
 * under seeded schedules, each twice: against the accounts of all messages, see {@link Verdict},
 * and, operation by operation, against a sequential {@link Reference}.
 *
 * <p>{@code -Dstint.model.programs=N} sets how many programs each case runs, {@code
 * -Dstint.model.seed=S} with which seed it begins; a failure prints the seed and the program.
 */
@Timeout(3800)
class ChannelModelTest {
    private static final int LONG = 400; // from here on all kinds of ends are seen
    private static final int PROGRAMS = Integer.getInteger("stint.model.programs", LONG);
    private static final long FROM = Long.getLong("stint.model.seed", 0);
    private static final int CASES = 8; // or more; so that no two of them play the same program
    private static final int NEVER = 1_000_000_000;

    static Stream<Arguments> coresAndWorkers() {
        return Arrays.stream(Cores.values())
                .flatMap(c -> Stream.of(1, 2, 4).map(w -> Arguments.of(c, w)));
    }

    @SideBySide
    @ParameterizedTest(name = "{0} cores, {1} workers")
    @MethodSource("coresAndWorkers")
    void anyProgram_anySchedule_doesWhatTheReferenceDoes(Cores cores, int workers)
            throws Exception {
        Map<String, Integer> seen = new TreeMap<>();
        for (long seed = FROM; seed < FROM + PROGRAMS; seed++) {
            Script script = ScriptWriter.write(CASES * seed + number(cores, workers));

            Run first = run(script, cores, workers);
            Run second = run(script, cores, workers);

            assertThat(first.wrong)
                    .as(
                            "seed %d, %s cores, %d workers. To see it again:"
                                    + " -Dtest=ChannelModelTest -Dstint.model.seed=%d"
                                    + " -Dstint.model.programs=1%nprogram: %s%nlog:%n%s",
                            seed, cores, workers, seed, script.text(), first.story)
                    .isEmpty();
            assertThat(second.story)
                    .as("seed %d, run again:%n%s", seed, script.text())
                    .isEqualTo(first.story);
            assertThat(second.hash).as("trace of seed %d, run again", seed).isEqualTo(first.hash);
            first.seen.forEach(what -> seen.merge(what, 1, Integer::sum));
        }
        if (Boolean.getBoolean("stint.model.verbose")) {
            System.out.println(cores + " " + workers + " of " + PROGRAMS + ": " + seen);
        }
        if (PROGRAMS >= LONG) {
            assertThat(seen)
                    .as("what the programs came to")
                    .containsKeys(
                            "SEND DONE",
                            "RECEIVE DONE",
                            "DRAIN DONE",
                            "SELECT DONE",
                            "SELECT CLOSED",
                            "SELECT FAILED",
                            "SELECT TIMEOUT",
                            "SELECT CANCELLED",
                            "SELECT DEADLOCK",
                            "SEND CLOSED",
                            "SEND FAILED",
                            "SEND FULL",
                            "SEND TIMEOUT",
                            "SEND CANCELLED",
                            "SEND DEADLOCK",
                            "RECEIVE CLOSED",
                            "RECEIVE TIMEOUT",
                            "RECEIVE CANCELLED",
                            "dropped");
        }
    }

    private static int number(Cores cores, int workers) {
        return (cores == Cores.BARE ? CASES / 2 : 0) + workers - 1;
    }

    private record Run(long hash, String story, List<String> wrong, List<String> seen) {}

    private static Run run(Script script, Cores cores, int workers) throws Exception {
        var performance = new Performance(script);
        var wrong = new ArrayList<String>();
        long hash = 0;
        Scheduler scheduler =
                Scheduler.open(
                        c ->
                                Setting.seeded(c, script.seed())
                                        .withCores(cores)
                                        .withWorkers(workers)
                                        .withYieldInterval(script.isPreempted() ? 1 : NEVER)
                                        .withSlice(script.isPreempted() ? 2 : NEVER)
                                        .withSink(performance::hear));
        try (scheduler) {
            performance.runOn(scheduler);
            hash = scheduler.traceHash();
        } catch (RuntimeException | Error e) {
            wrong.add("it threw " + e + " at " + Arrays.toString(e.getStackTrace()));
        }
        wrong.addAll(Verdict.on(performance));
        if (!script.isPreempted() && !Setting.picksTasks()) {
            wrong.addAll(Reference.complaints(performance));
        }
        return new Run(hash, performance.story(), wrong, seenIn(performance));
    }

    private static List<String> seenIn(Performance performance) {
        var seen = new ArrayList<String>();
        for (Entry entry : performance.log) {
            if (entry instanceof Entry.Return(int id, var _, var _, Result result, var _)) {
                var operation = performance.operations.get(id);
                String what =
                        operation.form().name().startsWith("SELECT")
                                ? "SELECT"
                                : operation.options().get(0).verb().name();
                seen.add(what + " " + result.what());
            }
        }
        if (performance.log.getLast().picture().stream().anyMatch(p -> p.dropped() > 0)) {
            seen.add("dropped");
        }
        return seen;
    }
}
