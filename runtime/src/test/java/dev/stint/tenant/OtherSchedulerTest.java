package dev.stint.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.channel.Select;
import dev.stint.error.CapabilityMissingException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A task of another scheduler is of another tenant: what it has not started is not for it. */
@ParameterizedClass
@EnumSource(
        value = Setting.class,
        names = {"THREADS_VIRTUAL", "THREADS_BARE"})
@Timeout(60)
class OtherSchedulerTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Setting on;

    OtherSchedulerTest(Setting on) {
        this.on = on;
    }

    private static void assertRefused(Scheduler stranger, Action attempt) {
        assertThatThrownBy(() -> stranger.run(attempt))
                .hasRootCauseInstanceOf(CapabilityMissingException.class)
                .rootCause()
                .hasMessageContaining("of another scheduler cannot see how")
                .hasMessageContaining("it belongs to tenant 0")
                .hasMessageContaining("Results are for the tenant");
    }

    @Test
    @DisplayName("[SCHED:15.2.2] across schedulers: no way of a task's handle shows its result")
    void stranger_handleOfATask_isRefused() throws Exception {
        try (var here = on.open();
                var there = on.open()) {
            Task<String> secret = here.root().spawn(() -> "secret");
            Task<?> sleeper = here.root().spawn(() -> Stint.sleep(Duration.ofDays(1)));
            assertThat(secret.await()).isEqualTo("secret");
            List<Action> attempts =
                    List.of(
                            () -> secret.await(),
                            () -> secret.await(LONG),
                            () -> secret.awaitOutcome(),
                            () -> secret.tryOutcome(),
                            () -> secret.receipt(),
                            () -> sleeper.await(LONG), // also of one that has not ended
                            () -> Select.from(Select.onEnd(secret, outcome -> outcome)));

            for (Action attempt : attempts) {
                assertRefused(there, attempt);
            }
            sleeper.cancel();
        }
    }

    @Test
    @DisplayName("[SCHED:15.2.2] nor that of a nursery, nor a future")
    void stranger_handleOfANursery_isRefused() throws Exception {
        try (var here = on.open();
                var there = on.open()) {
            Nursery failed = here.nursery();
            failed.spawn(
                    () -> {
                        throw new IllegalStateException("secret");
                    });
            assertThat(failed.awaitAll()).isInstanceOf(NurseryResult.ChildFailed.class);
            Nursery unseen = here.nursery();
            try (ExecutorService executor = here.executor("pool")) {
                Future<String> future = executor.submit(() -> "secret");
                List<Action> attempts =
                        List.of(
                                () -> failed.awaitAll(),
                                () -> failed.tryGetResult(),
                                () -> failed.join(),
                                () -> failed.receipt(),
                                () -> unseen.close(), // throws what a child threw
                                () -> future.get(),
                                () -> future.get(1, TimeUnit.SECONDS));
                for (Action attempt : attempts) {
                    assertRefused(there, attempt);
                }
                assertThat(future.get()).isEqualTo("secret");
                assertThatThrownBy(() -> there.run(() -> future.resultNow()))
                        .hasRootCauseInstanceOf(CapabilityMissingException.class);
            }
            unseen.close();
        }
    }

    @Test
    @DisplayName("[SCHED:15.2.2] what a task has started, or opened, elsewhere is its own")
    void opener_ofAnotherScheduler_seesItsOwn() throws Exception {
        try (var here = on.open();
                var there = on.open()) {
            there.run(
                    () -> {
                        Task<Integer> mine = here.root().spawn(() -> 7);
                        assertThat(mine.await()).isEqualTo(7);
                        assertThat(mine.receipt()).isPresent();
                        assertThat(here.<Integer>run(() -> 8)).isEqualTo(8);
                        try (Nursery nursery = here.nursery()) {
                            Task<Task<Integer>> child =
                                    nursery.spawn(() -> nursery.<Integer>spawn(() -> 9));
                            // Started by a task of that scheduler, in a nursery of this one.
                            assertThat(child.await().awaitOutcome())
                                    .isEqualTo(new Outcome.Success<>(9));
                            assertThat(nursery.awaitAll())
                                    .isInstanceOf(NurseryResult.Success.class);
                        }
                        try (ExecutorService executor = here.executor("pool")) {
                            assertThat(executor.submit(() -> 10).get()).isEqualTo(10);
                        }
                    });
            // And it is so for the whole tenant, not for one task of it.
            Task<Integer> started = there.<Task<Integer>>run(() -> here.root().spawn(() -> 11));
            assertThat(there.<Integer>run(() -> started.await())).isEqualTo(11);
            Tenant neighbour = there.openTenant(t -> t.withName("neighbour"));
            assertThatThrownBy(() -> neighbour.root().spawn(() -> started.await()).await())
                    .hasRootCauseInstanceOf(CapabilityMissingException.class);
        }
    }

    @Test
    void opener_ofAScheduler_seesWhatRunsInItsRoot() throws Exception {
        try (var outer = on.open()) {
            outer.run(
                    () -> {
                        try (var inner = on.open()) {
                            Task<Task<Integer>> task =
                                    inner.root().spawn(() -> inner.root().spawn(() -> 12));
                            assertThat(task.await().await()).isEqualTo(12);
                        }
                    });
        }
    }
}
