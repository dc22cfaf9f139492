package dev.stint.examples;

// tag::test
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stint.testkit.Sim;
import dev.stint.testkit.junit.SimTest;

class RacyCounter {
    int count;

    @SimTest
    void increments(Sim sim) throws Exception {
        sim.run(
                nursery -> {
                    nursery.spawn("left", () -> count++);
                    nursery.spawn("right", () -> count++);
                });
        assertEquals(2, count);
    }
}
// end::test
