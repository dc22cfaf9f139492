package dev.stint.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.junit.SimTest;

/** {@link RacyCounter} put right: all of its schedules, and none fails. */
class SafeCounterTest {
    final SharedInt count = new SharedInt(0);

    // tag::fixed
    @SimTest(strategy = "exhaustive(5)")
    void increments(Sim sim) throws Exception {
        sim.run(
                nursery -> {
                    nursery.spawn("left", count::incrementAndGet);
                    nursery.spawn("right", count::incrementAndGet);
                });
        assertEquals(2, count.get());
    }
    // end::fixed
}
