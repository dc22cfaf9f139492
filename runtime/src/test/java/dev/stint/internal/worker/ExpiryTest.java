package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.env.VirtualClock;
import dev.stint.internal.wait.TimerHeap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** [FIBER:sleep-queue] draining: due timers fire once, in order, and an error loses none. */
class ExpiryTest {
    private final TimerHeap timers = new TimerHeap();
    private final VirtualClock clock = new VirtualClock();
    private final Expiry expiry = new Expiry(timers);
    private final List<Integer> fired = new ArrayList<>();

    private void arm(int name, long deadline, Runnable also) {
        timers.add(
                new TimerHeap.Entry() {
                    @Override
                    public void fire() {
                        fired.add(name);
                        also.run();
                    }
                },
                deadline);
    }

    private void arm(int name, long deadline) {
        arm(name, deadline, () -> {});
    }

    @Test
    void fireDue_nothingArmed_readsNoClock() {
        expiry.fireDue(
                () -> {
                    throw new AssertionError("the clock was read");
                });
        assertThat(
                        expiry.isDue(
                                () -> {
                                    throw new AssertionError("the clock was read");
                                }))
                .isFalse();
    }

    @Test
    void fireDue_someDue_firesTheseInOrder() {
        arm(0, 30);
        arm(1, 10);
        arm(2, 20);
        assertThat(expiry.isDue(clock)).isFalse();
        clock.jumpTo(20);
        assertThat(expiry.isDue(clock)).isTrue();

        expiry.fireDue(clock);

        assertThat(fired).containsExactly(1, 2);
        assertThat(expiry.isDue(clock)).isFalse();
    }

    @Test
    void fireDue_moreThanABatch_firesAll() {
        int count = 3 * TimerHeap.BATCH + 1;
        for (int i = 0; i < count; i++) {
            arm(i, 5);
        }
        clock.jumpTo(5);

        expiry.fireDue(clock);

        assertThat(fired).hasSize(count).isSorted();
    }

    @Test
    void fireDue_oneThrows_theOthersAreStillDueAndFireOnce() {
        for (int i = 0; i < 100; i++) {
            int name = i;
            arm(
                    i,
                    5,
                    () -> {
                        if (name == 40) {
                            throw new IllegalStateException("planted");
                        }
                    });
        }
        clock.jumpTo(5);

        assertThatThrownBy(() -> expiry.fireDue(clock)).hasMessage("planted");

        assertThat(fired).hasSize(41);
        assertThat(expiry.isDue(clock)).isTrue();
        expiry.fireDue(clock);
        assertThat(fired).hasSize(100).isSorted();
        assertThat(expiry.isDue(clock)).isFalse();
    }

    @Test
    void fireDue_timerArmsAnotherThatIsDue_firesItToo() {
        arm(0, 5, () -> arm(1, 5));
        clock.jumpTo(5);

        expiry.fireDue(clock);

        assertThat(fired).containsExactly(0, 1);
    }

    /** The monitor has an expiry of its own over the same heap: each timer fires in one of them. */
    @Test
    void fireDue_twoOverOneHeap_shareTheTimers() {
        arm(0, 5);
        clock.jumpTo(5);

        new Expiry(timers).fireDue(clock);
        expiry.fireDue(clock);

        assertThat(fired).containsExactly(0);
    }
}
