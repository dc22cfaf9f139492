package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.config.Cores;
import dev.stint.config.SchedulerConfig;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.WorkerSnapshot;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Runs a program under many seeds, each seed twice, and checks after every run that nothing is left
 * and that both runs were the same.
 */
final class Replay {
    /** A program; it fails by throwing. */
    @FunctionalInterface
    interface Program {
        void run(Scheduler scheduler) throws Exception;
    }

    private final UnaryOperator<SchedulerConfig> config;

    private Replay(UnaryOperator<SchedulerConfig> config) {
        this.config = config;
    }

    static Replay with(Cores cores, int workers) {
        return new Replay(c -> c.withCores(cores).withWorkers(workers));
    }

    Replay and(UnaryOperator<SchedulerConfig> more) {
        return new Replay(c -> more.apply(config.apply(c)));
    }

    /** Returns the hashes seen, one per distinct run. */
    Set<Long> seeds(long from, int count, Program program) {
        Set<Long> hashes = new HashSet<>();
        for (long seed = from; seed < from + count; seed++) {
            hashes.add(twice(seed, program));
        }
        return hashes;
    }

    long twice(long seed, Program program) {
        long first = once(seed, program);
        long second = once(seed, program);
        assertThat(second).as("trace of seed %d, run again", seed).isEqualTo(first);
        return first;
    }

    long once(long seed, Program program) {
        var scheduler = Scheduler.open(c -> config.apply(c).withSeed(seed));
        try {
            long hash;
            try (scheduler) {
                program.run(scheduler);
                hash = scheduler.traceHash();
            }
            assertQuiet(scheduler.snapshot());
            return hash;
        } catch (Throwable e) {
            throw new AssertionError("under seed " + seed + ": " + e, e);
        }
    }

    private static void assertQuiet(SchedulerSnapshot snapshot) {
        assertThat(snapshot.activeTasks()).as("active tasks").isZero();
        assertThat(snapshot.tasks()).as("started tasks").isEmpty();
        assertThat(snapshot.globallyQueued()).as("globally queued").isZero();
        assertThat(snapshot.workers()).extracting(WorkerSnapshot::queued).containsOnly(0);
        assertThat(snapshot.workers()).extracting(WorkerSnapshot::timers).containsOnly(0);
    }
}
