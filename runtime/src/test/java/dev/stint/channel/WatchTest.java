package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.Together;
import dev.stint.error.ChannelClosedException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class WatchTest {
    private static final Duration SHORT = Duration.ofMillis(5);

    private final Setting on;

    WatchTest(Setting on) {
        this.on = on;
    }

    @Test
    void awaitChange_severalChanges_seesTheLatestOnce() throws Exception {
        on.everywhere(
                place -> {
                    Watch<Integer> watch = Watch.of(0);
                    Watch.Observer<Integer> observer = watch.observe();
                    assertThat(observer.hasChanged()).isFalse();
                    assertThat(observer.awaitChange(SHORT)).isEmpty();
                    watch.set(1);
                    watch.set(2);
                    assertThat(observer.hasChanged()).isTrue();
                    assertThat(observer.awaitChange()).isEqualTo(2);
                    assertThat(observer.awaitChange(Duration.ZERO)).isEmpty();
                    watch.set(2);
                    assertThat(observer.get()).isEqualTo(2);
                    assertThat(observer.hasChanged()).isFalse();
                    assertThat(watch.get()).isEqualTo(2);
                });
    }

    @Test
    void set_severalWait_allGoOn() throws Exception {
        on.everywhere(
                place -> {
                    Watch<String> watch = Watch.of("old").named("mode");
                    try (Nursery nursery = place.open()) {
                        Watch.Observer<String> mine = watch.observe();
                        Task<String> first = nursery.spawn(() -> watch.observe().awaitChange());
                        Task<String> second = nursery.spawn(() -> watch.observe().awaitChange());
                        place.until(() -> watch.snapshot().waiting() == 2);
                        nursery.spawn(() -> watch.set("new"));
                        assertThat(mine.awaitChange()).isEqualTo("new");
                        assertThat(first.await()).isEqualTo("new");
                        assertThat(second.await()).isEqualTo("new");
                    }
                    assertThat(watch.snapshot()).isEqualTo(new Watch.Snapshot("mode", 1, 0, false));
                });
    }

    @Test
    void update_manyAtOnce_losesNone() throws Exception {
        on.everywhere(
                place -> {
                    Watch<Integer> watch = Watch.of(0);
                    try (Nursery nursery = place.open()) {
                        for (int i = 0; i < 10; i++) {
                            nursery.spawn(
                                    () -> {
                                        for (int k = 0; k < 20; k++) {
                                            watch.update(value -> value + 1);
                                        }
                                    });
                        }
                        nursery.join();
                    }
                    assertThat(watch.update(value -> value + 1)).isEqualTo(201);
                });
    }

    @Test
    void close_lastValueFirst_thenTheEnd() throws Exception {
        on.everywhere(
                place -> {
                    Watch<Integer> watch = Watch.of(0);
                    Watch.Observer<Integer> observer = watch.observe();
                    watch.set(1);
                    var reason = new IOException("planned");
                    watch.close(reason);
                    watch.close();
                    assertThat(observer.awaitChange()).isEqualTo(1);
                    assertThatThrownBy(observer::awaitChange)
                            .isInstanceOf(ChannelClosedException.class)
                            .hasCause(reason);
                    assertThatThrownBy(() -> observer.awaitChange(SHORT))
                            .isInstanceOf(ChannelClosedException.class);
                    assertThat(observer.awaitChangeOrClosed())
                            .isEqualTo(new Received.Failed<>(reason));
                    assertThatThrownBy(() -> watch.set(2))
                            .isInstanceOf(ChannelClosedException.class);
                    assertThatThrownBy(() -> watch.update(v -> v))
                            .isInstanceOf(ChannelClosedException.class);
                    assertThat(watch.get()).isEqualTo(1);
                    assertThat(watch.isClosed()).isTrue();
                });
    }

    @Test
    void awaitChange_closedOrCancelledMeanwhile_ends() throws Exception {
        on.everywhere(
                place -> {
                    Watch<Integer> watch = Watch.of(0);
                    try (Nursery nursery = place.open()) {
                        Task<?> cancelled = nursery.spawn(() -> watch.observe().awaitChange());
                        place.until(() -> watch.snapshot().waiting() == 1);
                        cancelled.cancel();
                        cancelled.awaitOutcome();
                        assertThat(watch.snapshot().waiting()).isZero();
                        Task<Received<?>> waits =
                                nursery.spawn(() -> watch.observe().awaitChangeOrClosed());
                        place.until(() -> watch.snapshot().waiting() == 1);
                        watch.close();
                        assertThat(waits.await()).isEqualTo(new Received.Done<>());
                    }
                });
    }

    @Test
    @SuppressWarnings("NullAway") // on purpose
    void badInput_isRefused() {
        assertThatThrownBy(() -> Watch.of(null)).isInstanceOf(NullPointerException.class);
        Watch<Integer> watch = Watch.of(1);
        assertThatThrownBy(() -> watch.set(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> watch.update(_ -> null)).isInstanceOf(NullPointerException.class);
        assertThat(watch.snapshot().changes()).isZero();
    }

    @Test
    void operations_cost_oneChannelOperationEachAndLookingIsFree() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        Watch<Integer> watch = Watch.of(0);
                        Watch.Observer<Integer> observer = watch.observe();
                        long ops = Stint.budgetLeft().ops();
                        long channelOps = Stint.budgetLeft().channelOps();
                        watch.set(1);
                        watch.update(v -> v + 1);
                        observer.awaitChange();
                        observer.get();
                        watch.get();
                        assertThat(ops - Stint.budgetLeft().ops()).isEqualTo(3);
                        assertThat(channelOps - Stint.budgetLeft().channelOps()).isEqualTo(3);
                    });
        }
    }

    /** Whoever waits always learns of the last change, or it would wait for ever. */
    @Test
    void awaitChange_tasksAndThreads_missNoLastChange() throws Exception {
        assumeFalse(on.isSeeded(), "threads that have not opened it cannot drive it");
        int last = 2000;
        Watch<Integer> watch = Watch.of(0);
        try (var scheduler = on.open()) {
            Task<?> inside = scheduler.root().spawn(() -> watchUntil(watch, last));
            Together.run(
                    () -> watchUntil(watch, last),
                    () -> {
                        for (int i = 1; i <= last; i++) {
                            watch.set(i);
                        }
                    });
            inside.await();
        }
        assertThat(watch.snapshot().waiting()).isZero();
    }

    private static void watchUntil(Watch<Integer> watch, int last) throws InterruptedException {
        Watch.Observer<Integer> observer = watch.observe();
        int seen = observer.get();
        while (seen < last) {
            int next = observer.awaitChange();
            assertThat(next).isGreaterThan(seen);
            seen = next;
        }
    }
}
