package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.NurseryDeadlineExceededException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a script is run: deadlines, stops, and what is left of a run that failed. */
@Timeout(60)
class RunConfigTest {
    /** Waits for what nobody sends, and tells how it ends. */
    private static final String WAITS =
            """
            {.profile: service.}
            async func main() -> i64 do
                let c = channel(0)
                defer println("cleaned up")
                println("waits")
                nursery do
                    spawn do sleep(1000000) end
                    return c.recv()
                end
                return 1
            end
            """;

    private static final String RUNS =
            """
            func main() -> i64 do
                var n = 0
                while true do n = (n + 1) % 1000 end
                return n
            end
            """;

    private static ScriptResult seeded(
            String text, UnaryOperator<RunConfig> configure, Object... arguments)
            throws InterruptedException {
        Script script = Scripts.compile(text);
        try (var scheduler =
                Scheduler.open(c -> c.withSeed(5).withProfile(script.profile().ofRuntime()))) {
            return script.run(scheduler.tenant(), configure, arguments);
        }
    }

    @Test
    void deadline_ofAScriptThatWaits_endsItWithItsCleanUps() throws Exception {
        ScriptResult result = seeded(WAITS, c -> c.withDeadline(Duration.ofMillis(250)));

        assertThat(result.failure().orElseThrow())
                .isInstanceOf(NurseryDeadlineExceededException.class)
                .hasMessageContaining("script")
                .hasMessageContaining("PT0.25S");
        assertThat(result.output()).isEqualTo("waits\ncleaned up\n");
        assertThat(result.value()).isEmpty();
        assertThat(result.receipt().tasks()).isEqualTo(2);
    }

    @Test
    void deadline_ofAScriptThatComputes_endsItOnThreads() throws Exception {
        Script script = Scripts.compile(RUNS);
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            ScriptResult result =
                    script.run(
                            scheduler.tenant(),
                            c ->
                                    c.withBudget(Budget.UNLIMITED)
                                            .withDeadline(Duration.ofMillis(50)));

            assertThat(result.failure().orElseThrow())
                    .isInstanceOf(NurseryDeadlineExceededException.class);
            assertThat(result.receipt().spent().ops()).isPositive();
        }
    }

    @Test
    void deadline_thatIsNotReached_changesNothing() throws Exception {
        String text = "func main(n: i64) -> i64 do return n * 2 end";

        ScriptResult with = seeded(text, c -> c.withDeadline(Duration.ofSeconds(9)), 21L);
        ScriptResult without = seeded(text, c -> c, 21L);

        assertThat(with).isEqualTo(without);
        assertThat(with.value()).contains(42L);
    }

    @Test
    void deadline_ofNothing_endsItAtOnce() throws Exception {
        ScriptResult result = seeded(RUNS, c -> c.withDeadline(Duration.ZERO));

        assertThat(result.failure().orElseThrow())
                .isInstanceOf(NurseryDeadlineExceededException.class);
    }

    @Test
    void deadline_thatIsNegative_isRefused() {
        assertThatThrownBy(() -> seeded(RUNS, c -> c.withDeadline(Duration.ofMillis(-1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must not be negative");
    }

    @Test
    void stop_byAnotherThread_endsTheRun() throws Exception {
        Script script = Scripts.compile(WAITS);
        var stop = new ScriptStop();
        var waits = new CountDownLatch(1);
        Thread other =
                new Thread(
                        () -> {
                            try {
                                waits.await();
                            } catch (InterruptedException e) {
                                return;
                            }
                            stop.stop();
                        });
        other.start();
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            ScriptResult result =
                    script.run(
                            scheduler.tenant(),
                            c -> c.withStop(stop).withOutput(text -> waits.countDown()));

            assertThat(result.failure().orElseThrow()).isInstanceOf(CancellationException.class);
            assertThat(result.output()).isEqualTo("waits\ncleaned up\n");
        }
        other.join();
        assertThat(stop.isStopped()).isTrue();
    }

    @Test
    void cancel_ofATaskThatOpensANursery_runsItsDefers() throws Exception {
        String text =
                """
                {.profile: service.}
                async func main() do
                    nursery do
                        let t = spawn do
                            defer println("cleaned up")
                            while not is_cancelled() do end
                            nursery do
                                spawn do sleep(1000) end
                                sleep(5)
                            end
                        end
                        yield
                        yield
                        t.cancel()
                    end
                end
                """;
        assertThat(seeded(text, c -> c).output()).isEqualTo("cleaned up\n");
    }

    @Test
    void stop_thatWasUsedBefore_letsNothingRun() throws Exception {
        var stop = new ScriptStop();
        stop.stop();

        ScriptResult result = seeded(WAITS, c -> c.withStop(stop));

        assertThat(result.failure().orElseThrow()).isInstanceOf(CancellationException.class);
        assertThat(result.output()).isEmpty();
    }

    @Test
    void output_isToldWhileItIsPrinted_andIsInTheResult() throws Exception {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        String text = "func main() do\n println(\"a\")\n println(\"b\", 1)\nend";

        ScriptResult result = seeded(text, c -> c.withOutput(told::add));

        assertThat(String.join("", told)).isEqualTo(result.output());
        assertThat(told.size()).isGreaterThan(1);
    }

    @Test
    void receipt_afterEveryKindOfEnd_saysWhatWasSpent() throws Exception {
        ScriptResult panics = seeded("func main(n: i64) -> i64 do return 1 / n end", c -> c, 0L);
        ScriptResult fails =
                seeded("error E { X }\nfunc main() -> i64 ! E do fail E.X end", c -> c);
        ScriptResult spent = seeded(RUNS, c -> c.withBudget(new Budget(100, 1 << 20, 10, 10, 0)));

        assertThat(panics.failure().orElseThrow()).hasMessageContaining("P003");
        assertThat(fails.failure()).isPresent();
        assertThat(spent.failure().orElseThrow()).isInstanceOf(BudgetExhaustedException.class);
        assertThat(spent.receipt().spent().ops()).isEqualTo(100);
        assertThat(panics.receipt().tasks()).isEqualTo(1);
        assertThat(fails.receipt().tasks()).isEqualTo(1);
    }

    @Test
    void defaults_ask_forNothing() {
        RunConfig defaults = RunConfig.defaults();

        assertThat(defaults.capabilities()).isEmpty();
        assertThat(defaults.deadline()).isEmpty();
    }
}
