package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Executors under many schedules: nothing hangs, nothing is lost, and a seed decides all. */
@Timeout(120)
class ExecutorTest {
    @ParameterizedTest
    @EnumSource(Cores.class)
    void racesAndCancels_anySchedule_agree(Cores cores) {
        var hashes = Replay.with(cores, 3).seeds(1, 150, ExecutorTest::raceAndCancel);
        assertThat(hashes).hasSizeGreaterThan(100);
    }

    private static void raceAndCancel(Scheduler scheduler) throws Exception {
        scheduler.run(
                () -> {
                    try (ExecutorService executor = scheduler.executor("e")) {
                        Future<String> future = executor.submit(() -> slow("value"));
                        Future<Boolean> cancelled =
                                executor.submit(
                                        () -> {
                                            Stint.yield();
                                            return future.cancel(true);
                                        });
                        Future<String> seen = executor.submit(() -> valueOf(future));
                        String race = executor.invokeAny(racers());
                        assertThat(race).startsWith("racer");
                        boolean won = cancelled.get();
                        assertThat(seen.get()).isEqualTo(won ? "cancelled" : "value");
                        assertThat(future.isCancelled()).isEqualTo(won);
                        List<Future<String>> some =
                                executor.invokeAll(racers(), 1, TimeUnit.SECONDS);
                        assertThat(some).allMatch(Future::isDone);
                    }
                });
        assertThat(scheduler.tenant().ledger().isBalanced()).isTrue();
    }

    private static List<Callable<String>> racers() {
        List<Callable<String>> racers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int n = i;
            racers.add(() -> slow("racer " + n));
        }
        racers.add(
                () -> {
                    Stint.sleep(Duration.ofHours(1));
                    return "late";
                });
        return racers;
    }

    private static String slow(String value) throws InterruptedException {
        Stint.yield();
        Stint.yield();
        return value;
    }

    private static String valueOf(Future<String> future) throws Exception {
        try {
            return future.get();
        } catch (CancellationException e) {
            return "cancelled";
        } catch (ExecutionException e) { // it had begun when it was told to end
            assertThat(e).hasCauseInstanceOf(InterruptedException.class);
            return "cancelled";
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void shutdownNow_whileTasksStartAndWait_endsAll(Cores cores) {
        Replay.with(cores, 2)
                .seeds(
                        1,
                        150,
                        scheduler -> {
                            ExecutorService executor = scheduler.executor("e");
                            List<Future<String>> futures = new ArrayList<>();
                            for (int i = 0; i < 6; i++) {
                                futures.add(executor.submit(() -> slow("done")));
                            }
                            var stopper =
                                    scheduler
                                            .root()
                                            .spawn(
                                                    () -> {
                                                        Stint.yield();
                                                        executor.shutdownNow();
                                                    });
                            var waiter = scheduler.root().spawn(() -> valueOf(futures.getLast()));
                            stopper.await();
                            assertThat(waiter.await()).isIn("done", "cancelled");
                            assertThat(executor.awaitTermination(1, TimeUnit.SECONDS)).isTrue();
                            assertThat(futures).allMatch(Future::isDone);
                        });
    }
}
