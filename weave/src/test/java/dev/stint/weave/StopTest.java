package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.hooks.Stop;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code that never ends by itself is ended, and by how much it is late. */
class StopTest {
    private static final long LIMIT = 100_000;

    private static final int LAP = 1024;
    private static final int[] LAPS = {16, 64, 512, LAP, 8192};

    /** What one active method may do unseen, beyond a lap. */
    private static final long LATE = 16;

    private static final Class<?> WOVEN =
            WovenClasses.of(HostileShapes.class).twin(HostileShapes.class);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "emptyLoop",
                "countingLoop",
                "doWhile",
                "loopOfLoops",
                "catchingLoop",
                "catchingRecursion",
                "finallyLoop",
                "holdingAMonitor",
                "insideOfTheJdk"
            })
    void stop_endlessCode_endsInTime(String name) throws Exception {
        for (int lap : LAPS) {
            CountingMeter meter = CountingMeter.stop(LIMIT, lap, () -> call(name));

            assertThat(meter.isAlive()).as("still running").isFalse();
            assertThat(meter.stops()).isPositive();
            assertThat(meter.counted().ops()).isBetween(LIMIT, LIMIT + lap + LATE);
            assertThat(endOf(meter)).hasRootCauseMessage("out of operations");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"recursion", "mutual"})
    void stop_recursion_endsInTime(String name) throws Exception {
        CountingMeter meter = CountingMeter.stop(500, () -> call(name));

        assertThat(meter.counted().ops()).isBetween(500L, 500L + LAP + LATE);
        assertThat(endOf(meter)).hasRootCauseMessage("out of operations");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5})
    void stop_recursionBehindALoop_endsInTime(int n) throws Exception {
        CountingMeter meter = CountingMeter.stop(500, () -> call("recursionBehindALoop", n));

        assertThat(meter.counted().ops()).isBetween(500L, 500L + LAP + LATE);
        assertThat(endOf(meter)).hasRootCauseMessage("out of operations");
    }

    private static void call(String name, Object... arguments) {
        try {
            if (Twin.run(WOVEN, name, arguments) instanceof Stop stop) {
                throw stop;
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name, e);
        }
    }

    private static Throwable endOf(CountingMeter meter) throws InterruptedException {
        try {
            meter.task().get();
            return new AssertionError("it ended by itself");
        } catch (ExecutionException e) {
            return e;
        }
    }
}
