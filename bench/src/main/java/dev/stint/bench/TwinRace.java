package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.nursery.Nursery;
import dev.stint.policy.Cores;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * Runs a program's twins in turn, in one JVM: a busy moment of the machine meets both, and both
 * find the JDK's code compiled alike. Which goes first, and where, is shuffled.
 */
final class TwinRace implements AutoCloseable {
    private static final Budget PLENTY = new Budget(1L << 45, 1L << 45, 0, 0, 0);
    private static final Budget POOL = new Budget(1L << 60, 1L << 60, 1 << 20, 0, 0);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Map<Place, Track> tracks = new EnumMap<>(Place.class);
    private final Random order = new Random(1);

    /** What one run took, in nanoseconds: elapsed, and on the processor. */
    private record Lap(Object result, double nanos, double cpu) {}

    /** Somewhere to run. */
    private interface Track extends AutoCloseable {
        Lap run(Callable<Object> program) throws Exception;

        @Override
        default void close() {}
    }

    TwinRace(List<Place> places) {
        for (Place place : places) {
            tracks.put(
                    place,
                    switch (place) {
                        case VIRTUAL -> new InTasks(Cores.VIRTUAL);
                        case BARE -> new InTasks(Cores.BARE);
                        case OUTSIDE -> TwinRace::here;
                    });
        }
    }

    /** Samples by implementation, as rows name them; those of twins have a common index. */
    Map<String, Samples> run(Twin twin, int warmUps, int rounds) throws Exception {
        Map<String, Samples> all = new LinkedHashMap<>();
        for (int round = -warmUps; round < rounds; round++) {
            List<Place> places = new ArrayList<>(tracks.keySet());
            Collections.shuffle(places, order);
            for (Place place : places) {
                race(twin, place, round >= 0, all);
            }
        }
        return all;
    }

    private void race(Twin twin, Place place, boolean counts, Map<String, Samples> all)
            throws Exception {
        Track track = at(place);
        boolean wovenFirst = order.nextBoolean();
        Lap first = track.run(wovenFirst ? twin.woven() : twin.unwoven());
        Lap second = track.run(wovenFirst ? twin.unwoven() : twin.woven());
        if (!first.result.equals(second.result)) {
            throw new IllegalStateException(
                    twin.label() + " says " + first.result + " and then " + second.result);
        }
        if (counts) {
            note(all, place.impl(twin.label(), wovenFirst), first);
            note(all, place.impl(twin.label(), !wovenFirst), second);
        }
    }

    private static void note(Map<String, Samples> all, String impl, Lap lap) {
        Samples samples = all.computeIfAbsent(impl, i -> new Samples());
        samples.add(Figure.TIME, lap.nanos);
        samples.add(Figure.CPU, lap.cpu);
    }

    private Track at(Place place) {
        Track track = tracks.get(place);
        if (track == null) {
            throw new IllegalStateException("nothing is run at " + place);
        }
        return track;
    }

    private static Lap here(Callable<Object> program) throws Exception {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long begun = System.nanoTime();
        Object result = program.call();
        long nanos = System.nanoTime() - begun;
        return new Lap(result, nanos, THREADS.getCurrentThreadCpuTime() - cpu);
    }

    /** One worker, whose thread's time on the processor is that of the task. */
    private static final class InTasks implements Track {
        private final Scheduler scheduler;
        private final Nursery nursery;
        private final long worker;

        InTasks(Cores cores) {
            String name = "race-" + cores;
            scheduler = Scheduler.open(c -> c.withName(name).withWorkers(1).withCores(cores));
            nursery = scheduler.nursery(n -> n.withBudget(POOL).withChildBudget(PLENTY));
            worker = threadOf(name);
        }

        private static long threadOf(String name) {
            return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                    .filter(thread -> thread.getThreadName().contains(name + "-worker-"))
                    .mapToLong(thread -> thread.getThreadId())
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no thread of " + name));
        }

        @Override
        public Lap run(Callable<Object> program) throws Exception {
            long cpu = THREADS.getThreadCpuTime(worker);
            Lap lap =
                    nursery.spawn(
                                    () -> {
                                        long begun = System.nanoTime();
                                        Object result = program.call();
                                        return new Lap(result, System.nanoTime() - begun, 0);
                                    })
                            .await();
            return new Lap(lap.result, lap.nanos, THREADS.getThreadCpuTime(worker) - cpu);
        }

        @Override
        public void close() {
            scheduler.close();
        }
    }

    @Override
    public void close() {
        for (Track track : tracks.values()) {
            track.close();
        }
    }
}
