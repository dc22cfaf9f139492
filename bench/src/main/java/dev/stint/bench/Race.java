package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;

/**
 * Runs the versions of a program in turn, in one JVM: a busy moment of the machine meets all, and
 * all find the JDK's code compiled alike. Which goes first is shuffled.
 *
 * <p>One race is in one place only, and so should be one JVM: the JIT would compile woven code for
 * all places that it has seen.
 */
final class Race implements AutoCloseable {
    private static final Budget PLENTY = new Budget(1L << 45, 1L << 45, 0, 0, 0);
    private static final Budget POOL = new Budget(1L << 60, 1L << 60, 1 << 20, 0, 0);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final JavaLangAccess JLA = SharedSecrets.getJavaLangAccess();

    private final Place place;
    private final Track track;
    private final Random order = new Random(1);

    /**
     * How much is run.
     *
     * @param warmUps how many laps do not count, at least
     * @param millis how long they last, at least, for each version
     * @param laps how many count
     */
    record Course(int warmUps, int millis, int laps) {}

    /** What one run took, in nanoseconds: elapsed, and on the processor, which may be unknown. */
    private record Lap(Object result, double nanos, double cpu) {
        static Lap of(Callable<Object> program) throws Exception {
            // A virtual thread has no time on the processor, but what carries it has.
            long carrier = JLA.currentCarrierThread().threadId();
            long cpu = THREADS.getThreadCpuTime(carrier);
            long begun = System.nanoTime();
            Object result = program.call();
            double nanos = System.nanoTime() - begun;
            boolean stayed = JLA.currentCarrierThread().threadId() == carrier;
            return new Lap(
                    result, nanos, stayed ? THREADS.getThreadCpuTime(carrier) - cpu : Double.NaN);
        }
    }

    /** Somewhere to run. */
    private interface Track extends AutoCloseable {
        Lap run(Callable<Object> program) throws Exception;

        @Override
        default void close() {}
    }

    Race(Place place) {
        this.place = place;
        this.track =
                switch (place) {
                    case VIRTUAL -> new InTasks(Cores.VIRTUAL);
                    case BARE -> new InTasks(Cores.BARE);
                    case OUTSIDE -> Lap::of;
                };
    }

    /** Samples by implementation, as rows name them; those of one lap have a common index. */
    Map<String, Samples> run(Program program, Course course) throws Exception {
        long millis = (long) course.millis * program.versions().size();
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        Map<String, Samples> unused = new LinkedHashMap<>();
        for (int i = 0; i < course.warmUps || System.nanoTime() < until; i++) {
            lap(program, unused);
        }
        Map<String, Samples> all = new LinkedHashMap<>();
        for (int i = 0; i < course.laps; i++) {
            lap(program, all);
        }
        return all;
    }

    private void lap(Program program, Map<String, Samples> all) throws Exception {
        var versions = new ArrayList<>(program.versions().entrySet());
        Collections.shuffle(versions, order);
        Object said = null;
        for (var each : versions) {
            String version = each.getKey();
            Lap lap = track.run(each.getValue());
            if (said != null && !said.equals(lap.result)) {
                throw new IllegalStateException(
                        "%s says %s, and %s as %s"
                                .formatted(program.label(), said, lap.result, version));
            }
            said = lap.result;
            var entry = new Entry(program.label(), version, place);
            Samples samples = all.computeIfAbsent(entry.impl(), impl -> new Samples());
            samples.add(Figure.TIME, lap.nanos);
            samples.add(Figure.CPU, lap.cpu);
        }
    }

    /** On one worker. */
    private static final class InTasks implements Track {
        private final Scheduler scheduler;
        private final Nursery nursery;

        InTasks(Cores cores) {
            scheduler = Scheduler.open(c -> c.withWorkers(1).withCores(cores));
            nursery = scheduler.nursery(n -> n.withBudget(POOL).withChildBudget(PLENTY));
        }

        @Override
        public Lap run(Callable<Object> program) throws Exception {
            return nursery.spawn(() -> Lap.of(program)).await();
        }

        @Override
        public void close() {
            scheduler.close();
        }
    }

    @Override
    public void close() {
        track.close();
    }
}
