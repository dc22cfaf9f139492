package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.config.Cores;
import dev.stint.nursery.Script.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * [NURSERY:7.1] The programs of {@link NurseryModelTest} on real threads, against those of its
 * rules that do not need to know the schedule.
 *
 * <p>{@code -Dstint.stress.seconds=N} sets how long (all cases together), {@code
 * -Dstint.stress.seed=S} with which program it begins.
 */
@Timeout(3600)
class NurseryStressTest {
    private static final long SECONDS = Long.getLong("stint.stress.seconds", 8);
    private static final long FROM = Long.getLong("stint.stress.seed", 0);
    private static final int CASES = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int DEADLINE_MILLIS = 20;

    static Stream<Arguments> coresAndWorkers() {
        return Arrays.stream(Cores.values())
                .flatMap(c -> Stream.of(2, 4).map(w -> Arguments.of(c, w)));
    }

    @ParameterizedTest(name = "{0} cores, {1} workers")
    @MethodSource("coresAndWorkers")
    void anyProgram_realThreads_keepsTheRules(Cores cores, int workers) throws Exception {
        long until = System.nanoTime() + SECONDS * 1_000_000_000L / CASES;
        long seed = FROM;
        for (; System.nanoTime() < until; seed++) {
            Script script = withDeadline(ScriptWriter.write(seed));

            List<String> wrong = run(script, cores, workers);

            assertThat(wrong)
                    .as("%s cores, %d workers, program:%n%s", cores, workers, script.text())
                    .isEmpty();
        }
        assertThat(seed).as("the next program").isGreaterThan(FROM + 10);
        if (Boolean.getBoolean("stint.stress.verbose")) {
            System.out.println(cores + " " + workers + ": " + (seed - FROM) + " programs");
        }
    }

    /** Without a seed nobody notices a deadlock. */
    private static Script withDeadline(Script script) {
        Scope top = script.top();
        if (top.deadlineMillis() >= 0) {
            return script;
        }
        return new Script(
                script.seed(),
                script.tenantBudget(),
                script.limit(),
                script.yieldInterval(),
                script.slice(),
                new Scope(
                        top.number(),
                        top.budget(),
                        top.childBudget(),
                        top.onExhaustion(),
                        top.selfRecharge(),
                        top.policy(),
                        DEADLINE_MILLIS,
                        top.end(),
                        top.steps()));
    }

    private static List<String> run(Script script, Cores cores, int workers) throws Exception {
        var performance = new Performance(script);
        var wrong = new ArrayList<String>();
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withCores(cores)
                                        .withWorkers(workers)
                                        .withYieldInterval(script.yieldInterval())
                                        .withSlice(script.slice())
                                        .withCloseTimeout(Duration.ofSeconds(10))
                                        .withSink(performance.log::add))) {
            var thrown = new AtomicReference<@Nullable Throwable>();
            Thread outside =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            performance.runOn(scheduler);
                                        } catch (Throwable e) {
                                            thrown.set(e);
                                        }
                                    });
            if (!outside.join(PATIENCE)) {
                wrong.add("it does not end: " + scheduler.snapshot());
                wrong.add(Arrays.toString(outside.getStackTrace()));
                outside.interrupt();
            }
            Throwable e = thrown.get();
            if (e != null) {
                wrong.add("outside threw " + e + " at " + Arrays.toString(e.getStackTrace()));
            }
        } catch (IllegalStateException e) {
            wrong.add("close threw " + e);
        }
        if (wrong.isEmpty()) {
            wrong.addAll(Verdict.on(performance, false));
        }
        return wrong;
    }
}
