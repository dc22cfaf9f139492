package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The stress tests rely on this: what fails on any thread fails the test. */
class TogetherTest {
    @Test
    void run_allEnd_returns() {
        var ran = new AtomicInteger();

        Together.run(ran::incrementAndGet, ran::incrementAndGet, ran::incrementAndGet);

        assertThat(ran).hasValue(3);
    }

    @Test
    void run_assertionFailsOnOneThread_failsHereAndFreesTheOthers() {
        var never = new CountDownLatch(1);

        assertThatThrownBy(
                        () ->
                                Together.run(
                                        never::await, () -> assertThat(1).as("planted").isZero()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("planted");
    }

    @Test
    void run_checkedExceptionOnOneThread_failsHereWithItsCause() {
        var planted = new Exception("planted");

        assertThatThrownBy(
                        () ->
                                Together.run(
                                        () -> {
                                            throw planted;
                                        }))
                .isInstanceOf(AssertionError.class)
                .hasCause(planted);
    }

    @Test
    void run_oneNeverEnds_failsAndShowsWhereItIs() {
        var never = new CountDownLatch(1);

        assertThatThrownBy(() -> Together.run(Duration.ofMillis(50), List.of(never::await)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("together-0 had not ended after PT0.05S")
                .hasStackTraceContaining("CountDownLatch.await");
    }
}
