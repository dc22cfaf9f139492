package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.internal.queue.GlobalQueue;
import dev.stint.internal.queue.Inbox;
import dev.stint.internal.queue.WorkDeque;
import dev.stint.internal.worker.Idle;
import dev.stint.internal.worker.Sleeper;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A worker falls asleep while somebody publishes work: it finds the work in its last look, or it is
 * woken. The results are: woken by the pusher, found by the worker.
 */
public final class SleepProofs {
    private SleepProofs() {}

    /** A worker that is about to sleep, and all that it takes to wake it. */
    private static final class Bed {
        final Idle idle = new Idle();
        int woken; // written by the one who wakes
        final Sleeper sleeper = new Sleeper(idle, () -> woken++);
        private final Sleeper[] all = {sleeper};

        /** What a pusher does after its push; see Worker.finishPut. */
        void wakeOne() {
            if (idle.shouldWake()) {
                idle.wakeOne(() -> all);
            }
        }

        /** The end of the worker's last look; 1 if it found something. */
        int look(boolean found) {
            if (found) {
                sleeper.getUp();
            }
            return found ? 1 : 0;
        }
    }

    // ---- work in a worker's own deque

    /** Another worker pushes to its own deque, and pays for the order with a full fence. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Asleep, and woken.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Found by the last look.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Found, and woken for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Work waits and its worker sleeps.")
    @State
    public static class DequePush {
        private final Bed bed = new Bed();
        private final WorkDeque<Integer> deque = new WorkDeque<>(2);

        @Actor
        public void pusher(II_Result r) {
            deque.push(1);
            VarHandle.fullFence();
            bed.wakeOne();
            r.r1 = bed.woken;
        }

        @Actor
        public void worker(II_Result r) {
            bed.sleeper.lieDown();
            r.r2 = bed.look(!deque.isEmpty());
        }
    }

    /** {@link DequePush} without the fence. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Asleep, and woken.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Found by the last look.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Found, and woken for nothing.")
    @Outcome(
            id = "0, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The pusher looked for sleepers before its push could be seen.")
    @State
    public static class DequePushWeakened {
        private final Bed bed = new Bed();
        private final WorkDeque<Integer> deque = new WorkDeque<>(2);

        @Actor
        public void pusher(II_Result r) {
            deque.push(1);
            bed.wakeOne();
            r.r1 = bed.woken;
        }

        @Actor
        public void worker(II_Result r) {
            bed.sleeper.lieDown();
            r.r2 = bed.look(!deque.isEmpty());
        }
    }

    // ---- a searcher

    /** The worker has been searching, so that a pusher may leave the work to it. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Asleep, and woken.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Left to the searcher, which found it.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Found, and woken for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Left to a searcher that did not find it.")
    @State
    public static class SearcherLeaves {
        private final Bed bed = new Bed();
        private final WorkDeque<Integer> deque = new WorkDeque<>(2);

        public SearcherLeaves() {
            bed.sleeper.beginSearch();
        }

        @Actor
        public void pusher(II_Result r) {
            deque.push(1);
            VarHandle.fullFence();
            bed.wakeOne();
            r.r1 = bed.woken;
        }

        @Actor
        public void worker(II_Result r) {
            bed.sleeper.lieDown();
            r.r2 = bed.look(!deque.isEmpty());
        }
    }

    /** {@link SearcherLeaves}, where the searcher leaves with release instead of volatile. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Asleep, and woken.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Left to the searcher, which found it.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Found, and woken for nothing.")
    @Outcome(
            id = "0, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The searcher looked before the pusher could see that it had left.")
    @State
    public static class SearcherLeavesWeakened {
        private static final VarHandle SEARCHING =
                Backdoor.field(Idle.class, "searching", int.class);

        private final Bed bed = new Bed();
        private final WorkDeque<Integer> deque = new WorkDeque<>(2);

        public SearcherLeavesWeakened() {
            SEARCHING.setVolatile(bed.idle, 1);
        }

        @Actor
        public void pusher(II_Result r) {
            deque.push(1);
            VarHandle.fullFence();
            bed.wakeOne();
            r.r1 = bed.woken;
        }

        @Actor
        public void worker(II_Result r) {
            bed.sleeper.lieDown(); // does not know of the search, and leaves that to the next line
            SEARCHING.setRelease(bed.idle, 0); // in Idle an atomic add
            r.r2 = bed.look(!deque.isEmpty());
        }
    }

    // ---- work in the global queue

    /**
     * An outside thread pushes to the global queue, without a fence: the claim of a place in the
     * ring is a CAS, and isEmpty looks at the places claimed.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Asleep, and woken.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Found by the last look.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Found, and woken for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Work waits and its worker sleeps.")
    @State
    public static class GlobalPush {
        private final Bed bed = new Bed();
        private final GlobalQueue<Integer> queue = new GlobalQueue<>(2);

        @Actor
        public void pusher(II_Result r) {
            queue.push(1);
            bed.wakeOne();
            r.r1 = bed.woken;
        }

        @Actor
        public void worker(II_Result r) {
            bed.sleeper.lieDown();
            r.r2 = bed.look(!queue.isEmpty());
        }
    }

    /** {@link GlobalPush}, where the worker looks at the slot, which is only a release write. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Asleep, and woken.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Found by the last look.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Found, and woken for nothing.")
    @Outcome(
            id = "0, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The pusher looked for sleepers before its slot could be seen.")
    @State
    public static class GlobalPushWeakened {
        private final Bed bed = new Bed();
        private final GlobalQueue<Integer> queue = new GlobalQueue<>(2);

        @Actor
        public void pusher(II_Result r) {
            queue.push(1);
            bed.wakeOne();
            r.r1 = bed.woken;
        }

        @Actor
        public void worker(II_Result r) {
            bed.sleeper.lieDown();
            r.r2 = bed.look(queue.poll() != null);
        }
    }

    // ---- a letter to this very worker

    /** Somebody sends to the worker's inbox and wakes it; see Worker.send. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Asleep, and woken.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Found by the last look.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Found, and woken for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "A letter waits and its worker sleeps.")
    @State
    public static class InboxPush {
        private final Bed bed = new Bed();
        private final Inbox<Integer> inbox = new Inbox<>();

        @Actor
        public void pusher(II_Result r) {
            inbox.push(1);
            r.r1 = bed.sleeper.wake() ? 1 : 0;
        }

        @Actor
        public void worker(II_Result r) {
            bed.sleeper.lieDown();
            r.r2 = bed.look(!inbox.isEmpty());
        }
    }

    /** {@link InboxPush}, where the letter is put with release instead of a CAS. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Asleep, and woken.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Found by the last look.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Found, and woken for nothing.")
    @Outcome(
            id = "0, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The sender looked at the sleeper before its letter could be seen.")
    @State
    public static class InboxPushWeakened {
        private final Bed bed = new Bed();
        private final Inbox<Integer> inbox = new Inbox<>();

        @Actor
        public void pusher(II_Result r) {
            WeakInbox.push(inbox, 1);
            r.r1 = bed.sleeper.wake() ? 1 : 0;
        }

        @Actor
        public void worker(II_Result r) {
            bed.sleeper.lieDown();
            r.r2 = bed.look(!inbox.isEmpty());
        }
    }
}
