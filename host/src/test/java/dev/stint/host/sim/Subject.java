package dev.stint.host.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.junit.SimTest;

/** What the tests of the command explore. */
public class Subject {
    private static void increment(Sim sim, SharedInt counter) throws Exception {
        sim.run(
                nursery -> {
                    nursery.spawn("left", () -> counter.set(counter.get() + 1));
                    nursery.spawn("right", () -> counter.set(counter.get() + 1));
                });
    }

    @SimTest(schedules = 500, seed = 7, strategy = "random")
    void racy(Sim sim) throws Exception {
        var counter = new SharedInt(0);
        increment(sim, counter);
        assertEquals(2, counter.get());
    }

    static void plain(Sim sim) throws Exception {
        increment(sim, new SharedInt(0));
    }

    void assuming(Sim sim) {
        assumeTrue(sim.choose(2) == 0);
    }

    int returning(Sim sim) {
        return sim.choose(2);
    }

    void neither() {}

    /** An inner class, whose name people write with a dot. */
    public static class Inner {
        void inside(Sim sim) {
            sim.choose(3);
        }
    }
}
