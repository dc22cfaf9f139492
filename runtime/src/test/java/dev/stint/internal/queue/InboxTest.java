package dev.stint.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** [FIBER:inbox] many push, one at a time empties; nothing pushed is lost, also not by an error. */
class InboxTest {
    private final Inbox<Integer> inbox = new Inbox<>();
    private final List<Integer> got = new ArrayList<>();

    @Test
    void takeAll_afterPushes_deliversOldestFirstAndCounts() {
        pushUpTo(100);

        assertThat(inbox.takeAll(got::add)).isEqualTo(100);

        assertThat(got).hasSize(100).isSorted();
        assertThat(inbox.isEmpty()).isTrue();
        assertThat(inbox.takeAll(got::add)).isZero();
    }

    @Test
    void depth_followsPushesAndTakes() {
        assertThat(inbox.depth()).isZero();
        pushUpTo(3);
        assertThat(inbox.depth()).isEqualTo(3);
        assertThat(inbox.isEmpty()).isFalse();
        inbox.takeAll(got::add);
        assertThat(inbox.depth()).isZero();
        inbox.push(7);
        assertThat(inbox.depth()).isOne();
    }

    @Test
    void push_fromTheDelivery_waitsForTheNextTake() {
        pushUpTo(2);

        assertThat(inbox.takeAll(i -> inbox.push(i + 10))).isEqualTo(2);

        assertThat(inbox.depth()).isEqualTo(2);
        inbox.takeAll(got::add);
        assertThat(got).containsExactly(10, 11);
    }

    @Test
    void close_withElements_deliversThemAndRefusesLaterPushes() {
        pushUpTo(3);

        assertThat(inbox.close(got::add)).isEqualTo(3);

        assertThat(got).containsExactly(0, 1, 2);
        assertThat(inbox.push(3)).isFalse();
        assertThat(inbox.isEmpty()).isTrue();
        assertThat(inbox.depth()).isZero();
        assertThat(inbox.takeAll(got::add)).isZero();
    }

    @Test
    void close_again_deliversNothing() {
        pushUpTo(1);
        inbox.close(got::add);

        assertThat(inbox.close(got::add)).isZero();
        assertThat(got).containsExactly(0);
        assertThat(inbox.push(1)).isFalse();
    }

    @Test
    void takeAll_deliveryThrows_theRestStaysInTheBox() {
        pushUpTo(5);

        assertThatThrownBy(() -> inbox.takeAll(refusing(2))).hasMessage("refused 2");

        assertThat(got).containsExactly(0, 1);
        assertThat(inbox.takeAll(got::add)).isEqualTo(3);
        assertThat(got).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void close_deliveryThrowsOnce_allIsDeliveredAllTheSame() {
        pushUpTo(5);

        assertThatThrownBy(() -> inbox.close(refusingOnce(2))).hasMessage("refused 2");

        assertThat(got).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void close_deliveryOfOneAlwaysThrows_theOthersAreDelivered() {
        pushUpTo(5);

        assertThatThrownBy(() -> inbox.close(refusing(2))).hasMessage("refused 2");

        assertThat(got).containsExactly(0, 1, 3, 4);
    }

    /** A retiring worker's box: what was accepted is delivered, what was refused goes elsewhere. */
    @Test
    void close_againstPushesAndTakes_eachElementExactlyOnce() {
        for (int round = 0; round < 600; round++) {
            int elements = 60;
            var box = new Inbox<Integer>();
            var receipts = new Receipts(elements);
            Receipts.Taker owner = receipts.taker();
            Receipts.Taker monitor = receipts.taker();
            Receipts.Taker even = receipts.taker();
            Receipts.Taker odd = receipts.taker();
            var pushed = new AtomicInteger();
            int closeAfter = round % elements;

            Together.run(
                    () -> pushOrKeep(box, 0, elements, even, pushed),
                    () -> pushOrKeep(box, 1, elements, odd, pushed),
                    () -> {
                        while (pushed.get() < closeAfter) {
                            box.takeAll(owner::took);
                            Together.breathe();
                        }
                        box.takeAll(owner::took);
                    },
                    () -> {
                        while (pushed.get() < closeAfter) {
                            Together.breathe();
                        }
                        box.close(monitor::took);
                    });

            receipts.assertEachExactlyOnce();
            owner.assertAscending(2);
            monitor.assertAscending(2);
        }
    }

    private static void pushOrKeep(
            Inbox<Integer> box, int first, int end, Receipts.Taker refused, AtomicInteger pushed) {
        for (int i = first; i < end; i += 2) {
            if (!box.push(i)) {
                refused.took(i);
            }
            pushed.incrementAndGet();
        }
    }

    private void pushUpTo(int end) {
        for (int i = 0; i < end; i++) {
            assertThat(inbox.push(i)).isTrue();
        }
    }

    private Consumer<Integer> refusing(int element) {
        return i -> {
            if (i == element) {
                throw new IllegalStateException("refused " + i);
            }
            got.add(i);
        };
    }

    private Consumer<Integer> refusingOnce(int element) {
        var before = new AtomicInteger();
        Consumer<Integer> refusing = refusing(element);
        return i -> {
            if (i == element && before.getAndIncrement() > 0) {
                got.add(i);
            } else {
                refusing.accept(i);
            }
        };
    }

    @Nested
    class Transfer extends TransferContract {
        @Override
        Queue newQueue() {
            var box = new Inbox<Integer>();
            return new Queue() {
                @Override
                public void push(Integer element) {
                    // A taker takes all there is, so a full box would mean few takes and few races.
                    for (int i = 0; i < 30 && box.depth() > 1; i++) {
                        Thread.onSpinWait();
                    }
                    if (!box.push(element)) {
                        throw new AssertionError("refused " + element);
                    }
                }

                @Override
                public int take(IntConsumer into) {
                    return box.takeAll(into::accept);
                }
            };
        }

        @Override
        int elements() {
            return 150_000;
        }

        @Override
        int pushers() {
            return 2;
        }

        @Override
        boolean keepsOrderOfEachPusher() {
            return true;
        }
    }
}
