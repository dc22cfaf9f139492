package dev.stint.examples;

// tag::test
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.junit.SimTest;

class RacyCounter {
    final SharedInt count = new SharedInt(0);

    @SimTest
    void increments(Sim sim) throws Exception {
        sim.run(
                nursery -> {
                    nursery.spawn("left", () -> count.set(count.get() + 1));
                    nursery.spawn("right", () -> count.set(count.get() + 1));
                });
        assertEquals(2, count.get());
    }
}
// end::test
