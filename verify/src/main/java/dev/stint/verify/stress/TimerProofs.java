package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.internal.wait.SpinLock;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A timer heap under two hands. */
public final class TimerProofs {
    private static final VarHandle LOCK = Backdoor.field(SpinLock.class, "lock", int.class);
    private static final MethodHandle REMOVE =
            Backdoor.method(TimerHeap.class, "remove", boolean.class, TimerHeap.Entry.class);

    private TimerProofs() {}

    private static final class Timer extends TimerHeap.Entry {
        @Override
        public void fire() {}
    }

    /** {@link TimerHeap#cancel}, where the lock is read and then written, without a CAS. */
    private static boolean weakCancel(TimerHeap heap, TimerHeap.Entry entry) {
        while ((int) LOCK.getVolatile(heap) != 0) {
            Thread.onSpinWait();
        }
        LOCK.setVolatile(heap, 1); // in TimerHeap a CAS
        try {
            return (boolean) REMOVE.invoke(heap, entry);
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        } finally {
            LOCK.setRelease(heap, 0);
        }
    }

    /** A timer expires while somebody cancels it. The results: fired, cancelled, left. */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "It fired.")
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "It was cancelled.")
    @Outcome(expect = FORBIDDEN, desc = "Both, or neither, or the heap is damaged.")
    @State
    public static class ExpiryAgainstCancel {
        private final TimerHeap heap = new TimerHeap();
        private final Timer timer = new Timer();

        public ExpiryAgainstCancel() {
            heap.add(timer, 1);
        }

        @Actor
        public void owner(III_Result r) {
            r.r1 = heap.takeExpired(1, new TimerHeap.Entry[2]);
        }

        @Actor
        public void canceller(III_Result r) {
            r.r2 = TimerHeap.cancel(timer) ? 1 : 0;
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = heap.size();
        }
    }

    /** {@link ExpiryAgainstCancel} with a lock that can be taken twice. */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "It fired.")
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "It was cancelled.")
    @Outcome(
            expect = ACCEPTABLE_INTERESTING,
            desc = "Both were in the heap at once: it fired and was cancelled, or is damaged.")
    @State
    public static class ExpiryAgainstCancelWeakened {
        private final TimerHeap heap = new TimerHeap();
        private final Timer timer = new Timer();

        public ExpiryAgainstCancelWeakened() {
            heap.add(timer, 1);
        }

        @Actor
        public void owner(III_Result r) {
            try {
                r.r1 = heap.takeExpired(1, new TimerHeap.Entry[2]);
            } catch (RuntimeException damaged) {
                r.r1 = -1;
            }
        }

        @Actor
        public void canceller(III_Result r) {
            try {
                r.r2 = weakCancel(heap, timer) ? 1 : 0;
            } catch (RuntimeException damaged) {
                r.r2 = -1;
            }
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = heap.size();
        }
    }
}
