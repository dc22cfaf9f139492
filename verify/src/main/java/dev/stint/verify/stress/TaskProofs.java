package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.internal.stack.ControlWord;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.worker.Sleeper;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The end of a task against those who wait for it, and the hot slot. */
public final class TaskProofs {
    private TaskProofs() {}

    // ---- waiting for the end

    /** A running task, and one who wants to wait for its end. */
    private static final class Join {
        private static final VarHandle WORD = Backdoor.field(ControlWord.class, "word", long.class);
        private static final long DONE = 6; // as in ControlWord
        private static final MethodHandle ENLIST =
                Backdoor.method(TaskImpl.class, "enlist", boolean.class, WaitNode.class);
        private static final MethodHandle WAKE_WAITERS =
                Backdoor.method(TaskImpl.class, "wakeWaiters", void.class);

        final TaskImpl<Integer> task = NoScheduler.task(1);
        int wakes; // written by the one who wakes
        final WaitNode node = new WaitNode(() -> wakes++);

        Join() {
            task.mount(1);
        }

        boolean finish() {
            return task.finish();
        }

        void finishWithRelease() {
            WORD.setRelease(task, DONE); // in ControlWord a CAS
        }

        void wakeWaiters() {
            try {
                WAKE_WAITERS.invoke(task);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        int enlist() {
            try {
                return (boolean) ENLIST.invoke(task, node) ? 1 : 0;
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }
    }

    /** A task ends while somebody begins to wait for its end. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Enlisted, and woken.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Told at once that the task is done.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Enlisted, and never woken.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Woken although it does not wait.")
    @State
    public static class EndAgainstJoin {
        private final Join join = new Join();

        @Actor
        public void task() {
            while (!join.finish()) {
                Thread.onSpinWait();
            }
            join.wakeWaiters();
        }

        @Actor
        public void joiner(II_Result r) {
            r.r1 = join.enlist();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = join.wakes;
        }
    }

    /** {@link EndAgainstJoin}, where DONE is written with release. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Enlisted, and woken.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Told at once that the task is done.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The task looked for waiters before the waiter could see DONE.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class EndAgainstJoinWeakened {
        private final Join join = new Join();

        @Actor
        public void task() {
            join.finishWithRelease();
            join.wakeWaiters();
        }

        @Actor
        public void joiner(II_Result r) {
            r.r1 = join.enlist();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = join.wakes;
        }
    }

    // ---- the hot slot

    /** The hot slot of a worker, with task 1 in it. */
    private static final class Slot {
        private static final Class<?> QUEUES =
                Backdoor.type(Sleeper.class, "dev.stint.internal.worker.RunQueues");
        private static final MethodHandle NEW = Backdoor.constructor(QUEUES, int.class);
        private static final MethodHandle SWAP =
                Backdoor.method(QUEUES, "swapHot", TaskImpl.class, TaskImpl.class);
        private static final MethodHandle SEIZE =
                Backdoor.method(QUEUES, "seizeHot", TaskImpl.class);
        private static final VarHandle HOT = Backdoor.field(QUEUES, "hot", TaskImpl.class);
        private static final TaskImpl<Integer> ONE = NoScheduler.task(1);
        private static final TaskImpl<Integer> TEN = NoScheduler.task(10);

        private final Object queues;

        Slot() {
            try {
                queues = NEW.invoke(0);
                HOT.setVolatile(queues, ONE);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        private static int idOf(@Nullable Object task) {
            return task == null ? 0 : (int) ((TaskImpl<?>) task).id();
        }

        /** Puts task 10; the id of what was there. */
        int swap() {
            try {
                return idOf(SWAP.invoke(queues, TEN));
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        int seize() {
            try {
                return idOf(SEIZE.invoke(queues));
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        int weakSeize() {
            Object task = HOT.getVolatile(queues);
            HOT.setVolatile(queues, null); // in RunQueues an atomic swap
            return idOf(task);
        }
    }

    /**
     * The worker puts task 10 into its hot slot while the monitor, which took it for stalled,
     * empties it. The results are what left the slot, and what is left in it.
     */
    @JCStressTest
    @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "Task 1 left, task 10 stays.")
    @Outcome(id = "11, 0", expect = ACCEPTABLE, desc = "Both left.")
    @Outcome(expect = FORBIDDEN, desc = "A task is lost or doubled.")
    @State
    public static class HotSlot {
        private final Slot slot = new Slot();
        private int displaced;
        private int seized;

        @Actor
        public void worker() {
            displaced = slot.swap();
        }

        @Actor
        public void monitor() {
            seized = slot.seize();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = displaced + seized;
            r.r2 = slot.seize();
        }
    }

    /** {@link HotSlot}, where the monitor reads the slot and then clears it. */
    @JCStressTest
    @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "Task 1 left, task 10 stays.")
    @Outcome(id = "11, 0", expect = ACCEPTABLE, desc = "Both left.")
    @Outcome(
            id = "2, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "Task 1 left twice, and task 10 was cleared away.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class HotSlotWeakened {
        private final Slot slot = new Slot();
        private int displaced;
        private int seized;

        @Actor
        public void worker() {
            displaced = slot.swap();
        }

        @Actor
        public void monitor() {
            seized = slot.weakSeize();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = displaced + seized;
            r.r2 = slot.seize();
        }
    }
}
