package dev.stint.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class LatchTest {
    private final Setting on;

    LatchTest(Setting on) {
        this.on = on;
    }

    @Test
    void countDown_toZero_letsAllGoOn() throws Exception {
        on.everywhere(
                place -> {
                    var latch = Latch.of(2).named("ready");
                    var through = new AtomicInteger();
                    try (Nursery nursery = place.open()) {
                        for (int i = 0; i < 5; i++) {
                            nursery.spawn(
                                    () -> {
                                        latch.await();
                                        through.incrementAndGet();
                                    });
                        }
                        place.until(() -> latch.snapshot().waiting() == 5);
                        latch.countDown();
                        assertThat(latch.snapshot()).isEqualTo(new Latch.Snapshot("ready", 1, 5));
                        assertThat(through.get()).isZero();
                        nursery.spawn(latch::countDown);
                        latch.await();
                        nursery.join();
                    }
                    latch.countDown();
                    latch.await();
                    assertThat(latch.isOpen()).isTrue();
                    assertThat(through.get()).isEqualTo(5);
                });
    }

    @Test
    void await_timesOut_isFalseAndLeaves() throws Exception {
        on.everywhere(
                place -> {
                    var latch = Latch.of(1);
                    assertThat(latch.await(Duration.ofMillis(5))).isFalse();
                    assertThat(latch.await(Duration.ZERO)).isFalse();
                    assertThat(latch.snapshot().waiting()).isZero();
                    latch.countDown();
                    assertThat(latch.await(Duration.ZERO)).isTrue();
                });
    }

    @Test
    void await_cancelled_leaves() throws Exception {
        on.everywhere(
                place -> {
                    var latch = Latch.of(1);
                    try (Nursery nursery = place.open()) {
                        Task<?> waits = nursery.spawn(() -> latch.await());
                        place.until(() -> latch.snapshot().waiting() == 1);
                        waits.cancel();
                        assertThatThrownBy(waits::await).isInstanceOf(CancellationException.class);
                    }
                    assertThat(latch.snapshot().waiting()).isZero();
                });
    }

    @Test
    void await_costsOneOperation() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        var latch = Latch.of(1);
                        long before = Stint.budgetLeft().ops();
                        latch.countDown();
                        latch.await();
                        assertThat(before - Stint.budgetLeft().ops()).isOne();
                    });
        }
    }

    @Test
    void of_negative_isRefused() {
        assertThatThrownBy(() -> Latch.of(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(Latch.of(0).isOpen()).isTrue();
    }
}
