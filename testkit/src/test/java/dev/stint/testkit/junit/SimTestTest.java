package dev.stint.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.Stint;
import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.result.SimFailedError;
import dev.stint.testkit.result.SimFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.TestAbortedException;

@Timeout(60)
class SimTestTest {
    /** What subjects have noted, by the schedule. */
    private static final List<String> NOTES = new ArrayList<>();

    @BeforeEach
    void forget() {
        NOTES.clear();
    }

    static void increment(Sim sim, SharedInt counter) throws Exception {
        sim.run(
                nursery -> {
                    nursery.spawn("left", () -> counter.set(counter.get() + 1));
                    nursery.spawn("right", () -> counter.set(counter.get() + 1));
                });
    }

    static class Racy {
        private final SharedInt counter = new SharedInt(0);

        @SimTest
        void increments(Sim sim) throws Exception {
            increment(sim, counter);
            assertEquals(2, counter.get());
        }

        @SimTest
        void incrementsHappily(Sim sim) throws Exception {
            NOTES.add("happily");
            increment(sim, counter);
        }
    }

    static class Happy extends Racy {
        @Override
        void increments(Sim sim) {} // without the annotation, so that it is no test
    }

    @Test
    void simTest_racyProgram_failsWithOneCommandThatReplaysIt() {
        Throwable failure = Launched.run(Racy.class).failureOf("increments");

        assertThat(failure).isInstanceOf(SimFailedError.class);
        SimFailure found = ((SimFailedError) failure).failure();
        assertThat(found.kind()).isEqualTo(SimFailure.Kind.FAILED);
        assertThat(found.cause().orElseThrow()).isInstanceOf(AssertionError.class);
        assertThat(String.valueOf(failure.getMessage()).lines())
                .filteredOn(line -> line.contains("mvn test"))
                .singleElement()
                .asString()
                .contains("-Dtest='SimTestTest$Racy#increments'", "-Dstint.replay=target/sim/");
    }

    @Test
    void simTest_greenProgram_saysHowManySchedules() {
        Launched launched = Launched.run(Happy.class);

        launched.assertPassed("incrementsHappily");
        assertThat(NOTES).hasSize(1000);
        assertThat(launched.published())
                .containsEntry("schedules", "1000")
                .containsKeys("distinct", "schedules/s");
        assertThat(Integer.parseInt(launched.published().get("distinct"))).isBetween(2, 999);
    }

    // ---- replay

    private static Path failedTrace(Class<?> type) {
        var error = (SimFailedError) Launched.run(type).failureOf("increments");
        return traceIn(String.valueOf(error.getMessage()));
    }

    private static Path traceIn(String message) {
        var matcher = java.util.regex.Pattern.compile("-Dstint\\.replay=(\\S+)").matcher(message);
        assertThat(matcher.find()).as(message).isTrue();
        return Path.of(matcher.group(1));
    }

    @Test
    void replay_ofAFailure_failsAtTheSameStepAndRunsNothingElse() throws Exception {
        var first = (SimFailedError) Launched.run(Racy.class).failureOf("increments");
        Path file = traceIn(String.valueOf(first.getMessage()));
        String recorded = Files.readString(file);
        NOTES.clear();

        Launched again = Launched.run(Racy.class, Map.of("stint.replay", file.toString()));

        var second = (SimFailedError) again.failureOf("increments");
        assertThat(second.failure().step()).isEqualTo(first.failure().step());
        assertThat(second.failure().summary()).isEqualTo(first.failure().summary());
        assertThat(again.reasonOfSkipping("incrementsHappily"))
                .contains("only a schedule of " + Racy.class.getName() + "#increments is run");
        assertThat(NOTES).isEmpty();
        assertThat(Files.readString(file)).as("the file after the replay").isEqualTo(recorded);
    }

    static class Mended {
        static int mended; // what it counts to; 0 as long as it has its race

        @SimTest
        void increments(Sim sim) throws Exception {
            var counter = new SharedInt(0);
            if (mended > 0) {
                sim.run(nursery -> nursery.spawn("alone", () -> counter.set(mended)));
            } else {
                increment(sim, counter);
            }
            assertEquals(2, counter.get());
        }
    }

    @ParameterizedTest
    @CsvSource({"2, it did not fail", "3, 'it failed, but not in the recorded way'"})
    void replay_ofAProgramThatWasChanged_saysWhereItDiverged(int mended, String how) {
        Mended.mended = 0;
        Path file = failedTrace(Mended.class);
        Mended.mended = mended;

        Launched again = Launched.run(Mended.class, Map.of("stint.replay", file.toString()));

        assertThat(again.failureOf("increments"))
                .hasMessageMatching("replay of .* diverged at (step|decision) \\d+: .*")
                .hasMessageContaining(how);
    }

    static class ThrowsAnother {
        static boolean another;

        @SimTest
        void increments(Sim sim) throws Exception {
            sim.run(nursery -> nursery.spawn("alone", () -> {}));
            throw another ? new IllegalArgumentException("b") : new IllegalStateException("a");
        }
    }

    @Test
    void replay_anotherExceptionAfterTheSameSchedule_isNotTheSameFailure() {
        ThrowsAnother.another = false;
        Path file = failedTrace(ThrowsAnother.class);
        ThrowsAnother.another = true;

        Launched again = Launched.run(ThrowsAnother.class, Map.of("stint.replay", file.toString()));

        assertThat(again.failureOf("increments"))
                .hasMessageMatching("(?s)replay of .* diverged at step \\d+: .*")
                .hasMessageContaining("java.lang.IllegalStateException")
                .hasMessageContaining("java.lang.IllegalArgumentException")
                .hasMessageContaining("it failed, but not in the recorded way");
    }

    @Test
    void replay_sameDecisionsAndAnotherRun_isSaidInASentence() throws Exception {
        ThrowsAnother.another = false;
        Path file = failedTrace(ThrowsAnother.class);
        Files.writeString(file, Files.readString(file).replaceFirst("hash +\\w+", "hash 0"));

        Launched again = Launched.run(ThrowsAnother.class, Map.of("stint.replay", file.toString()));

        assertThat(again.failureOf("increments"))
                .hasMessageContaining("diverged at some step up to ")
                .hasMessageContaining("tasks did something else in between; it failed, but not");
    }

    @Test
    void replay_fileThatIsNotThere_saysSo() {
        assertThat(
                        Launched.run(Racy.class, Map.of("stint.replay", "no/such.trace"))
                                .failureOf("increments"))
                .hasStackTraceContaining("there is no trace file no" + java.io.File.separator);
    }

    // ---- an instance for each schedule

    static class Base {
        int fresh;

        @BeforeEach
        void beforeBase() {
            NOTES.add("base");
        }

        @AfterEach
        void afterBase() {
            NOTES.add("/base");
        }
    }

    static class Around extends Base {
        @BeforeEach
        void before(Sim sim) {
            NOTES.add("before" + fresh++ + Thread.currentThread().getName());
        }

        @AfterEach
        void after() {
            NOTES.add("/before");
        }

        @SimTest(schedules = 2)
        void test() {
            NOTES.add("test" + fresh++);
        }
    }

    static class Throwing extends Base {
        @SimTest(schedules = 2)
        void failing() {
            throw new IllegalStateException("on purpose");
        }

        @SimTest(schedules = 2)
        void failingTwice() {
            fresh = -1;
            throw new IllegalStateException("on purpose");
        }

        @AfterEach
        void after() {
            if (fresh < 0) {
                throw new IllegalStateException("in the end");
            }
        }
    }

    @Test
    void simTest_eachSchedule_hasAnInstanceOfItsOwn() {
        Launched.run(Around.class).assertPassed("test");

        List<String> one = List.of("base", "before0stint-sim", "test1", "/before", "/base");
        List<String> two = new ArrayList<>(one);
        two.addAll(one);
        assertThat(NOTES).isEqualTo(two);
    }

    @Test
    void simTest_methodThatThrows_isReportedWithItsOwnExceptionAndCleanedUp() {
        Throwable failure = Launched.run(Throwing.class).failureOf("failing");

        assertThat(failure)
                .hasCauseExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining("on purpose")
                .message()
                .doesNotContain("InvocationTarget");
        assertThat(NOTES).startsWith("base", "/base");
    }

    @Test
    void simTest_whatIsThrownAfterwards_doesNotHideTheFailure() {
        Throwable failure = Launched.run(Throwing.class).failureOf("failingTwice");

        assertThat(failure.getCause())
                .hasMessage("on purpose")
                .hasSuppressedException(new IllegalStateException("in the end"));
    }

    static class Outer {
        final List<String> seen = new ArrayList<>();

        @BeforeEach
        void outer() {
            seen.add("outer");
        }

        @Nested
        class Inner {
            Inner() {
                seen.add("made");
            }

            @BeforeEach
            void inner() {
                seen.add("inner");
            }

            @SimTest(schedules = 3)
            void nested(Sim sim) {
                NOTES.add(String.join(" ", seen));
            }
        }
    }

    @Test
    void simTest_nestedClass_hasItsOuterInstance() {
        Launched.run(Outer.class).assertPassed("nested");

        assertThat(NOTES)
                .containsExactly("made outer inner", "made outer inner", "made outer inner");
    }

    // ---- assumptions, timeouts

    static class Assuming {
        @SimTest(schedules = 5)
        void never(Sim sim) throws Exception {
            sim.run(nursery -> nursery.spawn(() -> assumeTrue(false, "not on this machine")));
        }

        @SimTest(schedules = 100)
        void sometimes(Sim sim) {
            assumeTrue(sim.choose(2) == 0);
            NOTES.add("held");
        }
    }

    @Test
    void assumption_thatNeverHolds_abortsTheTest() {
        assertThat(Launched.run(Assuming.class).abortOf("never"))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("not on this machine");
    }

    @Test
    void assumption_thatHoldsSometimes_passesSchedulesOver() {
        Launched launched = Launched.run(Assuming.class);

        launched.assertPassed("sometimes");
        assertThat(NOTES.size()).isBetween(1, 99);
        assertThat(launched.published()).containsKey("passed over");
    }

    static class Endless {
        static final Set<Thread> THREADS = new LinkedHashSet<>();

        @SimTest(schedules = 1_000_000_000)
        @Timeout(value = 300, unit = TimeUnit.MILLISECONDS)
        void longOne(Sim sim) throws Exception {
            THREADS.add(Thread.currentThread());
            sim.run(nursery -> nursery.spawn(() -> Stint.yield()));
        }
    }

    @Test
    void timeout_endsTheExploration() throws Exception {
        Throwable failure = Launched.run(Endless.class).failureOf("longOne");

        assertThat(failure).isInstanceOf(TimeoutException.class);
        for (Thread thread : Endless.THREADS) {
            thread.join(10_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }

    // ---- settings

    static class Counted {
        static final AtomicInteger RUNS = new AtomicInteger();

        @SimTest(schedules = 50, strategy = "random")
        void counts(Sim sim) {
            RUNS.incrementAndGet();
        }
    }

    private static int runsWith(Map<String, String> settings) {
        Counted.RUNS.set(0);
        Launched.run(Counted.class, settings).assertPassed("counts");
        return Counted.RUNS.get();
    }

    @Test
    void settings_goBeforeTheAnnotation() {
        assertThat(runsWith(Map.of())).isEqualTo(50);
        assertThat(runsWith(Map.of("stint.sim.schedules", "7"))).isEqualTo(7);
        assertThat(runsWith(Map.of("stint.sim.factor", "2.5"))).isEqualTo(125);
        assertThat(runsWith(Map.of("stint.sim.factor", "0.001"))).isEqualTo(1);
        assertThat(runsWith(Map.of("stint.sim.schedules", "7", "stint.sim.factor", "3")))
                .isEqualTo(21);
        assertThat(runsWith(Map.of("stint.sim.strategy", "exhaustive"))).isEqualTo(1);
        assertThat(runsWith(Map.of("stint.sim.seed", "0xFF"))).isEqualTo(50);
    }

    @Test
    void settings_thatAreWrong_areNamed() {
        for (String setting : List.of("schedules", "seed", "strategy", "factor")) {
            Launched launched = Launched.run(Counted.class, Map.of("stint.sim." + setting, "many"));

            assertThat(launched.failureOf("counts"))
                    .hasMessageContaining("stint.sim." + setting)
                    .hasMessageContaining("'many'");
        }
    }
}
