package dev.stint.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stint.testkit.Sim;
import dev.stint.testkit.junit.SimTest;

/** {@link RacyCounter} put right: all of its schedules, and none fails. */
class SafeCounterTest {
    // tag::fixed
    int count;

    synchronized void increment() {
        count++;
    }

    @SimTest(strategy = "exhaustive(5)")
    void increments(Sim sim) throws Exception {
        sim.run(
                nursery -> {
                    nursery.spawn("left", this::increment);
                    nursery.spawn("right", this::increment);
                });
        assertEquals(2, count);
    }
    // end::fixed
}
