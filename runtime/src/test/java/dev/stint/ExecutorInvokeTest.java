package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Many callables at once: {@code invokeAll} and {@code invokeAny}. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class ExecutorInvokeTest {
    private final Setting on;

    ExecutorInvokeTest(Setting on) {
        this.on = on;
    }

    private void fromBothSides(ExecutorUse use) throws Exception {
        use.onBothSidesOf(on.open());
    }

    private static String sleepLong() throws InterruptedException {
        Stint.sleep(Duration.ofHours(1));
        return "slept";
    }

    private static String fail(Exception e) throws Exception {
        throw e;
    }

    private static List<Callable<String>> callables(int count, Callable<String> last) {
        var all = new ArrayList<Callable<String>>();
        for (int i = 0; i < count; i++) {
            int n = i;
            all.add(
                    () -> {
                        Stint.sleep(Duration.ofMillis(n));
                        return "c" + n;
                    });
        }
        all.add(last);
        return all;
    }

    @Test
    void invokeAll_oneFails_allAreDone() throws Exception {
        fromBothSides(
                executor -> {
                    List<Future<String>> futures =
                            executor.invokeAll(callables(5, () -> fail(new IOException("x"))));
                    assertThat(futures).hasSize(6).allMatch(Future::isDone);
                    assertThat(futures.get(4).get()).isEqualTo("c4");
                    assertThat(futures.get(5).state()).isEqualTo(Future.State.FAILED);
                });
    }

    @Test
    void invokeAll_timeUp_cancelsWhatIsLeft() throws Exception {
        fromBothSides(
                executor -> {
                    List<Future<String>> futures =
                            executor.invokeAll(
                                    callables(1, ExecutorInvokeTest::sleepLong),
                                    500,
                                    TimeUnit.MILLISECONDS);
                    assertThat(futures.getFirst().get()).isEqualTo("c0");
                    assertThat(futures.getLast().isCancelled()).isTrue();
                });
    }

    @Test
    void invokeAll_waiterIsCancelled_cancelsAll() throws Exception {
        try (var scheduler = on.open();
                var executor = scheduler.executor("e")) {
            var ended = new AtomicInteger();
            Callable<String> sleeper =
                    () -> {
                        try {
                            return sleepLong();
                        } finally {
                            ended.incrementAndGet();
                        }
                    };
            var waiter =
                    scheduler
                            .root()
                            .spawn(() -> executor.invokeAll(List.of(sleeper, sleeper)).size());
            scheduler.run(() -> Stint.sleep(Duration.ofMillis(50)));
            waiter.cancel();
            assertThatThrownBy(waiter::await).isInstanceOf(CancellationException.class);
            executor.shutdown();
            assertThat(executor.awaitTermination(1, TimeUnit.HOURS)).isTrue();
            assertThat(ended.get()).isEqualTo(2);
        }
    }

    @Test
    void invokeAny_someFail_givesTheFirstSuccessAndCancelsTheOthers() throws Exception {
        fromBothSides(
                executor -> {
                    var cancelled = new AtomicInteger();
                    Callable<String> slow =
                            () -> {
                                try {
                                    return sleepLong();
                                } catch (InterruptedException e) {
                                    cancelled.incrementAndGet();
                                    throw e;
                                }
                            };
                    Callable<String> bad = () -> fail(new IOException("x"));
                    Callable<String> good =
                            () -> {
                                Stint.sleep(Duration.ofMillis(20));
                                return "good";
                            };
                    assertThat(executor.invokeAny(List.of(slow, bad, good))).isEqualTo("good");
                    executor.close();
                    assertThat(cancelled.get()).isEqualTo(1);
                });
    }

    @Test
    void invokeAny_allFail_throwsOneFailure() throws Exception {
        fromBothSides(
                executor -> {
                    Callable<String> bad = () -> fail(new IOException("x"));
                    assertThatThrownBy(() -> executor.invokeAny(List.of(bad, bad, bad)))
                            .isInstanceOf(ExecutionException.class)
                            .hasCauseInstanceOf(IOException.class);
                });
    }

    @Test
    void invokeAny_timeUp_throwsAndCancels() throws Exception {
        fromBothSides(
                executor -> {
                    assertThatThrownBy(
                                    () ->
                                            executor.invokeAny(
                                                    List.<Callable<String>>of(
                                                            ExecutorInvokeTest::sleepLong,
                                                            ExecutorInvokeTest::sleepLong),
                                                    10,
                                                    TimeUnit.MILLISECONDS))
                            .isInstanceOf(TimeoutException.class)
                            .hasMessage("none of 2 tasks had succeeded after 10 ms");
                    executor.close(); // does not last an hour
                });
    }

    @Test
    void invokeAny_ofNothing_isRefused() throws Exception {
        fromBothSides(
                executor ->
                        assertThatThrownBy(() -> executor.invokeAny(List.<Callable<String>>of()))
                                .isInstanceOf(IllegalArgumentException.class));
    }

    @Test
    void invokeAny_shutDownMeanwhile_ends() throws Exception {
        try (var scheduler = on.open();
                var executor = scheduler.executor("e")) {
            var waiter =
                    scheduler
                            .root()
                            .spawn(
                                    () ->
                                            executor.invokeAny(
                                                    List.<Callable<String>>of(
                                                            ExecutorInvokeTest::sleepLong,
                                                            ExecutorInvokeTest::sleepLong)));
            scheduler.run(() -> Stint.sleep(Duration.ofMillis(20)));
            executor.shutdownNow();
            assertThatThrownBy(waiter::await)
                    .hasCauseInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(InterruptedException.class);
        }
    }
}
