package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.stint.Scheduler;
import dev.stint.hooks.Hook;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What the JDK's prices take, which are small and many. */
class SmallPricesTest {
    private static final int PRICES = 100_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A price off the meter is a subtraction; every other interval each made three objects. */
    @Test
    void pay_manySmallPrices_makesNextToNoObjects() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1));
                var nursery =
                        scheduler.nursery(
                                n ->
                                        n.withBudget(new Budget(1L << 40, 1L << 20, 10, 10, 0))
                                                .withChildBudget(
                                                        new Budget(1L << 30, 1 << 10, 0, 0, 0)))) {
            long[] threads = THREADS.getAllThreadIds();
            long allocated =
                    nursery.spawn(
                                    () -> {
                                        long before = allocated(threads);
                                        for (int i = 0; i < PRICES; i++) {
                                            Hook.pay(3, 0, 0);
                                        }
                                        return allocated(threads) - before;
                                    })
                            .await();

            assertThat(allocated).isLessThan(10L * PRICES);
        }
    }

    private static long allocated(long[] threads) {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(threads)).filter(n -> n > 0).sum();
    }
}
