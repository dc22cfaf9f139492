package dev.stint.testkit.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.env.Decisions.Kind;
import dev.stint.testkit.Programs;
import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.Fault;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.internal.search.Choices;
import dev.stint.testkit.internal.search.ExhaustiveSearch;
import dev.stint.testkit.internal.search.RandomSearch;
import dev.stint.testkit.internal.search.Recording;
import dev.stint.testkit.internal.search.ReplaySearch;
import dev.stint.testkit.internal.search.SchedulePlan;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import dev.stint.testkit.search.Search;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShrinkerTest {
    @TempDir private Path files = Path.of("");

    private SimConfig config() {
        return SimConfig.defaults().withFiles(files).withStrategy(Strategy.random());
    }

    private static SimFailure failureOf(SimConfig config, Sim.Body body) throws Exception {
        return Sim.explore(config, body).failure().orElseThrow();
    }

    private static Choices choicesOf(Path trace) {
        return Recording.read(trace).choices();
    }

    private static Path traceOf(SimFailure failure) {
        return failure.trace().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void lostUpdate_needsOneInterruption(long seed) throws Exception {
        Sim.Body body = Programs.lostUpdate(5);
        SimConfig config = config().withSeed(seed);

        SimFailure failure = failureOf(config, body);

        assertThat(failure.shrunk().after()).isEqualTo(1);
        assertThat(failure.shrunk().before()).isGreaterThan(1);
        assertThat(failure.shrunk().least()).isTrue();
        SimReplay replay = Sim.replay(config, traceOf(failure), body);
        assertThat(replay.divergence()).isEmpty();
        assertThat(replay.result().failure().orElseThrow().step()).isEqualTo(failure.step());
    }

    @Test
    void bugThatNeedsTwo_keepsTwo() throws Exception {
        SimFailure failure = failureOf(config(), Programs::seesBoth);

        assertThat(failure.shrunk().after()).isEqualTo(2);
        assertThat(failure.shrunk().least()).isTrue();
    }

    @Test
    void deltaDebuggingAlone_findsOneInterruption() throws Exception {
        Sim.Body body = Programs.lostUpdate(5);
        Choices found = choicesOf(Objects.requireNonNull(original(failureOf(config(), body))));
        var result =
                Programs.onHost(
                        () -> {
                            var choices = new Choices();
                            Attempt attempt =
                                    Attempt.run(
                                            config(),
                                            Programs.toProgram(body),
                                            new ReplaySearch(found),
                                            choices,
                                            null);
                            return Shrinker.shrink(
                                    config(),
                                    Programs.toProgram(body),
                                    attempt.withOwnChoices(),
                                    12, // too few to try all with fewer
                                    Duration.ofMinutes(1));
                        });

        assertThat(result.shrunk().runs()).isLessThanOrEqualTo(12);
        assertThat(result.shrunk().after()).isLessThanOrEqualTo(2);
        assertThat(result.attempt().isGreen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noisyProgram_isShrunkWithoutTryingEverything(long seed) throws Exception {
        SimFailure failure =
                failureOf(config().withSeed(seed).withSchedules(20_000), Programs::seesBothInNoise);

        assertThat(failure.shrunk().before()).isGreaterThan(20);
        assertThat(failure.shrunk().after()).isEqualTo(2);
        assertThat(failure.shrunk().least()).isFalse(); // there is too much to try
    }

    private static Path original(SimFailure failure) {
        return failure.files().original().orElseThrow();
    }

    @Test
    void original_isKeptBeside_andReplays() throws Exception {
        Sim.Body body = Programs.lostUpdate(5);
        SimFailure failure = failureOf(config(), body);

        Path original = original(failure);
        assertThat(original.getFileName().toString()).endsWith("-original.trace");
        assertThat(choicesOf(original).size()).isGreaterThan(choicesOf(traceOf(failure)).size());
        SimReplay replay = Sim.replay(config(), original, body);
        assertThat(replay.isSame()).isTrue();
        assertThat(replay.result().isGreen()).isFalse();
    }

    @Test
    void choicesThatDoNotMatter_become0() throws Exception {
        SimFailure failure =
                failureOf(
                        config().withSeed(3),
                        sim -> {
                            int idle = sim.choose(1000) + sim.choose(1000);
                            int needed = sim.choose(1000);
                            if (needed >= 5 && idle >= 0) {
                                throw new IllegalStateException("bad number");
                            }
                        });

        Choices choices = choicesOf(traceOf(failure));
        assertThat(choices.size()).isEqualTo(3);
        assertThat(choices.kind(2)).isEqualTo(Kind.VALUE);
        assertThat(choices.pick(0)).isZero();
        assertThat(choices.pick(1)).isZero();
        assertThat(choices.pick(2)).isGreaterThanOrEqualTo(5);
    }

    @Test
    void faultsThatDoNotMatter_doNotStrike() throws Exception {
        SimFailure failure =
                failureOf(
                        config().withFaults(Fault.wakeSpuriously(), Fault.slowWorker(2))
                                .withMostFaults(5),
                        Programs.lostUpdate(5));

        Choices choices = choicesOf(traceOf(failure));
        for (int i = 0; i < choices.size(); i++) {
            if (choices.kind(i) == Kind.FAULT) {
                assertThat(choices.pick(i)).isZero();
            }
        }
    }

    @Test
    void anotherFailureThatIsSimpler_isNotTaken() throws Exception {
        Sim.Body body =
                sim -> {
                    var order = new SharedInt(0);
                    sim.run(
                            nursery -> {
                                nursery.spawn("a", () -> order.set(order.get() + 1));
                                nursery.spawn("b", () -> order.set(order.get() + 1));
                            });
                    if (order.get() == 1) {
                        throw new IllegalStateException("the one that was found");
                    }
                    if (sim.choose(2) == 0) {
                        throw new IllegalStateException("the one that is simpler");
                    }
                };
        Strategy findsTheFirst = Strategy.exhaustive(1);
        SimResult all = Sim.explore(config().withStrategy(findsTheFirst), body);
        assertThat(all.failure().orElseThrow().summary()).contains("simpler");

        for (long seed = 1; seed < 50; seed++) {
            SimFailure failure = failureOf(config().withSeed(seed), body);
            if (failure.summary().contains("found")) {
                assertThat(failure.shrunk().after()).isEqualTo(1);
                return;
            }
        }
        throw new AssertionError("no seed finds the other one first");
    }

    /** What needs no interruption needs three choices, and comes in a later round for that. */
    @Test
    void fewerInterruptionsWithMoreChoices_areTriedBeforeItIsSaidThatFewerDoNot() throws Exception {
        var found = new Choices();
        Sim.Body body =
                sim -> {
                    var order = new StringBuilder();
                    sim.run(
                            nursery -> {
                                nursery.spawn("a", () -> marks(order, 'a'));
                                nursery.spawn("b", () -> marks(order, 'b'));
                            });
                    int chosen = sim.choose(2) + sim.choose(2) + sim.choose(2);
                    String seen = order.toString();
                    boolean once = seen.equals("abba") && chosen == 1;
                    boolean twice = seen.equals("abab") && chosen == 0;
                    if (once || twice || (seen.equals("aabb") && chosen == 3)) {
                        Programs.fail();
                    }
                };
        var result =
                Programs.onHost(
                        () -> {
                            var search = new ExhaustiveSearch(2);
                            while (search.begin(0)) {
                                Attempt attempt =
                                        Attempt.run(
                                                config(),
                                                Programs.toProgram(body),
                                                search,
                                                found,
                                                null);
                                search.end(found.size());
                                if (!attempt.isGreen() && Shrinker.preemptions(found) == 2) {
                                    return Shrinker.shrink(
                                            config(),
                                            Programs.toProgram(body),
                                            attempt.withOwnChoices());
                                }
                            }
                            throw new AssertionError("none needs two interruptions");
                        });

        assertThat(result.shrunk().after()).isZero();
    }

    private static void marks(StringBuilder order, char name) {
        order.append(name);
        Sim.point();
        order.append(name);
    }

    /** Without the fault it takes an interruption; with it none, but one fault more. */
    @Test
    void fewerInterruptionsWithAFault_isNotCertainToNeedThem() throws Exception {
        SimFailure failure =
                failureOf(
                        config(),
                        sim -> {
                            var order = new StringBuilder();
                            sim.run(
                                    nursery -> {
                                        nursery.spawn("a", () -> marks(order, 'a'));
                                        nursery.spawn("b", () -> marks(order, 'b'));
                                    });
                            boolean fault = sim.fails("disk is full");
                            if (fault != order.toString().startsWith("ab")) {
                                Programs.fail();
                            }
                        });

        assertThat(failure.shrunk().after()).isEqualTo(1);
        assertThat(failure.shrunk().least()).isFalse();
    }

    @Test
    void sameSeed_givesTheSameFiles() throws Exception {
        Path other = files.resolve("other");
        SimFailure one = failureOf(config(), Programs.lostUpdate(5));
        SimFailure two = failureOf(config().withFiles(other), Programs.lostUpdate(5));

        assertThat(traceOf(two)).hasSameTextualContentAs(traceOf(one));
        assertThat(two.story()).isEqualTo(one.story());
    }

    @Test
    void withoutShrinking_theScheduleIsTheOneThatWasFound() throws Exception {
        SimFailure failure = failureOf(config().withShrinks(false), Programs.lostUpdate(5));

        assertThat(failure.shrunk().runs()).isZero();
        assertThat(failure.shrunk().after()).isEqualTo(failure.shrunk().before());
        assertThat(failure.files().original()).isEmpty();
        assertThat(failure.story()).isNotEmpty();
    }

    @Test
    void programThatFailsOnlyOnce_isReportedAsItWasFound() throws Exception {
        var runs = new AtomicInteger();
        SimFailure failure =
                failureOf(
                        config(),
                        sim -> {
                            if (runs.incrementAndGet() == 1) {
                                throw new IllegalStateException("only once");
                            }
                        });

        assertThat(failure.summary()).contains("only once");
        assertThat(failure.story())
                .singleElement()
                .asString()
                .contains("does not fail")
                .contains("withTwice");
        assertThat(Files.exists(traceOf(failure))).isTrue();
    }

    @Test
    void livelock_isShownByAFairSchedule() throws Exception {
        SimFailure failure = failureOf(config().withSteps(3_000), Programs::politeFools);

        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.LIVELOCK);
        assertThat(failure.shrunk().after()).isZero();
        assertThat(failure.story()).hasSizeLessThan(12);
        assertThat(String.join("\n", failure.story())).contains("after:").contains("you:");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void livelockThatNeedsABeginning_keepsOnlyThat(long seed) throws Exception {
        SimFailure failure =
                failureOf(
                        config().withSeed(seed).withSteps(3_000).withSchedules(100),
                        Programs::sometimesPolite);

        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.LIVELOCK);
        assertThat(failure.shrunk().before()).isGreaterThan(100);
        assertThat(failure.shrunk().after()).isLessThanOrEqualTo(2);
        assertThat(failure.story()).hasSizeLessThan(15);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void plan_followed_isTheSameSchedule(long seed) throws Exception {
        Programs.onHost(
                () -> {
                    var search = new RandomSearch();
                    search.begin(seed);
                    var choices = new Choices();
                    Attempt.run(
                            config(),
                            Programs.toProgram(Programs::childFails),
                            search,
                            choices,
                            null);
                    var again = new Choices();
                    Search followed = SchedulePlan.of(choices).toSearch();
                    Attempt.run(
                            config(),
                            Programs.toProgram(Programs::childFails),
                            followed,
                            again,
                            null);
                    assertThat(again).isEqualTo(choices);
                    assertThat(SchedulePlan.of(again)).isEqualTo(SchedulePlan.of(choices));
                    return true;
                });
    }

    @Test
    void workersPicked_isShrunkToo() throws Exception {
        SimConfig config = config().withPicks(SimConfig.Picks.WORKERS).withWorkers(3);
        SimFailure failure = failureOf(config, Programs::childFails);

        assertThat(Sim.replay(config, traceOf(failure), Programs::childFails).divergence())
                .isEmpty();
        assertThat(notFirst(choicesOf(traceOf(failure))))
                .isLessThan(notFirst(choicesOf(original(failure))));
    }

    private static int notFirst(Choices choices) {
        int count = 0;
        for (int i = 0; i < choices.size(); i++) {
            count += choices.pick(i) > 0 ? 1 : 0;
        }
        return count;
    }
}
