package dev.stint.verify.stress;

import static dev.stint.verify.stress.Word.enqueues;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.internal.stack.ControlWord.AfterRun;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * [FIBER:memory-ordering] [FIBER:single-owner] Who may touch a task's stack: its control word when
 * workers, the JDK and cancellers meet.
 */
public final class OwnershipProofs {
    private OwnershipProofs() {}

    // ---- a queue entry that is there twice

    /** Two workers take the same task from two queues. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Worker 1 has the stack.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Worker 2 has the stack.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "One stack, two owners.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "A queued task that nobody runs.")
    @State
    public static class DoubledEntry {
        private final Word word = Word.queued();

        @Actor
        public void one(II_Result r) {
            r.r1 = word.mount(1) ? 1 : 0;
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = word.mount(2) ? 1 : 0;
        }
    }

    /** {@link DoubledEntry}, where worker 1 looks and then writes, without a CAS. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Worker 1 has the stack.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Worker 2 has the stack.")
    @Outcome(
            id = "1, 1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "Worker 2 mounted between the look and the write.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class DoubledEntryWeakened {
        private final Word word = Word.queued();

        @Actor
        public void one(II_Result r) {
            r.r1 = word.weakMount() ? 1 : 0;
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = word.mount(2) ? 1 : 0;
        }
    }

    // ---- a stack that was unmounted (ruling R5)

    /** The JDK wakes the task while its worker notices that the JDK has unmounted it. */
    @JCStressTest
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "The wake left a note: worker enqueues.")
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "Blocked, then woken: waker enqueues.")
    @Outcome(id = "0, 0, 1", expect = FORBIDDEN, desc = "The wake is lost.")
    @Outcome(expect = FORBIDDEN, desc = "Not exactly one enqueue, or BLOCKED is left over.")
    @State
    public static class JdkWakeAgainstAfterRun {
        private final Word word = Word.owned();

        @Actor
        public void jdk(III_Result r) {
            r.r1 = enqueues(word.jdkWake());
        }

        @Actor
        public void worker(III_Result r) {
            r.r2 = word.afterRun(1, 1) == AfterRun.ENQUEUE ? 1 : 0;
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = word.isBlockedInJdk() ? 1 : 0;
        }
    }

    /** {@link JdkWakeAgainstAfterRun}, where the worker looks and then writes, without a CAS. */
    @JCStressTest
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "The wake left a note: worker enqueues.")
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "Blocked, then woken: waker enqueues.")
    @Outcome(
            id = "0, 0, 1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "BLOCKED was written over the note, and the wake is lost.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class JdkWakeAgainstAfterRunWeakened {
        private final Word word = Word.owned();

        @Actor
        public void jdk(III_Result r) {
            r.r1 = enqueues(word.jdkWake());
        }

        @Actor
        public void worker(III_Result r) {
            r.r2 = word.weakAfterRun() == AfterRun.ENQUEUE ? 1 : 0;
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = word.isBlockedInJdk() ? 1 : 0;
        }
    }

    /**
     * The task has yielded and is mounted again before its first worker looks at it after the run;
     * by a worker of the same number, so that only the epoch tells the two mounts apart.
     */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "Mounted, and left alone.")
    @Outcome(expect = FORBIDDEN, desc = "A running task is marked as blocked.")
    @State
    public static class RemountAgainstAfterRun {
        private final Word word = Word.owned();

        public RemountAgainstAfterRun() {
            word.commitYield();
        }

        @Actor
        public void next(III_Result r) {
            r.r1 = word.mount(1) ? 1 : 0;
        }

        @Actor
        public void worker(III_Result r) {
            r.r2 = word.afterRun(1, 1) == AfterRun.GONE ? 0 : 1;
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = word.isBlockedInJdk() ? 1 : 0;
        }
    }

    /** {@link RemountAgainstAfterRun}, where epoch and owner are read one after the other. */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "Mounted, and left alone.")
    @Outcome(
            id = "1, 1, 1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The old epoch and the new owner: a running task is marked as blocked.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class RemountAgainstAfterRunWeakened {
        private final Word word = Word.owned();

        public RemountAgainstAfterRunWeakened() {
            word.commitYield();
        }

        @Actor
        public void next(III_Result r) {
            r.r1 = word.mount(1) ? 1 : 0;
        }

        @Actor
        public void worker(III_Result r) {
            r.r2 = word.afterRunInTwoReads() == AfterRun.GONE ? 0 : 1;
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = word.isBlockedInJdk() ? 1 : 0;
        }
    }

    // ---- an interrupt that must not hit the core's next task

    /** The task ends, and its core takes up the next one, while a canceller interrupts. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Cancelled too late: no interrupt.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Interrupted before the end.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "The interrupt hits the next task.")
    @State
    public static class CancelAgainstFinish {
        private final Word word = Word.owned();
        private volatile int successor;

        @Actor
        public void canceller(II_Result r) {
            if (word.requestCancel().interrupt()) {
                r.r1 = 1;
                r.r2 = successor; // stands for the interrupt
                word.letGo();
            }
        }

        @Actor
        public void task() {
            while (!word.finish()) {
                Thread.onSpinWait();
            }
            successor = 1;
        }
    }

    /** {@link CancelAgainstFinish}, where the task looks and then writes, without a CAS. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Cancelled too late: no interrupt.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Interrupted before the end.")
    @Outcome(
            id = "1, 1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The request came between the look and the write.")
    @State
    public static class CancelAgainstFinishWeakened {
        private final Word word = Word.owned();
        private volatile int successor;

        @Actor
        public void canceller(II_Result r) {
            if (word.requestCancel().interrupt()) {
                r.r1 = 1;
                r.r2 = successor; // stands for the interrupt
                word.letGo();
            }
        }

        @Actor
        public void task() {
            while (!word.weakFinish()) {
                Thread.onSpinWait();
            }
            successor = 1;
        }
    }
}
