package dev.stint.verify.stress;

import static dev.stint.verify.stress.Word.enqueues;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.internal.stack.ControlWord.Next;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * [FIBER:memory-ordering] [FIBER:dekker] [FIBER:park_if] Parking and waking over one control word:
 * no wake is lost, none counts twice.
 */
public final class ParkProofs {
    private ParkProofs() {}

    // ---- one wake

    /** A worker commits a park while somebody wakes the task. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Parked, then woken: the waker enqueues.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The note was there: the park is off.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "The wake is lost.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "The task is queued twice.")
    @State
    public static class ParkAgainstWake {
        private final Word word = Word.owned();

        @Actor
        public void waker(II_Result r) {
            r.r1 = enqueues(word.wakeUp());
        }

        @Actor
        public void worker(II_Result r) {
            r.r2 = enqueues(word.commitPark(true));
        }
    }

    /**
     * {@link ParkAgainstWake} as specification 4 describes it, with the latch in a word of its own:
     * each side writes one word and then reads the other. PARKED is written with release, where the
     * specification wants it sequentially consistent.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Parked, then woken: the waker enqueues.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The latch was set: the park is off.")
    @Outcome(
            id = "0, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The worker read the latch before the waker could see PARKED: Dekker's problem.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class ParkAgainstWakeWeakened {
        private static final int OWNED = 0;
        private static final int PARKED = 1;
        private static final int QUEUED = 2;
        private static final VarHandle CONTROL =
                Backdoor.field(ParkAgainstWakeWeakened.class, "control", int.class);

        private volatile int control = OWNED;
        private volatile boolean pending;

        private int queueIfParked() {
            return CONTROL.compareAndSet(this, PARKED, QUEUED) ? 1 : 0;
        }

        @Actor
        public void waker(II_Result r) {
            pending = true;
            r.r1 = control == PARKED ? queueIfParked() : 0;
        }

        @Actor
        public void worker(II_Result r) {
            CONTROL.setRelease(this, PARKED); // must be volatile
            r.r2 = pending ? queueIfParked() : 0;
        }
    }

    // ---- two wakes

    /** Two wakes, one of them by the worker that has just parked the task. */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "The other waker ended the park.")
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "The note was there: the park is off.")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "The worker ended the park.")
    @Outcome(expect = FORBIDDEN, desc = "Not exactly one enqueue.")
    @State
    public static class TwoWakesAgainstPark {
        private final Word word = Word.owned();

        @Actor
        public void waker(III_Result r) {
            r.r1 = enqueues(word.wakeUp());
        }

        @Actor
        public void worker(III_Result r) {
            r.r2 = enqueues(word.commitPark(true));
            r.r3 = enqueues(word.wakeUp());
        }
    }

    /** {@link TwoWakesAgainstPark}, where one waker looks and then writes, without a CAS. */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "The other waker ended the park.")
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "The note was there: the park is off.")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "The worker ended the park.")
    @Outcome(
            id = "1, 0, 1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "Both saw PARKED: the task is queued twice.")
    @Outcome(
            id = "0, 0, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The note was written over PARKED: the task is lost.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class TwoWakesAgainstParkWeakened {
        private final Word word = Word.owned();

        @Actor
        public void waker(III_Result r) {
            r.r1 = enqueues(word.weakWakeUp());
        }

        @Actor
        public void worker(III_Result r) {
            r.r2 = enqueues(word.commitPark(true));
            r.r3 = enqueues(word.wakeUp());
        }
    }

    // ---- what a wake publishes

    /**
     * The waker sets a flag and wakes; who mounts the task sees the flag, also if it has looked
     * before. The results: flag before, mounted, flag after.
     */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "Still parked.")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "Still parked; the flag is there.")
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "Still parked; the flag was there.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "Mounted after the wake.")
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "Mounted after the wake.")
    @Outcome(id = "0, 1, 0", expect = FORBIDDEN, desc = "Mounted without seeing why.")
    @Outcome(expect = FORBIDDEN, desc = "A flag that was there is gone.")
    @State
    public static class WakePublishes {
        private final Word word = Word.parked();
        private int flag;

        @Actor
        public void waker() {
            flag = 1;
            if (word.wakeUp() != Next.ENQUEUE) {
                throw new IllegalStateException(word.stateInWords());
            }
        }

        @Actor
        public void worker(III_Result r) {
            r.r1 = flag;
            r.r2 = word.mount(2) ? 1 : 0;
            r.r3 = flag;
        }
    }

    /** {@link WakePublishes}, where the worker finds the task by a plain read, not by the CAS. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "Still parked.")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "Still parked; the flag is there.")
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "Still parked; the flag was there.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "Mounted after the wake.")
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "Mounted after the wake.")
    @Outcome(
            id = "0, 1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The compiler took the flag that it had read before the word.")
    @Outcome(expect = FORBIDDEN, desc = "A flag that was there is gone.")
    @State
    public static class WakePublishesWeakened {
        private final Word word = Word.parked();
        private int flag;

        @Actor
        public void waker() {
            flag = 1;
            if (word.wakeUp() != Next.ENQUEUE) {
                throw new IllegalStateException(word.stateInWords());
            }
        }

        @Actor
        public void worker(III_Result r) {
            r.r1 = flag;
            r.r2 = word.plainLook();
            r.r3 = flag;
        }
    }

    // ---- a wake that changes nothing

    /**
     * A note is there already. A second waker sets its flag and wakes, while the task takes the
     * note and looks at the flag: it sees the flag, or a note is left that keeps it from parking.
     */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It saw the flag: it would not park.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It saw the flag, and a note is left.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "A note is left: the park is off.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "It parks and nobody will wake it.")
    @State
    public static class NoteAgainstNote {
        private final Word word = Word.owned();
        private int flag;

        public NoteAgainstNote() {
            if (word.wakeUp() != Next.NOTHING) {
                throw new IllegalStateException(word.stateInWords());
            }
        }

        @Actor
        public void waker() {
            flag = 1;
            if (word.wakeUp() != Next.NOTHING) {
                throw new IllegalStateException(word.stateInWords());
            }
        }

        @Actor
        public void task(II_Result r) {
            if (word.consumeWake()) {
                r.r1 = flag;
            }
        }

        @Arbiter
        public void park(II_Result r) {
            r.r2 = 1 - enqueues(word.commitPark(true));
        }
    }

    /** {@link NoteAgainstNote}, where a waker that reads a note leaves out its CAS. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It saw the flag: it would not park.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It saw the flag, and a note is left.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "A note is left: the park is off.")
    @Outcome(
            id = "0, 1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The waker read the old note before the task could see the flag.")
    @State
    public static class NoteAgainstNoteWeakened {
        private final Word word = Word.owned();
        private int flag;

        public NoteAgainstNoteWeakened() {
            if (word.wakeUp() != Next.NOTHING) {
                throw new IllegalStateException(word.stateInWords());
            }
        }

        @Actor
        public void waker() {
            flag = 1;
            if (word.wakeUpUnlessNoted() != Next.NOTHING) {
                throw new IllegalStateException(word.stateInWords());
            }
        }

        @Actor
        public void task(II_Result r) {
            if (word.consumeWake()) {
                r.r1 = flag;
            }
        }

        @Arbiter
        public void park(II_Result r) {
            r.r2 = 1 - enqueues(word.commitPark(true));
        }
    }
}
