package dev.stint.host.user;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stint.testkit.Sim;
import dev.stint.testkit.junit.SimTest;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Three tests. They are run from other class loaders, and not with the tests of the host. */
final class Samples {
    @Test
    void plain() {
        assertEquals(4, 2 + 2);
    }

    @SimTest(schedules = 20)
    void explored(Sim sim) throws Exception {
        var sum = new AtomicInteger();
        sim.run(
                nursery -> {
                    nursery.spawn("left", sum::incrementAndGet);
                    nursery.spawn("right", sum::incrementAndGet);
                });
        assertEquals(2, sum.get());
    }

    @Nested
    final class Inside {
        @Test
        void nested() {
            assertEquals(1, 1);
        }
    }
}
