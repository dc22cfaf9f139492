package dev.stint.bench;

import static dev.stint.bench.Impl.BOOST;
import static dev.stint.bench.Impl.FLOOR;
import static dev.stint.bench.Impl.FLOOR_HOT_TASK;
import static dev.stint.bench.Impl.FLOOR_PUSH_POP;
import static dev.stint.bench.Impl.FLOOR_VIRTUAL_THREAD;
import static dev.stint.bench.Impl.GO;
import static dev.stint.bench.Impl.GROOVY;
import static dev.stint.bench.Impl.JAVA;
import static dev.stint.bench.Impl.JAVA_TASKS;
import static dev.stint.bench.Impl.JOX;
import static dev.stint.bench.Impl.JRUBY;
import static dev.stint.bench.Impl.KOTLIN;
import static dev.stint.bench.Impl.KOTLIN_GLOBAL;
import static dev.stint.bench.Impl.KOTLIN_SCRIPT;
import static dev.stint.bench.Impl.LUAJ;
import static dev.stint.bench.Impl.PCL;
import static dev.stint.bench.Impl.RHINO;
import static dev.stint.bench.Impl.SIM_EXHAUSTIVE;
import static dev.stint.bench.Impl.SIM_PCT;
import static dev.stint.bench.Impl.SIM_POS;
import static dev.stint.bench.Impl.SIM_RANDOM;
import static dev.stint.bench.Impl.SIM_ROUND_ROBIN;
import static dev.stint.bench.Impl.STINT;
import static dev.stint.bench.Impl.STINT_BARE;
import static dev.stint.bench.Impl.STINT_PATIENT;
import static dev.stint.bench.Impl.STRUCTURED;
import static dev.stint.bench.Impl.THREAD_POOLS;
import static dev.stint.bench.Impl.TRANSFER;
import static dev.stint.bench.Impl.VIRTUAL_THREADS;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToLongFunction;

/** A question that the benchmarks answer, and who answers it. */
@SuppressWarnings("ImmutableEnumChecker") // the lists are immutable, the functions stateless
enum Shape {
    SPAWN(
            "spawn",
            "%,d empty tasks in a nursery, started and joined, 2 workers",
            SpawnBench.class,
            2,
            size -> size,
            new Effort(3, 8, 10, 1_000_000),
            new Effort(1, 4, 5, 500_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, STRUCTURED, KOTLIN, KOTLIN_GLOBAL, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    SPAWN1(
            "spawn1",
            "%,d empty tasks in a nursery, started and joined, 1 worker",
            SpawnBench.class,
            1,
            size -> size,
            SPAWN.full,
            SPAWN.quick,
            SPAWN.impls,
            List.of(Figure.time(), Figure.cpuTime())),
    SKYNET(
            "skynet",
            "a tree of nurseries, 10 children each and %,d leaves: a node, 2 workers",
            SkynetBench.class,
            2,
            SkynetBench::nodes,
            new Effort(3, 5, 7, 1_000_000),
            new Effort(1, 6, 7, 100_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, STRUCTURED, JOX, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    NESTING(
            "nesting",
            "%,d nurseries in each other, a task in each: a level, 2 workers",
            NestingBench.class,
            2,
            size -> size,
            new Effort(3, 3, 5, 100_000),
            new Effort(1, 4, 5, 20_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    CANCELTREE(
            "canceltree",
            "cancel a tree of %,d sleeping tasks, 1000 to a branch: a task, 2 workers",
            CancelTreeBench.class,
            2,
            size -> size,
            new Effort(3, 1, 3, 1_000_000),
            new Effort(1, 1, 5, 50_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, STRUCTURED, KOTLIN),
            List.of(new Figure(Figure.TIME, "ns", "cancelled"))),
    YIELD(
            "yield",
            "1000 tasks give way %,d times each, 2 workers",
            YieldBench.class,
            2,
            size -> (long) YieldBench.TASKS * size,
            new Effort(3, 5, 10, 4000),
            new Effort(1, 4, 7, 1500),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    YIELD1(
            "yield1",
            "1000 tasks give way %,d times each, 1 worker",
            YieldBench.class,
            1,
            size -> (long) YieldBench.TASKS * size,
            YIELD.full,
            YIELD.quick,
            YIELD.impls,
            List.of(Figure.time(), Figure.cpuTime())),
    PARKUNPARK(
            "parkunpark",
            "round trip of two tasks that wake each other and park, 2 workers",
            ParkUnparkBench.class,
            2,
            size -> size,
            new Effort(3, 5, 10, 500_000),
            new Effort(1, 5, 7, 200_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, KOTLIN),
            List.of(Figure.time(), Figure.cpuTime())),
    PINGPONG(
            "pingpong",
            "two tasks hand a message over and back, no buffer: a round trip, 2 workers",
            PingPongBench.class,
            2,
            size -> size,
            new Effort(3, 8, 10, 1_000_000),
            new Effort(1, 6, 7, 200_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, TRANSFER, JOX, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    BUFFERED(
            "buffered",
            "1 task sends to 1 through a buffer of 64: a message, 2 workers",
            BufferedBench.class,
            2,
            size -> size,
            new Effort(3, 8, 10, 8_000_000),
            new Effort(1, 6, 7, 3_000_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, JOX, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    FANIN(
            "fanin",
            "100 tasks send to 1 through a buffer of 64: a message, 2 workers",
            FanInBench.class,
            2,
            size -> size,
            new Effort(3, 8, 10, 4_000_000),
            new Effort(1, 6, 7, 1_000_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, JOX, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    FANOUT(
            "fanout",
            "1 task sends to 100 through a buffer of 64: a message, 2 workers",
            FanOutBench.class,
            2,
            size -> size,
            new Effort(3, 8, 10, 4_000_000),
            new Effort(1, 6, 7, 1_000_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, JOX, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    CHAIN(
            "chain",
            "%,d tasks in a row pass a message on, 10 laps: a hop, 2 workers",
            ChainBench.class,
            2,
            size -> (long) size * ChainBench.LAPS,
            new Effort(3, 12, 11, 10_000),
            new Effort(1, 9, 9, 10_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, TRANSFER, JOX, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    RING(
            "ring",
            "503 tasks in a ring pass a token on: a hop, 2 workers",
            RingBench.class,
            2,
            size -> size,
            new Effort(3, 8, 10, 2_000_000),
            new Effort(1, 6, 7, 400_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, TRANSFER, JOX, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    SELECT2(
            "select2",
            "1 task receives from whichever of 2 senders, no buffer: a message, 2 workers",
            Select2Bench.class,
            2,
            size -> size,
            new Effort(3, 8, 10, 1_000_000),
            new Effort(1, 6, 7, 160_000),
            List.of(STINT, STINT_BARE, JOX, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    SELECT8(
            "select8",
            "1 task receives from whichever of 8 senders, no buffer: a message, 2 workers",
            Select8Bench.class,
            2,
            size -> size,
            new Effort(3, 8, 10, 800_000),
            new Effort(1, 6, 7, 80_000),
            List.of(STINT, STINT_BARE, JOX, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    SIEVE(
            "sieve",
            "the primes up to %,d, a task for each: a message, 2 workers",
            SieveBench.class,
            2,
            SieveBench::messages,
            new Effort(3, 8, 10, 10_000),
            new Effort(1, 6, 7, 2_500),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, TRANSFER, JOX, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    CHAMENEOS(
            "chameneos",
            "10 tasks that meet in pairs by another: a meeting, 2 workers",
            ChameneosBench.class,
            2,
            size -> size,
            new Effort(3, 8, 10, 500_000),
            new Effort(1, 6, 7, 60_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, TRANSFER, JOX, KOTLIN, GO),
            List.of(Figure.time(), Figure.cpuTime())),
    STEAL(
            "steal",
            "one successful theft from a busy worker",
            StealBench.class,
            2,
            size -> size,
            new Effort(3, 3, 5, 50_000),
            new Effort(1, 2, 5, 4_000),
            List.of(STINT, STINT_BARE),
            List.of(
                    new Figure(Figure.TIME, "ns", "p50"),
                    new Figure("p99-ns", "ns", "p99"),
                    new Figure("p99.9-ns", "ns", "p999"))),
    SCALING(
            "scaling",
            "tasks of about 20 us: throughput of 2 workers / 1 worker",
            ScalingBench.class,
            2,
            size -> size,
            new Effort(3, 5, 10, 20_000),
            new Effort(1, 3, 5, 10_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, KOTLIN, GO),
            List.of(
                    new Figure(Figure.SPEEDUP, "x", Figure.SPEEDUP),
                    Figure.time(),
                    new Figure("ns/op-1-worker", "ns", "one"),
                    Figure.cpuTime())),
    PARKED(
            "parked",
            "heap per parked task, %,d parked at once",
            ParkedBench.class,
            2,
            size -> size,
            new Effort(3, 0, 1, 1_000_000),
            new Effort(1, 0, 1, 200_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, KOTLIN),
            List.of(new Figure("bytes", "B", "bytes"))),
    SLEEPERS(
            "sleepers",
            "%,d sleepers: to wake one of them, equal deadlines",
            SleepersBench.class,
            2,
            size -> size,
            new Effort(3, 0, 1, 1_000_000),
            new Effort(1, 0, 1, 100_000),
            List.of(STINT, STINT_BARE, VIRTUAL_THREADS, KOTLIN),
            List.of(
                    new Figure(Figure.TIME, "ns", "equal"),
                    new Figure("ns/op-spread", "ns", "spread"),
                    new Figure("ns/op-few-alone", "ns", "fewAlone"),
                    new Figure("ns/op-few-among-many", "ns", "fewAmongMany"),
                    new Figure("bytes", "B", "bytes"))),
    SWITCH(
            "switch",
            "floors of the JVM, 1 thread: switch, hot task, deque push+pop",
            SwitchBench.class,
            1,
            size -> size,
            new Effort(3, 5, 10, 5_000_000),
            new Effort(1, 5, 7, 1_000_000),
            List.of(FLOOR, FLOOR_VIRTUAL_THREAD, FLOOR_HOT_TASK, FLOOR_PUSH_POP),
            List.of(Figure.time())),
    SIM(
            "sim",
            "%,d simulated schedules of 2 tasks with 20 steps: a schedule, 1 thread",
            SimBench.class,
            1,
            size -> size,
            new Effort(3, 5, 10, 50_000),
            new Effort(1, 4, 5, 20_000),
            List.of(SIM_RANDOM, SIM_PCT, SIM_POS, SIM_ROUND_ROBIN, SIM_EXHAUSTIVE),
            List.of(Figure.time())),
    GUARDS(
            "guards",
            "what guards cost: work of tenants with / without, %,d times each, 1 worker",
            GuardsBench.class,
            1,
            size -> size,
            new Effort(3, 1, 3, 150),
            new Effort(1, 1, 1, 50),
            List.of(STINT),
            List.of(
                    new Figure("spawn-ratio", "x", "spawn"),
                    new Figure("kernel-ratio", "x", "kernel"),
                    new Figure("turns-ratio", "x", "turns"))),
    HEAP(
            "heap",
            "what a limit on kept memory costs: with / without, %,d times each, 1 worker",
            HeapBench.class,
            1,
            size -> size,
            new Effort(3, 1, 3, 40),
            new Effort(1, 1, 2, 10),
            List.of(STINT),
            List.of(
                    new Figure("churn-ratio", "x", "churn"),
                    new Figure("kernel-ratio", "x", "kernel"),
                    new Figure("turns-ratio", "x", "turns"))),
    INTERACTIVE(
            "interactive",
            "wake-up of a task beside 64 tenants with endless loops, %,d times, 2 workers",
            InteractiveBench.class,
            2,
            size -> size,
            new Effort(3, 1, 5, 1_000),
            new Effort(1, 1, 2, 500),
            List.of(STINT, VIRTUAL_THREADS, KOTLIN, THREAD_POOLS),
            List.of(
                    new Figure(InteractiveBench.P99, "ns", "p99"),
                    new Figure("p50-ns", "ns", "p50"),
                    new Figure("p99-usual-slice-ns", "ns", "usualP99"),
                    new Figure("unanswered", "%", "unanswered"))),
    REALTIME(
            "realtime",
            "slices of 1 ms that a timer ends, of woven loops, %,d of them: how late, 1 worker",
            RealtimeBench.class,
            1,
            size -> size,
            new Effort(3, 1, 3, 4_000),
            new Effort(1, 1, 2, 2_000),
            List.of(STINT),
            List.of(
                    new Figure(RealtimeBench.P99, "ns", "p99"),
                    new Figure("p50-ns", "ns", "p50"),
                    new Figure("p50-too-long-ns", "ns", "over50"),
                    new Figure("p99-too-long-ns", "ns", "over99"))),
    /** Its size is milliseconds: of virtual work, and of real time. */
    SHARES(
            "shares",
            "two tenants of unequal weight for %,d ms: the error of their shares, 2 workers",
            SharesBench.class,
            2,
            size -> size,
            new Effort(3, 1, 3, 1_000),
            new Effort(1, 1, 2, 1_000),
            List.of(STINT, VIRTUAL_THREADS, THREAD_POOLS),
            List.of(
                    new Figure("real-10:1", "%", "realTen"),
                    new Figure("real-2:1", "%", "realTwo"),
                    new Figure("real-1-worker-10:1", "%", "oneTen"),
                    new Figure("real-1-worker-2:1", "%", "oneTwo"),
                    new Figure(SharesBench.TEN, "%", "ten"),
                    new Figure(SharesBench.TWO, "%", "two"))),
    /** Its size is milliseconds, for which each figure is taken. */
    TENANTS(
            "tenants",
            "what tenants cost, %,d ms each: giving way with many of them, memory, 1 worker",
            TenantsBench.class,
            1,
            size -> size,
            new Effort(3, 2, 3, 500),
            new Effort(1, 1, 1, 200),
            List.of(STINT, VIRTUAL_THREADS, KOTLIN),
            List.of(
                    new Figure(TenantsBench.BUSY + "10", "ns", "busy10"),
                    new Figure(TenantsBench.BUSY + "1", "ns", "busy1"),
                    new Figure(TenantsBench.BUSY + "1000", "ns", "busy1000"),
                    new Figure(TenantsBench.BUSY + "10000", "ns", "busy10000"),
                    new Figure(TenantsBench.IDLE + "1", "ns", "idle1"),
                    new Figure(TenantsBench.IDLE + "10", "ns", "idle10"),
                    new Figure(TenantsBench.IDLE + "1000", "ns", "idle1000"),
                    new Figure(TenantsBench.IDLE + "10000", "ns", "idle10000"),
                    new Figure("ns-together-10000", "ns", "together10000"),
                    new Figure("bytes", "B", "bytes"),
                    new Figure(TenantsBench.FAIR, "x", "fair"),
                    new Figure(TenantsBench.FAIR_OF_TWO, "x", "fairOfTwo"))),
    NATIVE(
            "native",
            "C functions as tasks, %,d operations of each kind, 1 worker",
            NativeBench.class,
            1,
            size -> size,
            new Effort(3, 5, 7, 200_000),
            new Effort(1, 3, 3, 50_000),
            List.of(STINT, JAVA_TASKS, GO, PCL, BOOST),
            List.of(
                    new Figure(NativePeers.SPAWN, "ns", "spawn"),
                    new Figure("spawn-from-java-ns", "ns", "spawnFromJava"),
                    new Figure(NativePeers.SWITCH, "ns", "change"),
                    new Figure(NativePeers.YIELD, "ns", "yield"),
                    new Figure(NativePeers.ROUND_TRIP, "ns", "roundTrip"),
                    new Figure("bytes", "B", "bytes"),
                    new Figure("downcall-ns", "ns", "downcall"),
                    new Figure("metered", "x", "metered"))),
    /** Its size is milliseconds: of the kernels together, and of what else is measured. */
    LANGUAGE(
            "language",
            "scripts: seven kernels in %,d ms, their geometric mean a run; 1 worker",
            LanguageBench.class,
            1,
            size -> size,
            new Effort(3, 6, 5, 2_100),
            new Effort(1, 3, 3, 700),
            List.of(STINT, JAVA, RHINO, GROOVY, LUAJ, JRUBY, KOTLIN_SCRIPT),
            List.of(
                    new Figure(Figure.TIME, "ns", "kernels"),
                    new Figure("fib-ns", "ns", "fib"),
                    new Figure("sieve-ns", "ns", "sieve"),
                    new Figure("collatz-ns", "ns", "collatz"),
                    new Figure("nbody-ns", "ns", "nbody"),
                    new Figure("matrix-ns", "ns", "matrix"),
                    new Figure("sort-ns", "ns", "sort"),
                    new Figure("words-ns", "ns", "words"),
                    new Figure("first-hello-ms", "ms", "firstHello"),
                    new Figure("prepared-hello-ms", "ms", "preparedHello"),
                    new Figure("hello-ms", "ms", "hello"),
                    new Figure("compile-lines/s", "/s", "lines"),
                    new Figure(NativePeers.SPAWN, "ns", "spawn"),
                    new Figure(NativePeers.ROUND_TRIP, "ns", "roundTrip"),
                    new Figure("skynet-ns", "ns", "skynet"))),
    /** Its effort is in seconds, and its size in connections: {@link BusyRun}. */
    BUSY(
            "busy",
            "requests over %,d connections on loopback, 4 load generators beside: a request",
            BusyRun.class,
            2,
            size -> size,
            new Effort(5, 4, 8, 1_000),
            new Effort(1, 3, 5, 1_000),
            List.of(STINT, STINT_PATIENT, VIRTUAL_THREADS),
            List.of(
                    new Figure(Figure.TIME, "ns", "time"),
                    new Figure("requests/s", "/s", "requests"),
                    new Figure("temporary-workers", "", "temporary"))),
    /**
     * Its implementations are programs, woven and not: {@link WeaveSession}. Its size is how long
     * each is warmed up, in milliseconds.
     */
    WEAVE(
            "weave",
            "metered code: time woven / unwoven in one JVM, 1 worker",
            WeaveRun.class,
            1,
            size -> size,
            new Effort(3, 15, 15, 1_500),
            new Effort(1, 5, 9, 200),
            List.of(),
            List.of(new Figure(WeaveRows.RATIO, "x", Figure.CLOCK)));

    private static final int JOX_SHARE = 4;

    private static final Set<Class<?>> HANDOVERS =
            Set.of(
                    PingPongBench.class,
                    RingBench.class,
                    Select2Bench.class,
                    Select8Bench.class,
                    ChameneosBench.class);

    private final String label;
    private final String title;
    private final Class<?> bench;
    private final int workers;
    private final IntToLongFunction operations;
    private final Effort full;
    private final Effort quick;
    private final List<Impl> impls;
    private final List<Figure> figures;

    Shape(
            String label,
            String title,
            Class<?> bench,
            int workers,
            IntToLongFunction operations,
            Effort full,
            Effort quick,
            List<Impl> impls,
            List<Figure> figures) {
        this.label = label;
        this.title = title;
        this.bench = bench;
        this.workers = workers;
        this.operations = operations;
        this.full = full;
        this.quick = quick;
        this.impls = impls;
        this.figures = figures;
    }

    static Optional<Shape> find(String label) {
        return Arrays.stream(values()).filter(shape -> shape.label.equals(label)).findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Shape::label).toList();
    }

    /** As it is called on the command line and in rows. */
    String label() {
        return label;
    }

    /** The question in words. */
    String title(boolean hurried) {
        return String.format(Locale.ROOT, title, effort(hurried).size());
    }

    Class<?> bench() {
        return bench;
    }

    int workers() {
        return workers;
    }

    /** How many operations one invocation of this size does. */
    long operations(int size) {
        return operations.applyAsLong(size);
    }

    Effort effort(boolean hurried) {
        return hurried ? quick : full;
    }

    /**
     * What of that is asked of one implementation. In a hurry jox hands over less often: it spins
     * before it parks, and while others use the machine that alone would take the minute.
     */
    Effort effort(boolean hurried, Impl impl) {
        var all = effort(hurried);
        return hurried && impl == JOX && HANDOVERS.contains(bench)
                ? all.withSize(all.size() / JOX_SHARE)
                : all;
    }

    List<Impl> impls() {
        return impls;
    }

    /** Those that could answer and are not asked, and why. */
    Map<Impl, String> skipped() {
        return switch (this) {
            case NESTING -> NestingBench.SKIPPED;
            case SELECT2, SELECT8 -> Map.of(VIRTUAL_THREADS, "the JDK's queues have no select");
            default -> Map.of();
        };
    }

    /** True if not everybody yields all figures: what is 0 was not measured. */
    boolean hasGaps() {
        return switch (this) {
            case NATIVE, LANGUAGE, SHARES, TENANTS -> true;
            default -> false;
        };
    }

    /** The first is the one that is compared. */
    List<Figure> figures() {
        return figures;
    }

    Figure mainFigure() {
        return figures.getFirst();
    }
}
