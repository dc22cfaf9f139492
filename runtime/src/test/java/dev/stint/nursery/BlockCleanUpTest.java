package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a task may still do in a block after it was cancelled, and for how long. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class BlockCleanUpTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(20);

    private final Setting on;

    BlockCleanUpTest(Setting on) {
        this.on = on;
    }

    @Test
    void shielded_inACancelledTask_mayOpenNurseriesAndSpawn() throws Exception {
        try (Scheduler scheduler = on.open()) {
            var done = new AtomicInteger();
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        try {
                                            Stint.sleep(HOUR);
                                        } finally {
                                            Stint.shielded(() -> cleanUp(done));
                                        }
                                    });
            scheduler.run(() -> Stint.sleep(SHORT));
            task.cancel();
            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThat(done.get()).isEqualTo(11);
        }
    }

    private static void cleanUp(AtomicInteger done) throws Exception {
        int sum =
                Stint.inNursery(
                        nursery -> {
                            Task<Integer> five = nursery.spawn(() -> 5);
                            Task<Integer> six =
                                    nursery.spawn(
                                            () -> {
                                                Stint.sleep(Duration.ofMillis(1));
                                                return 6;
                                            });
                            return five.await() + six.await();
                        });
        done.set(sum);
    }

    @Test
    void shielded_nurseryThatWillNotEnd_isCancelledWhenTheGraceIsOver() throws Exception {
        try (Scheduler scheduler = on.open(c -> c.withGrace(100_000, SHORT))) {
            var child = new AtomicReference<Task<?>>();
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        try {
                                            Stint.sleep(HOUR);
                                        } finally {
                                            Stint.shielded(
                                                    () ->
                                                            Stint.runInNursery(
                                                                    nursery -> {
                                                                        child.set(
                                                                                nursery.spawn(
                                                                                        () ->
                                                                                                Stint
                                                                                                        .sleep(
                                                                                                                HOUR)));
                                                                    }));
                                        }
                                    });
            scheduler.run(() -> Stint.sleep(SHORT));
            task.cancel();
            assertThat(task.awaitOutcome()).isNotInstanceOf(Outcome.Success.class);
            assertThat(Objects.requireNonNull(child.get()).tryOutcome())
                    .contains(new Outcome.Cancelled<>());
        }
    }

    @Test
    void spawn_byACancelledTask_itsOwnCancellationWins() throws Exception {
        try (Scheduler scheduler = on.open()) {
            var seen = new AtomicReference<Throwable>();
            Nursery nursery = scheduler.nursery();
            nursery.spawn(
                    () -> {
                        try {
                            Stint.sleep(HOUR);
                        } finally {
                            try {
                                nursery.spawn(() -> {});
                            } catch (RuntimeException e) {
                                seen.set(e);
                            }
                        }
                    });
            scheduler.run(() -> Stint.sleep(SHORT));
            nursery.cancel();
            nursery.awaitAll();
            assertThat(seen.get()).isExactlyInstanceOf(CancellationException.class);
        }
    }

    @Test
    void cancellationExceptionOfItsOwn_isAFailure() throws Exception {
        try (Scheduler scheduler = on.open()) {
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        throw new CancellationException("mine");
                                    });
            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
        }
    }
}
