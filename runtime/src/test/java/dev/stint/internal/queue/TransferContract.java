package dev.stint.internal.queue;

import dev.stint.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/**
 * What every queue owes: on real threads, each element that was put in comes out exactly once. The
 * small sizes make the races between a full and an empty queue frequent.
 *
 * <p>[SCHED:7.1.1] [FIBER:global-queue] [FIBER:inbox] [FIBER:no-double-schedule]
 */
abstract class TransferContract {
    /** One queue under test. */
    interface Queue {
        void push(Integer element);

        /** Takes what one call takes; the number taken, 0 when empty. */
        int take(IntConsumer into);
    }

    abstract Queue newQueue();

    /** How many threads may push. */
    abstract int pushers();

    /** True if one taker sees what one pusher has put in the order of the pushes. */
    abstract boolean keepsOrderOfEachPusher();

    int elements() {
        return 300_000;
    }

    @Test
    void take_byOneTaker_eachElementExactlyOnce() {
        transfer(1, newQueue());
    }

    @Test
    void take_byTwoTakers_eachElementExactlyOnce() {
        transfer(2, newQueue());
    }

    @Test
    void take_byThreeTakers_eachElementExactlyOnce() {
        transfer(3, newQueue());
    }

    private void transfer(int takers, Queue queue) {
        int total = elements();
        var receipts = new Receipts(total);
        var left = new AtomicInteger(total);
        List<Together.Piece> pieces = new ArrayList<>();
        for (int p = 0; p < pushers(); p++) {
            int first = p;
            pieces.add(
                    () -> {
                        for (int i = first; i < total; i += pushers()) {
                            queue.push(i);
                        }
                    });
        }
        List<Receipts.Taker> all = new ArrayList<>();
        for (int t = 0; t < takers; t++) {
            Receipts.Taker taker = receipts.taker();
            all.add(taker);
            pieces.add(() -> takeUntilAllGone(queue, taker, left));
        }

        Together.run(pieces);

        receipts.assertEachExactlyOnce();
        if (keepsOrderOfEachPusher()) {
            all.forEach(taker -> taker.assertAscending(pushers()));
        }
    }

    private static void takeUntilAllGone(Queue queue, Receipts.Taker taker, AtomicInteger left)
            throws InterruptedException {
        while (left.get() > 0) {
            int taken = queue.take(taker::took);
            if (taken == 0) {
                Together.breathe();
            } else {
                left.addAndGet(-taken);
            }
        }
    }
}
