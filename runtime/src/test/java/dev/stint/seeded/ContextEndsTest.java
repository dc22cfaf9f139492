package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.context.ContextState;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [EVOLUTION:stage-4] [EVOLUTION:gate-contexts] Cancelling, closing and revoking with contexts. */
@Timeout(60)
class ContextEndsTest extends ContextRuns {
    @ParameterizedTest
    @EnumSource(Cores.class)
    void cancelled_whileItsContextIsUsedUp_endsAtOnce(Cores cores) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(2).withCores(cores))) {
            var context = context(scheduler, 5_000);
            var cleanedUp = new AtomicLong(-1);
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        try {
                                            work(Long.MAX_VALUE / 2);
                                        } finally {
                                            cleanedUp.set(Stint.nanoTime());
                                        }
                                    });
            var unbegun = new ArrayList<Task<?>>();
            context.bind(task);
            scheduler.run(
                    () -> {
                        while (context.snapshot().state() != ContextState.DEPLETED) {
                            Stint.yield();
                        }
                        unbegun.add(scheduler.root().spawn(() -> work(1)));
                        context.bind(unbegun.getFirst());
                        task.cancel();
                        unbegun.getFirst().cancel();
                    });
            task.awaitOutcome();
            unbegun.getFirst().awaitOutcome();

            assertThat(cleanedUp.get()).isZero();
            ensureNothingIsLeft(context, "cancelled");
        }
    }

    @Test
    void cut_ofTheBlockItStandsIn_isHeardWhileItsContextIsUsedUp() throws Exception {
        try (var scheduler = open(1, 1)) {
            var context = context(scheduler, 5_000);
            var at = new AtomicLong(-1);
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        try {
                                            Stint.within(
                                                    Duration.ofMillis(2),
                                                    () -> work(Long.MAX_VALUE / 2));
                                        } catch (Exception e) {
                                            at.set(Stint.nanoTime());
                                        }
                                    });
            context.bind(task);
            task.awaitOutcome();

            assertThat(at.get()).isEqualTo(Duration.ofMillis(2).toNanos());
        }
    }

    @Test
    void close_ofTheScheduler_waitsForTheNextPeriod() {
        var ended = new AtomicLong();
        var scheduler = open(1, 2);
        var context = context(scheduler, 5_000);
        context.bind(
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    work(20_000);
                                    ended.set(Stint.nanoTime());
                                }));

        scheduler.close();

        assertThat(ended.get()).isGreaterThan(3 * PERIOD);
        assertThatThrownBy(() -> context(scheduler, 5_000))
                .hasMessageContaining("takes no new scheduling context");
        context.close();
    }

    @Test
    void close_beforeTheNextPeriod_cancelsWhoWaitsForIt() {
        var scheduler = Scheduler.open(c -> c.withSeed(1).withCloseTimeout(Duration.ofMillis(3)));
        var context = context(scheduler, 5_000);
        Task<?> task = scheduler.root().spawn(() -> work(Long.MAX_VALUE / 2));
        context.bind(task);

        scheduler.close();

        assertThat(task.tryOutcome()).isPresent();
        assertThat(context.snapshot().waiting()).isZero();
    }

    @Test
    void drain_whileATaskWaitsForItsContext_tellsNobodyWhoWaitsForThatTask() throws Exception {
        try (var scheduler = open(1, 1)) {
            var context = context(scheduler, 5_000);
            var channel = Channel.<Integer>rendezvous();
            context.bind(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        work(20_000);
                                        channel.send(1);
                                    }));
            Task<Integer> receiver = scheduler.root().spawn(() -> channel.receive());

            assertThat(scheduler.drain(Duration.ofSeconds(1)).told()).isEmpty();
            assertThat(receiver.await()).isEqualTo(1);
        }
    }

    @Test
    void revoked_whileTasksRunAndWait_letsThemGoOn() throws Exception {
        try (var scheduler = open(2, 1)) {
            var context = context(scheduler, 5_000);
            var ends = new ArrayList<Long>();
            var tasks = new ArrayList<Task<?>>();
            for (int i = 0; i < 3; i++) {
                tasks.add(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            work(20_000);
                                            ends.add(Stint.nanoTime());
                                        }));
            }
            tasks.forEach(context::bind);
            scheduler.run(
                    () -> {
                        while (context.snapshot().waiting() < 2) {
                            Stint.yield();
                        }
                        context.close();
                        context.close();
                    });
            for (Task<?> task : tasks) {
                task.await();
            }

            assertThat(ends).containsOnly(0L);
            assertThat(context.snapshot().state()).isEqualTo(ContextState.REVOKED);
            assertThat(context.snapshot().tasks()).isZero();
        }
    }

    @Test
    void unbound_whileItWaits_goesOn() throws Exception {
        try (var scheduler = open(2, 1)) {
            var context = context(scheduler, 5_000);
            var end = new AtomicLong(-1);
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        work(20_000);
                                        end.set(Stint.nanoTime());
                                    });
            context.bind(task);
            scheduler.run(
                    () -> {
                        while (context.snapshot().waiting() < 1) {
                            Stint.yield();
                        }
                        context.unbind(task);
                        context.unbind(task);
                    });
            task.await();

            assertThat(end.get()).isZero();
        }
    }
}
