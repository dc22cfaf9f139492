package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.internal.queue.GlobalQueue;
import dev.stint.internal.queue.Inbox;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * [FIBER:memory-ordering] [FIBER:global-queue] [FIBER:inbox] The queues that any thread pushes to:
 * nothing is lost, nothing doubled.
 */
public final class QueueProofs {
    private QueueProofs() {}

    private static int sumOf(Inbox<Integer> inbox) {
        var sum = new int[1];
        inbox.takeAll(element -> sum[0] += element);
        return sum[0];
    }

    // ---- inbox

    /** A push while the worker empties its box, in which 1 lies already. */
    @JCStressTest
    @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "The push came after the taking.")
    @Outcome(id = "11, 0", expect = ACCEPTABLE, desc = "The push came before the taking.")
    @Outcome(expect = FORBIDDEN, desc = "An element is lost or doubled.")
    @State
    public static class PushAgainstTake {
        private final Inbox<Integer> inbox = new Inbox<>();

        public PushAgainstTake() {
            inbox.push(1);
        }

        @Actor
        public void pusher() {
            inbox.push(10);
        }

        @Actor
        public void taker(II_Result r) {
            r.r1 = sumOf(inbox);
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r2 = sumOf(inbox);
        }
    }

    /**
     * {@link PushAgainstTake}, where the taker reads the head and then clears it, without a CAS.
     */
    @JCStressTest
    @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "The push came after the taking.")
    @Outcome(id = "11, 0", expect = ACCEPTABLE, desc = "The push came before the taking.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The push fell between the look and the write, and is lost.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class PushAgainstTakeWeakened {
        private final Inbox<Integer> inbox = new Inbox<>();

        public PushAgainstTakeWeakened() {
            inbox.push(1);
        }

        @Actor
        public void pusher() {
            inbox.push(10);
        }

        @Actor
        public void taker(II_Result r) {
            var sum = new int[1];
            WeakInbox.takeAll(inbox, (Integer element) -> sum[0] += element);
            r.r1 = sum[0];
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r2 = sumOf(inbox);
        }
    }

    /** A push while the box is closed for ever: refused, or delivered to the closer. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Accepted, and delivered by the close.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Refused: the pusher goes elsewhere.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Accepted, and nobody will ever look.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Refused and delivered: it is doubled.")
    @State
    public static class PushAgainstClose {
        private final Inbox<Integer> inbox = new Inbox<>();

        @Actor
        public void pusher(II_Result r) {
            r.r1 = inbox.push(1) ? 1 : 0;
        }

        @Actor
        public void closer(II_Result r) {
            r.r2 = inbox.close(element -> {});
        }
    }

    /** {@link PushAgainstClose}, where the closer reads the head and then writes it. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Accepted, and delivered by the close.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Refused: the pusher goes elsewhere.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The push fell between the look and the write, and is lost.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class PushAgainstCloseWeakened {
        private final Inbox<Integer> inbox = new Inbox<>();

        @Actor
        public void pusher(II_Result r) {
            r.r1 = inbox.push(1) ? 1 : 0;
        }

        @Actor
        public void closer(II_Result r) {
            r.r2 = WeakInbox.close(inbox, element -> {});
        }
    }

    // ---- global queue

    private static int orZero(@Nullable Integer element) {
        return element == null ? 0 : element;
    }

    /** Two pushers, one of which also polls; the ring has room for one more than it holds. */
    @JCStressTest
    @Outcome(id = "1, 110", expect = ACCEPTABLE, desc = "The oldest first, the others later.")
    @Outcome(expect = FORBIDDEN, desc = "An element is lost, doubled or overtaken.")
    @State
    public static class TwoPushers {
        private final GlobalQueue<Integer> queue = new GlobalQueue<>(2);

        public TwoPushers() {
            queue.push(1);
        }

        @Actor
        public void one() {
            queue.push(10);
        }

        @Actor
        public void two(II_Result r) {
            queue.push(100);
            r.r1 = orZero(queue.poll());
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r2 = orZero(queue.poll()) + orZero(queue.poll()) + orZero(queue.poll());
        }
    }

    /** {@link TwoPushers}, where one pusher reads its place in the ring and then moves on. */
    @JCStressTest
    @Outcome(id = "1, 110", expect = ACCEPTABLE, desc = "The oldest first, the others later.")
    @Outcome(
            id = {"1, 10", "1, 100"},
            expect = ACCEPTABLE_INTERESTING,
            desc = "Both wrote to the same place: one is lost.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class TwoPushersWeakened {
        private final GlobalQueue<Integer> queue = new GlobalQueue<>(2);

        public TwoPushersWeakened() {
            queue.push(1);
        }

        @Actor
        public void one() {
            WeakGlobal.pushToRing(queue, 10);
        }

        @Actor
        public void two(II_Result r) {
            queue.push(100);
            r.r1 = orZero(queue.poll());
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r2 = orZero(queue.poll()) + orZero(queue.poll()) + orZero(queue.poll());
        }
    }

    /** Two pushers find the ring full and go to the list behind it. */
    @JCStressTest
    @Outcome(id = "3, 110", expect = ACCEPTABLE, desc = "The ring first, then the list.")
    @Outcome(expect = FORBIDDEN, desc = "An element is lost or doubled.")
    @State
    public static class Overflow {
        private final GlobalQueue<Integer> queue = full();

        @Actor
        public void one() {
            queue.push(10);
        }

        @Actor
        public void two() {
            queue.push(100);
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r1 = orZero(queue.poll()) + orZero(queue.poll());
            r.r2 = orZero(queue.poll()) + orZero(queue.poll());
        }
    }

    /** {@link Overflow}, where one pusher reads the count and then writes it. */
    @JCStressTest
    @Outcome(id = "3, 110", expect = ACCEPTABLE, desc = "The ring first, then the list.")
    @Outcome(
            id = {"3, 10", "3, 100"},
            expect = ACCEPTABLE_INTERESTING,
            desc = "The count says one, so the second is never looked for.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class OverflowWeakened {
        private final GlobalQueue<Integer> queue = full();

        @Actor
        public void one() {
            WeakGlobal.pushToList(queue, 10);
        }

        @Actor
        public void two() {
            queue.push(100);
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r1 = orZero(queue.poll()) + orZero(queue.poll());
            r.r2 = orZero(queue.poll()) + orZero(queue.poll());
        }
    }

    private static GlobalQueue<Integer> full() {
        var queue = new GlobalQueue<Integer>(2);
        queue.push(1);
        queue.push(2);
        return queue;
    }
}
