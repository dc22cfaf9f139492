package dev.stint.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.stint.Scheduler;
import dev.stint.env.Decisions;
import dev.stint.env.Faults;
import dev.stint.env.HeapWatch;
import dev.stint.env.Readings;
import dev.stint.event.UncaughtHandler;
import dev.stint.policy.Policy;
import dev.stint.policy.PolicyConfig;
import dev.stint.policy.PolicyService;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Defaults, ranges, and errors that name the field, the value and the range. */
class SchedulerConfigTest {
    private static final SchedulerConfig DEFAULTS = SchedulerConfig.defaults();

    // ---- defaults

    /** [SCHED:6.2.1] */
    @Test
    void defaults_workers_areAsManyAsProcessors() {
        assertThat(DEFAULTS.workers()).isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    /** [SCHED:7.3.2] [SCHED:7.4.1] and the numbers of the design. */
    @Test
    void defaults_others_areThoseOfTheDesign() {
        assertThat(DEFAULTS.name()).isEqualTo("stint");
        assertThat(DEFAULTS.profile()).isEqualTo(Profile.SERVICE);
        assertThat(DEFAULTS.cores()).isEqualTo(Cores.VIRTUAL);
        assertThat(DEFAULTS.seed()).isEmpty();
        assertThat(DEFAULTS.victims()).isEqualTo(VictimStrategy.RANDOM);
        assertThat(DEFAULTS.slice()).isEqualTo(100_000);
        assertThat(DEFAULTS.stealAttempts()).isEqualTo(4);
        assertThat(DEFAULTS.sink()).isEmpty();
        assertThat(DEFAULTS.faults()).isEmpty();
        assertThat(DEFAULTS.sysmon()).isEqualTo(SysmonConfig.defaults());
    }

    /** [SCHED:4.3.1] */
    @ParameterizedTest
    @CsvSource({"SERVICE, 1024", "CLUSTER, 512", "SOVEREIGN, 1024", "REALTIME, 512"})
    void effectiveYieldInterval_notSet_isTheProfiles(Profile profile, int interval) {
        assertThat(DEFAULTS.withProfile(profile).effectiveYieldInterval()).isEqualTo(interval);
    }

    /** [SCHED:4.3.1] user-defined, whatever the profile and whatever the order of setting. */
    @ParameterizedTest
    @ValueSource(strings = {"SERVICE", "CLUSTER", "SOVEREIGN"})
    void effectiveYieldInterval_set_isThat(Profile profile) {
        assertThat(DEFAULTS.withYieldInterval(7).withProfile(profile).effectiveYieldInterval())
                .isEqualTo(7);
        assertThat(DEFAULTS.withProfile(profile).withYieldInterval(7).effectiveYieldInterval())
                .isEqualTo(7);
    }

    // ---- ranges

    static Stream<Arguments> badValues() {
        return Stream.of(
                // [SCHED:6.2.3] at least one worker
                bad("workers is 0; it must be from 1 to 4096.", c -> c.withWorkers(0)),
                bad("workers is -1; it must be from 1 to 4096.", c -> c.withWorkers(-1)),
                bad("workers is 4097; it must be from 1 to 4096.", c -> c.withWorkers(4097)),
                bad(
                        "yieldInterval is 0; it must be from 1 to 1073741824.",
                        c -> c.withYieldInterval(0)),
                bad(
                        "yieldInterval is -5; it must be from 1 to 1073741824.",
                        c -> c.withYieldInterval(-5)),
                bad(
                        "yieldInterval is 1073741825; it must be from 1 to 1073741824.",
                        c -> c.withYieldInterval((1 << 30) + 1)),
                bad(
                        "sliceTime is PT0.000099999S; it must be at least PT0.0001S.",
                        c -> c.withSliceTime(Duration.ofNanos(99_999))),
                bad(
                        "sliceTime is PT1.000000001S; it must be at most PT1S.",
                        c -> c.withSliceTime(Duration.ofSeconds(1, 1))),
                bad("slice is 0; it must be from 1 to 1000000000.", c -> c.withSlice(0)),
                bad(
                        "slice is 1000000001; it must be from 1 to 1000000000.",
                        c -> c.withSlice(1_000_000_001L)),
                bad("stealAttempts is 0; it must be from 1 to 4096.", c -> c.withStealAttempts(0)),
                bad(
                        "stealAttempts is 4097; it must be from 1 to 4096.",
                        c -> c.withStealAttempts(4097)),
                bad("inboxLimit is 0; it must be from 1 to 2147483647.", c -> c.withInboxLimit(0)),
                bad(
                        "closeTimeout is PT-0.000000001S; it must be at least PT0S.",
                        c -> c.withCloseTimeout(Duration.ofNanos(-1))));
    }

    private static Arguments bad(String message, UnaryOperator<SchedulerConfig> change) {
        return arguments(message, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badValues")
    void with_valueOutOfRange_namesFieldValueAndRange(
            String message, UnaryOperator<SchedulerConfig> change) {
        assertThatThrownBy(() -> change.apply(DEFAULTS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    /** [SCHED:6.2.2] [SCHED:13.2.1] the ends of every range are in it. */
    @Test
    void with_endsOfTheRanges_areAccepted() {
        assertThatCode(
                        () ->
                                DEFAULTS.withWorkers(1)
                                        .withWorkers(SchedulerConfig.MAX_WORKERS)
                                        .withYieldInterval(1)
                                        .withYieldInterval(1 << 30)
                                        .withSlice(1)
                                        .withSlice(1_000_000_000L)
                                        .withStealAttempts(1)
                                        .withStealAttempts(4096)
                                        .withInboxLimit(1)
                                        .withInboxLimit(Integer.MAX_VALUE)
                                        .withCloseTimeout(Duration.ZERO)
                                        .withCloseTimeout(Duration.ofSeconds(Long.MAX_VALUE))
                                        .withSeed(Long.MIN_VALUE)
                                        .withSeed(Long.MAX_VALUE))
                .doesNotThrowAnyException();
        assertThat(SchedulerConfig.MAX_WORKERS).isGreaterThanOrEqualTo(256);
    }

    // ---- what two values say together

    /** [SCHED:16.2] */
    static Stream<Arguments> incoherent() {
        return Stream.of(
                bad(
                        "scheduler 'stint' cannot be opened: it has a sliceTime, but under profile"
                                + " SERVICE a slice ends after operations. Write"
                                + " withProfile(Profile.REALTIME), or withSlice in the place of"
                                + " withSliceTime.",
                        c -> c.withSliceTime(Duration.ofMillis(1))),
                bad(
                        "scheduler 'stint' cannot be opened: it has a slice of 5000 operations, but"
                                + " under profile REALTIME a timer ends slices. Write"
                                + " withSliceTime in the place of withSlice, or take another"
                                + " profile.",
                        c -> c.withSlice(5_000).withProfile(Profile.REALTIME)),
                bad(
                        "scheduler 'stint' cannot be opened: it has a sliceTime of PT0.05S, but a"
                                + " worker that makes no step for PT0.05S counts as stalled. Make"
                                + " sliceTime shorter, or sysmon.stallAfter longer.",
                        c -> c.withProfile(Profile.REALTIME).withSliceTime(Duration.ofMillis(50))),
                bad(
                        "scheduler 'stint' cannot be opened: it has a yieldInterval of 10001"
                                + " operations, but 10000 fit into its sliceTime of PT0.0001S, and"
                                + " a task sees the end of its slice when it looks. Make"
                                + " yieldInterval smaller, or sliceTime longer.",
                        c ->
                                c.withProfile(Profile.REALTIME)
                                        .withYieldInterval(10_001)
                                        .withSliceTime(Duration.ofNanos(100_000))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("incoherent")
    void open_whatDoesNotGoTogether_saysWhy(String why, UnaryOperator<SchedulerConfig> change) {
        assertThatThrownBy(() -> Scheduler.open(change))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(why);
    }

    @Test
    void effectiveSliceTime_isThereUnderRealtimeOnly() {
        assertThat(DEFAULTS.effectiveSliceTime()).isEmpty();
        assertThat(DEFAULTS.effectiveSlice()).isEqualTo(100_000);
        SchedulerConfig timed = DEFAULTS.withProfile(Profile.REALTIME);
        assertThat(timed.effectiveSliceTime()).contains(SchedulerConfig.DEFAULT_SLICE_TIME);
        assertThat(timed.withSliceTime(Duration.ofMillis(3)).effectiveSlice()).isEqualTo(300_000);
        assertThatCode(timed::ensureCoherent).doesNotThrowAnyException();
    }

    // ---- copies

    @Test
    void with_anything_returnsACopyAndChangesOneField() {
        SchedulerConfig before = SchedulerConfig.defaults();
        var faults = new Faults() {};
        var decisions = Decisions.seeded(1);
        UncaughtHandler handler = failure -> {};
        var policy = PolicyConfig.of(PolicyService.of(Policy.of("p", 1)));
        var changed =
                before.withName("n")
                        .withWorkers(3)
                        .withProfile(Profile.CLUSTER)
                        .withCores(Cores.BARE)
                        .withSeed(9)
                        .withVictims(VictimStrategy.ROUND_ROBIN)
                        .withYieldInterval(11)
                        .withSlice(12)
                        .withSliceTime(Duration.ofMillis(12))
                        .withStealAttempts(13)
                        .withInboxLimit(14)
                        .withCloseTimeout(Duration.ofSeconds(15))
                        .withSysmon(SysmonConfig.defaults().withMaxTemporary(1))
                        .withGrace(16, Duration.ofSeconds(17))
                        .withDecisions(decisions)
                        .withFaults(faults)
                        .withUncaught(handler)
                        .withUncaughtAfter(Duration.ofSeconds(18))
                        .withReadings(Readings.ofJvm())
                        .withHeapWatch(HeapWatch.ofJvm())
                        .withPolicy(policy);

        assertThat(before).isEqualTo(SchedulerConfig.defaults());
        assertThat(changed)
                .isEqualTo(
                        new SchedulerConfig(
                                "n",
                                3,
                                Profile.CLUSTER,
                                Cores.BARE,
                                OptionalLong.of(9),
                                Optional.of(decisions),
                                VictimStrategy.ROUND_ROBIN,
                                11,
                                12,
                                Optional.of(Duration.ofMillis(12)),
                                13,
                                14,
                                Duration.ofSeconds(15),
                                16,
                                Duration.ofSeconds(17),
                                SysmonConfig.defaults().withMaxTemporary(1),
                                Optional.empty(),
                                handler,
                                Duration.ofSeconds(18),
                                Optional.of(faults),
                                Optional.of(Readings.ofJvm()),
                                Optional.of(HeapWatch.ofJvm()),
                                Optional.of(policy)));
    }

    // ---- null

    @SuppressWarnings("NullAway") // null is what is tested
    static Stream<Arguments> nulls() {
        return Stream.of(
                bad("name of the scheduler", c -> c.withName(null)),
                bad("sliceTime", c -> c.withSliceTime(null)),
                bad("profile", c -> c.withProfile(null)),
                bad("cores", c -> c.withCores(null)),
                bad("decisions", c -> c.withDecisions(null)),
                bad("sink", c -> c.withSink(null)),
                bad("uncaught", c -> c.withUncaught(null)),
                bad("uncaughtAfter", c -> c.withUncaughtAfter(null)),
                bad("faults", c -> c.withFaults(null)),
                bad("readings", c -> c.withReadings(null)),
                bad("heapWatch", c -> c.withHeapWatch(null)),
                bad("policy", c -> c.withPolicy(null)),
                bad("victims", c -> c.withVictims(null)),
                bad("closeTimeout", c -> c.withCloseTimeout(null)),
                bad("sysmon", c -> c.withSysmon(null)),
                bad("seed", SchedulerConfigTest::withoutSeed));
    }

    @SuppressWarnings("NullAway") // null is what is tested
    private static SchedulerConfig withoutSeed(SchedulerConfig c) {
        return new SchedulerConfig(
                c.name(),
                c.workers(),
                c.profile(),
                c.cores(),
                null,
                c.decisions(),
                c.victims(),
                c.yieldInterval(),
                c.slice(),
                c.sliceTime(),
                c.stealAttempts(),
                c.inboxLimit(),
                c.closeTimeout(),
                c.graceOps(),
                c.graceTime(),
                c.sysmon(),
                c.sink(),
                c.uncaught(),
                c.uncaughtAfter(),
                c.faults(),
                c.readings(),
                c.heapWatch(),
                c.policy());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nulls")
    void with_null_namesTheField(String field, UnaryOperator<SchedulerConfig> change) {
        assertThatThrownBy(() -> change.apply(DEFAULTS))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(field);
    }
}
