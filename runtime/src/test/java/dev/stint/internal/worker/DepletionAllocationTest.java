package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.stint.config.SchedulerConfig;
import dev.stint.context.ContextConfig;
import dev.stint.context.Overrun;
import dev.stint.internal.driver.Drivers;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [EVOLUTION:stage-4] Using up a context, telling of it and filling it up allocates nothing. */
@Timeout(60)
class DepletionAllocationTest {
    private static final int WARM = 20_000;
    private static final int ROUNDS = 10_000;
    private static final long PERIOD = Duration.ofMillis(10).toNanos();

    @ParameterizedTest
    @EnumSource(Overrun.class)
    void depletion_withAnEndpoint_allocatesNothing(Overrun overrun) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Engine engine = Drivers.open(SchedulerConfig.defaults().withSeed(1).withWorkers(1));
        try {
            var endpoint = new DepletionReports();
            var context =
                    engine.openings()
                            .context(
                                    ContextConfig.defaults()
                                            .withOperations(10_000)
                                            .withPeriod(Duration.ofNanos(PERIOD))
                                            .withOverrun(overrun)
                                            .withDepletionEndpoint(endpoint));
            useUp(engine, context, 0, WARM);
            long before = threads.getCurrentThreadAllocatedBytes();
            long ask = threads.getCurrentThreadAllocatedBytes() - before; // what asking costs
            long begin = threads.getCurrentThreadAllocatedBytes();
            useUp(engine, context, WARM, ROUNDS);
            long bytes = threads.getCurrentThreadAllocatedBytes() - begin - ask;

            // One object at each would be 16 times as many; the JVM itself makes some now and then.
            assertThat(bytes).isLessThan(ROUNDS);
            assertThat(context.snapshot().depletions()).isEqualTo(WARM + ROUNDS);
            assertThat(endpoint.poll().map(notice -> notice.times()))
                    .isEqualTo(Optional.of((long) WARM + ROUNDS));
        } finally {
            engine.close();
        }
    }

    /** In each period from this one on, all that it may use. */
    private static void useUp(Engine engine, ContextImpl context, long from, long periods) {
        Contexts contexts = engine.contexts();
        for (long i = from; i < from + periods; i++) {
            contexts.charge(context, 10_000, 1, i * PERIOD + 1);
        }
    }
}
