package dev.stint.testkit.woven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.testkit.Sim;
import dev.stint.testkit.Tally;
import dev.stint.testkit.WovenClasses;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ordinary code in a simulation: what holds in the JVM holds, and nothing is left to it. */
@Timeout(60)
class WovenTest {
    @TempDir Path files;

    private SimConfig config(String strategy, int schedules) {
        return SimConfig.defaults()
                .withStrategy(Strategy.parse(strategy))
                .withSchedules(schedules)
                .withSteps(5_000)
                .withFiles(files);
    }

    static Stream<Class<? extends Sim.Body>> sound() {
        return Stream.of(
                Ordinary.Exclusive.class,
                Ordinary.LeftByThrowing.class,
                Ordinary.Letters.class,
                Ordinary.TimedWait.class,
                Ordinary.NotMine.class,
                Ordinary.CancelledWait.class,
                Ordinary.BodyWaits.class,
                Ordinary.BodyCalls.class,
                Ordinary.Sleeps.class,
                Ordinary.Spins.class,
                Ordinary.Draws.class,
                Ordinary.LateWaits.class,
                Ordinary.TimelyWaits.class,
                Ordinary.ExactWaits.class,
                Ordinary.CallsBack.class);
    }

    /** Twice, so that what the JVM decides shows as a run that differs. */
    @ParameterizedTest
    @MethodSource("sound")
    void explore_soundProgram_isGreenAndRepeatable(Class<? extends Sim.Body> type)
            throws Exception {
        for (String strategy : List.of("random", "pct(3)", "pos", "exhaustive(1)")) {
            SimResult result =
                    Sim.explore(config(strategy, 150).withTwice(true), WovenClasses.body(type));

            result.throwIfFailed();
            assertThat(result.uncontrolled()).isEmpty();
        }
    }

    @Test
    void explore_soundProgram_triesManyOrders() throws Exception {
        SimResult result =
                Sim.explore(
                        config("exhaustive(3)", 5_000),
                        WovenClasses.body(Ordinary.Exclusive.class));

        assertThat(result.complete()).isTrue();
        assertThat(result.distinct()).isGreaterThan(20);
    }

    @Test
    void explore_anotherSeed_drawsOtherwise() throws Exception {
        Sim.Body draws = WovenClasses.body(Ordinary.Draws.class);
        var config = config("roundRobin", 1);

        Set<Long> steps = new HashSet<>();
        for (int seed = 1; seed <= 8; seed++) {
            long once = Sim.explore(config.withSeed(seed), draws).steps();
            long again = Sim.explore(config.withSeed(seed), draws).steps();
            assertThat(again).isEqualTo(once);
            steps.add(once);
        }

        assertThat(steps).hasSizeGreaterThan(1);
    }

    @Test
    void explore_deadlockOfMonitors_saysWhoHasWhatAndUnwindsAllTasks() throws Exception {
        Tally.reset();

        SimFailure first = failureOf(WovenClasses.body(Ordinary.ClassMonitors.class));

        assertThat(Tally.begun()).isPositive();
        assertThat(Tally.ended()).isEqualTo(Tally.begun());
        assertThat(first.kind()).isEqualTo(SimFailure.Kind.DEADLOCK);
        assertThat(first.where())
                .contains("waits for the monitor of Counter.class, held by task")
                .contains("waits for the monitor of Mailbox.class, held by task")
                .contains("at Ordinary.java:");
        assertThat(first.shrunk().after()).isEqualTo(1);
    }

    /** If a run left its monitors behind, the next would find them taken. */
    @Test
    void explore_tasksThatDoNotEnd_leaveNoMonitorsBehind() throws Exception {
        Sim.Body body = WovenClasses.body(Ordinary.Stubborn.class);
        var config = config("exhaustive(1)", 100).withShrinks(false);

        SimFailure first = Sim.explore(config, body).failure().orElseThrow();
        SimFailure second = Sim.explore(config, body).failure().orElseThrow();

        assertThat(first.kind()).isEqualTo(SimFailure.Kind.DEADLOCK);
        assertThat(first.schedule()).isGreaterThan(1);
        assertThat(second.schedule()).isEqualTo(first.schedule());
        assertThat(second.step()).isEqualTo(first.step());
    }

    private SimFailure failureOf(Sim.Body body) throws InterruptedException {
        return Sim.explore(config("pct(3)", 100), body).failure().orElseThrow();
    }

    /** A class that was initialised by the schedule that is replayed is so no more. */
    @Test
    void replay_ofTheFirstSchedule_isNotDisturbedByInitialisers() throws Exception {
        Sim.Body body = WovenClasses.body(Ordinary.FailsAtOnce.class);
        var config = config("random", 1).withShrinks(false);
        SimFailure failure = Sim.explore(config, body).failure().orElseThrow();

        SimReplay replay = Sim.replay(config, failure.files().trace().orElseThrow(), body);

        assertThat(replay.divergence()).isEmpty();
        assertThat(replay.isSame()).isTrue();
    }

    // ---- what is woven

    @Test
    void twinOf_classOfAWovenPackage_isAnotherOfTheSameName() {
        WovenClasses woven = WovenClasses.of(WovenTest.class, List.of("."));

        Class<?> twin = woven.twinOf(Ordinary.class);

        assertThat(twin).isNotSameAs(Ordinary.class);
        assertThat(twin.getName()).isEqualTo(Ordinary.class.getName());
        assertThat(woven.twinOf(Ordinary.class)).isSameAs(twin);
    }

    @Test
    void twinOf_whatIsNotOfThePackage_isTheClassItself() {
        WovenClasses woven = WovenClasses.of(WovenTest.class, List.of("dev.acme"));

        assertThat(woven.twinOf(Ordinary.class)).isSameAs(Ordinary.class);
        assertThat(woven.twinOf(String.class)).isSameAs(String.class);
    }

    /** Our own classes are shared by all: the twins of tests must find the same Sim. */
    @Test
    void twinOf_classesOfStintAndJUnit_areNeverWoven() {
        WovenClasses woven = WovenClasses.of(WovenTest.class, List.of("dev.stint", "org", "java"));

        assertThat(woven.twinOf(Sim.class)).isSameAs(Sim.class);
        assertThat(woven.twinOf(dev.stint.Scheduler.class)).isSameAs(dev.stint.Scheduler.class);
        assertThat(woven.twinOf(Test.class)).isSameAs(Test.class);
        assertThat(woven.twinOf(List.class)).isSameAs(List.class);
        assertThat(woven.twinOf(Ordinary.class)).isNotSameAs(Ordinary.class);
    }

    @Test
    void of_whatIsNoPackage_isRefused() {
        assertThatThrownBy(() -> WovenClasses.of(WovenTest.class, List.of("dev/acme")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'dev/acme'")
                .hasMessageContaining("\".\"");
    }

    record NeedsMore(int more) implements Sim.Body {
        @Override
        public void run(Sim sim) {}
    }

    @Test
    void body_withoutAPlainConstructor_isRefused() {
        assertThatThrownBy(() -> WovenClasses.body(NeedsMore.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NeedsMore has no constructor without parameters");
    }
}
