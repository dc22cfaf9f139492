package dev.stint.config;

import dev.stint.env.Decisions;
import dev.stint.env.Faults;
import dev.stint.env.HeapWatch;
import dev.stint.env.Readings;
import dev.stint.event.EventSink;
import dev.stint.event.UncaughtHandler;
import dev.stint.policy.PolicyConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a scheduler is set up. Immutable; the {@code with} methods return a changed copy, and every
 * value is checked when it is set.
 *
 * @param name shown in thread names, dumps and errors
 * @param workers how many workers; by default one per processor
 * @param profile how much of the runtime may be used
 * @param cores what tasks run on
 * @param seed absent: workers run on threads of their own; present: all workers run on one thread,
 *     in an order that the seed decides, under a virtual clock
 * @param decisions who decides instead of a seed, if anybody. It belongs to one scheduler
 * @param victims whom an idle worker steals from
 * @param yieldInterval how many operations a task may do between two looks at its cancel flag,
 *     budget and slice; 0 takes the profile's default
 * @param slice after how many operations a task gives up its worker, if anything else can run
 * @param sliceTime after how long it does under profile REALTIME, instead; under the others it must
 *     be absent
 * @param stealAttempts how many victims an idle worker tries in a row
 * @param inboxLimit a wake goes elsewhere when its worker's inbox holds this many
 * @param closeTimeout how long {@code close} waits for tasks before it cancels them
 * @param graceOps how many operations a task that was cancelled, or cannot pay, may still do in a
 *     shielded section
 * @param graceTime for how long it may do so
 * @param sysmon how the monitor watches the workers
 * @param sink who is told what happens, if anybody
 * @param uncaught who is told of tasks that have failed and that nobody awaits
 * @param uncaughtAfter how long somebody who can still ask how such a task ended has time to do so
 * @param faults failures to inject, if any
 * @param readings what guards read of threads, if not the JVM's own counts. Under a seed nothing is
 *     read
 * @param heapWatch who estimates what tenants keep alive, if not the watch of this JVM
 * @param policy by whose rules tenants and contexts are taken in; absent: all get what they ask for
 */
public record SchedulerConfig(
        String name,
        int workers,
        Profile profile,
        Cores cores,
        OptionalLong seed,
        Optional<Decisions> decisions,
        VictimStrategy victims,
        int yieldInterval,
        long slice,
        Optional<Duration> sliceTime,
        int stealAttempts,
        int inboxLimit,
        Duration closeTimeout,
        long graceOps,
        Duration graceTime,
        SysmonConfig sysmon,
        Optional<EventSink> sink,
        UncaughtHandler uncaught,
        Duration uncaughtAfter,
        Optional<Faults> faults,
        Optional<Readings> readings,
        Optional<HeapWatch> heapWatch,
        Optional<PolicyConfig> policy) {

    /** Most workers one scheduler may have, temporary ones not counted. */
    public static final int MAX_WORKERS = 4096;

    /** How long a slice lasts under profile REALTIME, unless the configuration says otherwise. */
    public static final Duration DEFAULT_SLICE_TIME = Duration.ofMillis(1);

    /** A timer of the operating system is late by about half of this. */
    private static final Duration LEAST_SLICE_TIME = Duration.ofNanos(100_000);

    private static final Duration MOST_SLICE_TIME = Duration.ofSeconds(1);
    private static final long MAX_SLICE = 1_000_000_000L;

    /** What an operation may take: a choice, not a measurement. */
    private static final long NANOS_PER_OPERATION = 10;

    public SchedulerConfig {
        Objects.requireNonNull(name, "name of the scheduler");
        Objects.requireNonNull(profile, "profile");
        Objects.requireNonNull(cores, "cores");
        Objects.requireNonNull(seed, "seed");
        Objects.requireNonNull(decisions, "decisions");
        Objects.requireNonNull(victims, "victims");
        Objects.requireNonNull(sysmon, "sysmon");
        Objects.requireNonNull(sink, "sink");
        Objects.requireNonNull(uncaught, "uncaught");
        Checks.atLeast("uncaughtAfter", uncaughtAfter, Duration.ZERO);
        Checks.atMost("uncaughtAfter", uncaughtAfter, Duration.ofDays(1));
        Objects.requireNonNull(faults, "faults");
        Objects.requireNonNull(readings, "readings");
        Objects.requireNonNull(heapWatch, "heapWatch");
        Objects.requireNonNull(policy, "policy");
        Checks.inRange("workers", workers, 1, MAX_WORKERS);
        Checks.inRange("yieldInterval", yieldInterval, 0, 1 << 30);
        Checks.inRange("slice", slice, 1, MAX_SLICE);
        sliceTime.ifPresent(
                time -> {
                    Checks.atLeast("sliceTime", time, LEAST_SLICE_TIME);
                    Checks.atMost("sliceTime", time, MOST_SLICE_TIME);
                });
        Checks.inRange("stealAttempts", stealAttempts, 1, MAX_WORKERS);
        Checks.inRange("inboxLimit", inboxLimit, 1, Integer.MAX_VALUE);
        Checks.atLeast("closeTimeout", closeTimeout, Duration.ZERO);
        Checks.inRange("graceOps", graceOps, 0, MAX_SLICE);
        Checks.atLeast("graceTime", graceTime, Duration.ZERO);
        Checks.atMost("graceTime", graceTime, Duration.ofDays(1));
    }

    /** The defaults: a worker per processor, threads driver, virtual-thread cores. */
    public static SchedulerConfig defaults() {
        return new SchedulerConfig(
                "stint",
                Math.min(MAX_WORKERS, Runtime.getRuntime().availableProcessors()),
                Profile.SERVICE,
                Cores.VIRTUAL,
                OptionalLong.empty(),
                Optional.empty(),
                VictimStrategy.RANDOM,
                0,
                100_000,
                Optional.empty(),
                4,
                1024,
                Duration.ofSeconds(30),
                10_000,
                Duration.ofSeconds(1),
                SysmonConfig.defaults(),
                Optional.empty(),
                UncaughtHandler.toLog(),
                Duration.ofSeconds(1),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The interval in force: the one set here, or the profile's. */
    public int effectiveYieldInterval() {
        return yieldInterval == 0 ? profile.defaultYieldInterval() : yieldInterval;
    }

    /** How long a slice lasts, if the profile is REALTIME; otherwise nothing. */
    public Optional<Duration> effectiveSliceTime() {
        return profile == Profile.REALTIME
                ? Optional.of(sliceTime.orElse(DEFAULT_SLICE_TIME))
                : Optional.empty();
    }

    /**
     * The slice in operations: the one set here, or what fits into one in time. By it shares are
     * reckoned; under profile REALTIME it ends nothing.
     */
    public long effectiveSlice() {
        return effectiveSliceTime().map(time -> time.toNanos() / NANOS_PER_OPERATION).orElse(slice);
    }

    /**
     * Checks what one value alone cannot show; opening a scheduler does.
     *
     * @throws IllegalArgumentException if two values do not go together
     */
    public void ensureCoherent() {
        Coherence.ensure(this);
    }

    public SchedulerConfig withName(String name) {
        return copy(c -> c.name = name);
    }

    public SchedulerConfig withWorkers(int workers) {
        return copy(c -> c.workers = workers);
    }

    public SchedulerConfig withProfile(Profile profile) {
        return copy(c -> c.profile = profile);
    }

    public SchedulerConfig withCores(Cores cores) {
        return copy(c -> c.cores = cores);
    }

    /** Runs everything on one thread, in an order decided by this seed. */
    public SchedulerConfig withSeed(long seed) {
        return copy(c -> c.seed = OptionalLong.of(seed));
    }

    /**
     * Runs everything on one thread, in an order decided by these; a seed, if one is set, is then
     * only what reports name. For one scheduler: the decisions belong to it.
     */
    public SchedulerConfig withDecisions(Decisions decisions) {
        return copy(c -> c.decisions = Optional.of(Objects.requireNonNull(decisions, "decisions")));
    }

    public SchedulerConfig withVictims(VictimStrategy victims) {
        return copy(c -> c.victims = victims);
    }

    public SchedulerConfig withYieldInterval(int operations) {
        Checks.inRange("yieldInterval", operations, 1, 1 << 30);
        return copy(c -> c.yieldInterval = operations);
    }

    public SchedulerConfig withSlice(long operations) {
        return copy(c -> c.slice = operations);
    }

    /**
     * Has a task give up its worker after so long, if anything else can run: under profile
     * REALTIME, where a timer ends slices. Metered code sees it at its next look, after at most
     * {@code yieldInterval} operations; code that never looks is not ended.
     */
    public SchedulerConfig withSliceTime(Duration time) {
        return copy(c -> c.sliceTime = Optional.of(Objects.requireNonNull(time, "sliceTime")));
    }

    public SchedulerConfig withStealAttempts(int attempts) {
        return copy(c -> c.stealAttempts = attempts);
    }

    public SchedulerConfig withInboxLimit(int tasks) {
        return copy(c -> c.inboxLimit = tasks);
    }

    public SchedulerConfig withCloseTimeout(Duration timeout) {
        return copy(c -> c.closeTimeout = timeout);
    }

    /** What a task that must end may still do, in {@code Stint.shielded}, to clean up. */
    public SchedulerConfig withGrace(long operations, Duration time) {
        return copy(
                c -> {
                    c.graceOps = operations;
                    c.graceTime = time;
                });
    }

    public SchedulerConfig withSysmon(SysmonConfig sysmon) {
        return copy(c -> c.sysmon = sysmon);
    }

    public SchedulerConfig withSink(EventSink sink) {
        return copy(c -> c.sink = Optional.of(Objects.requireNonNull(sink, "sink")));
    }

    /** Who is told of tasks that have failed and that nobody awaits, instead of the log. */
    public SchedulerConfig withUncaught(UncaughtHandler handler) {
        return copy(c -> c.uncaught = Objects.requireNonNull(handler, "uncaught"));
    }

    /** How long somebody has time to ask how a task ended, before its failure is uncaught. */
    public SchedulerConfig withUncaughtAfter(Duration patience) {
        return copy(c -> c.uncaughtAfter = patience);
    }

    public SchedulerConfig withFaults(Faults faults) {
        return copy(c -> c.faults = Optional.of(Objects.requireNonNull(faults, "faults")));
    }

    /** Has guards read these instead of the JVM's counts: for tests. */
    public SchedulerConfig withReadings(Readings readings) {
        return copy(c -> c.readings = Optional.of(Objects.requireNonNull(readings, "readings")));
    }

    /** Has this one estimate what tenants keep alive, instead of the JVM's own: for tests. */
    public SchedulerConfig withHeapWatch(HeapWatch watch) {
        return copy(c -> c.heapWatch = Optional.of(Objects.requireNonNull(watch, "heapWatch")));
    }

    /**
     * Has tenants and contexts taken in, and shares set, by the policies of a service. Opening the
     * scheduler waits for the first of them, for as long as the configuration is patient.
     */
    public SchedulerConfig withPolicy(PolicyConfig policy) {
        return copy(c -> c.policy = Optional.of(Objects.requireNonNull(policy, "policy")));
    }

    private SchedulerConfig copy(java.util.function.Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.toConfig();
    }

    /** The fields, loose, while one of them changes. */
    private static final class Draft {
        String name;
        int workers;
        Profile profile;
        Cores cores;
        OptionalLong seed;
        Optional<Decisions> decisions;
        VictimStrategy victims;
        int yieldInterval;
        long slice;
        Optional<Duration> sliceTime;
        int stealAttempts;
        int inboxLimit;
        Duration closeTimeout;
        long graceOps;
        Duration graceTime;
        SysmonConfig sysmon;
        Optional<EventSink> sink;
        UncaughtHandler uncaught;
        Duration uncaughtAfter;
        Optional<Faults> faults;
        Optional<Readings> readings;
        Optional<HeapWatch> heapWatch;
        Optional<PolicyConfig> policy;

        Draft(SchedulerConfig from) {
            name = from.name;
            workers = from.workers;
            profile = from.profile;
            cores = from.cores;
            seed = from.seed;
            decisions = from.decisions;
            victims = from.victims;
            yieldInterval = from.yieldInterval;
            slice = from.slice;
            sliceTime = from.sliceTime;
            stealAttempts = from.stealAttempts;
            inboxLimit = from.inboxLimit;
            closeTimeout = from.closeTimeout;
            graceOps = from.graceOps;
            graceTime = from.graceTime;
            sysmon = from.sysmon;
            sink = from.sink;
            uncaught = from.uncaught;
            uncaughtAfter = from.uncaughtAfter;
            faults = from.faults;
            readings = from.readings;
            heapWatch = from.heapWatch;
            policy = from.policy;
        }

        SchedulerConfig toConfig() {
            return new SchedulerConfig(
                    name,
                    workers,
                    profile,
                    cores,
                    seed,
                    decisions,
                    victims,
                    yieldInterval,
                    slice,
                    sliceTime,
                    stealAttempts,
                    inboxLimit,
                    closeTimeout,
                    graceOps,
                    graceTime,
                    sysmon,
                    sink,
                    uncaught,
                    uncaughtAfter,
                    faults,
                    readings,
                    heapWatch,
                    policy);
        }
    }
}
