package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.task.Task;
import dev.stint.task.Usage;
import java.time.Duration;

/** What two tasks, one that works and one that sleeps, have had of the worker that they share. */
public final class WhoHadWhat {
    private WhoHadWhat() {}

    public static void main(String[] args) throws Exception {
        // tag::usage
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1).withSeed(7).withSlice(10_000))) {
            Task<?> miner = scheduler.root().spawn("miner", () -> dig(50_000));
            Task<?> guard = scheduler.root().spawn("guard", () -> watch(3));
            miner.await();
            guard.await();

            System.out.println("miner: " + inWords(miner.usage()));
            System.out.println("guard: " + inWords(guard.usage()));
            System.out.println("all:   " + inWords(scheduler.root().usage()));
        }
        // end::usage
    }

    private static void dig(int operations) throws InterruptedException {
        for (int done = 0; done < operations; done += 500) {
            Stint.checkpoint(500);
        }
    }

    private static void watch(int rounds) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            Stint.checkpoint(100);
            Stint.yield();
            Stint.sleep(Duration.ofMinutes(1));
        }
    }

    private static String inWords(Usage usage) {
        return usage.ops()
                + " operations in "
                + usage.runs()
                + " runs; gave way "
                + usage.yields()
                + " times, had to "
                + usage.preemptions()
                + " times, waited "
                + usage.blocks()
                + " times";
    }
}
