package dev.stint.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever asks how many wait has them looked through, under the lock of what they wait for. */
class SnapshotPriceTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "10, 0", "3200, 100"})
    void snapshot_ofMany_costsMore(int waiting, int operations) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            var semaphore = Semaphore.of(0);
            List<Task<?>> waiters = new ArrayList<>();
            for (int i = 0; i < waiting; i++) {
                waiters.add(scheduler.root().spawn(() -> semaphore.acquire()));
            }
            Task<Long> asks =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        Stint.yield();
                                        long before = Stint.budgetLeft().ops();
                                        assertThat(semaphore.snapshot().waiting())
                                                .isEqualTo(waiting);
                                        return before - Stint.budgetLeft().ops();
                                    });

            assertThat(asks.await()).isEqualTo(operations);
            semaphore.release(Math.max(1, waiting));
            for (Task<?> waiter : waiters) {
                waiter.await();
            }
        }
    }
}
