package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.sync.Condition;
import dev.stint.sync.Mutex;
import java.time.Duration;

/** A gate that opens when all have come: a mutex, what it guards, and a condition to wait for. */
public final class AllTogether {
    // tag::gate
    private final Mutex mutex = Mutex.unlocked();
    private final Condition allHere = mutex.condition();
    private int missing = 3;

    void pass() throws InterruptedException {
        try (var _ = mutex.lock()) {
            missing--;
            if (missing == 0) {
                allHere.signalAll();
            }
            while (missing > 0) {
                allHere.await(); // lets go of the mutex meanwhile
            }
        }
    }

    // end::gate

    private AllTogether() {}

    public static void main(String[] args) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(2))) {
            scheduler.run(AllTogether::run);
        }
    }

    private static void run() throws InterruptedException {
        var gate = new AllTogether();
        Stint.runInNursery(
                nursery -> {
                    for (int i = 1; i <= 3; i++) {
                        int number = i;
                        nursery.spawn(
                                () -> {
                                    Stint.sleep(Duration.ofMillis(100L * number));
                                    gate.pass();
                                    long now = Stint.nanoTime() / 1_000_000;
                                    System.out.println(
                                            "runner " + number + " starts at " + now + " ms");
                                });
                    }
                });
    }
}
