package dev.stint.internal.sim;

import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.WaitPlace;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.SpinLock;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lock for tasks, and for threads outside. Its holder may take it again; it has conditions. It
 * promises no order: when it becomes free all that want it try again, and the schedule decides.
 *
 * <pre>
 *   field    who may touch it
 *   holder   written under the spin lock; anyone may compare it with itself
 *   holds    the holder
 * </pre>
 */
public final class SimLock {
    /** As a timeout: as long as it takes. */
    public static final long NO_LIMIT = TimerHeap.NONE;

    /** A lock for sections of a few instructions, in which nothing waits: of a table of locks. */
    public static final class Guard extends SpinLock {}

    private final Entrance entrance;
    private volatile @Nullable Object holder; // a task or a thread
    private int holds;

    /**
     * A free one.
     *
     * @param inWords how those who wait for it call it
     */
    public SimLock(Supplier<String> inWords) {
        this.entrance = new Entrance(inWords);
    }

    /** A time as it is given to {@link #take}. */
    public static long nanosOf(Duration timeout) {
        return TaskImpl.toNanos(Objects.requireNonNull(timeout, "timeout of a wait"));
    }

    /**
     * Takes it within a time. Costs a task one operation.
     *
     * @return false if it took longer
     * @throws InterruptedException if the task is cancelled or the thread interrupted
     */
    public boolean take(long timeoutNanos, String where) throws InterruptedException {
        return entrance.take(timeoutNanos, where);
    }

    /**
     * Takes it so many times, whatever happens to the caller meanwhile, for nothing.
     *
     * @param waits of the run that the caller belongs to, which then ends when the run is over;
     *     null if that is not asked for
     */
    public void takeThrough(int times, @Nullable RunWaits waits) {
        if (entrance.takeThrough(times, waits)) {
            Thread.currentThread().interrupt();
        }
    }

    /** Undoes one take of the caller, who has it. */
    public void giveBack() {
        if (holds > 1) {
            holds--;
        } else {
            entrance.free();
        }
    }

    /** True if the caller has it. */
    public boolean isMine() {
        return holder == caller();
    }

    /** The task or thread that has it; null if nobody has. */
    public @Nullable Object holder() {
        return holder;
    }

    /** The same in words. */
    public static String inWords(Object holder) {
        return holder instanceof Thread thread
                ? "thread '" + thread.getName() + "'"
                : holder.toString();
    }

    private static Object caller() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        return me != null ? me : Thread.currentThread();
    }

    /** A signal that is waited for with the lock held: what a condition is made of. */
    public final class Signal {
        private final Waiting waiting;

        /**
         * Of this lock.
         *
         * @param what what those wait for who wait for it, in words: {@code "a signal of "}
         * @param inWords how they call the condition
         */
        public Signal(String what, Supplier<String> inWords) {
            this.waiting = new Waiting(what, inWords);
        }

        /** Pays for a wait, before it; and notices that the caller is to end. */
        public void pay(String where) throws InterruptedException {
            waiting.pay(where);
        }

        /**
         * Gives the lock away, waits for a signal, and takes the lock again, also if it throws.
         *
         * @param waits as in {@link SimLock#takeThrough}
         * @return false if it took longer
         */
        public boolean await(long timeoutNanos, String where, @Nullable RunWaits waits)
                throws InterruptedException {
            return waiting.await(timeoutNanos, where, waits);
        }

        /** Ends the wait of the one that has waited longest, if there is one, or of all. */
        public void give(boolean toAll) {
            waiting.give(toAll);
        }
    }

    /** Where those wait who want the lock. */
    private final class Entrance extends WaitPlace {
        private final Line line = new Line();
        private final Supplier<String> inWords;

        Entrance(Supplier<String> inWords) {
            this.inWords = inWords;
        }

        boolean take(long timeoutNanos, String where) throws InterruptedException {
            TaskImpl<?> me = payOp(timeoutNanos > 0, where);
            long since = Outside.clock().nanos();
            long left = timeoutNanos;
            while (true) {
                Cell cell;
                acquire();
                try {
                    if (takeIfFree(1)) {
                        return true;
                    }
                    if (left <= 0) {
                        return false;
                    }
                    cell = join(line, me, null, "");
                } finally {
                    release();
                }
                await(line, cell, left, where);
                left = left(timeoutNanos, since);
            }
        }

        /** True if the calling thread was interrupted meanwhile. */
        boolean takeThrough(int times, @Nullable RunWaits waits) {
            boolean interrupted = false;
            while (true) {
                Cell cell;
                acquire();
                try {
                    if (takeIfFree(times)) {
                        return interrupted;
                    }
                    RunWaits.throwIfOver(waits);
                    cell = join(line, TaskImpl.currentOrNull(), null, "");
                } finally {
                    release();
                }
                interrupted |= awaitTurn(cell, waits);
            }
        }

        private boolean awaitTurn(Cell cell, @Nullable RunWaits waits) {
            boolean interrupted;
            RunWaits.begin(waits, cell);
            try {
                interrupted = awaitThrough(line, cell);
            } catch (Throwable e) { // a thread outside may learn that nobody can go on
                leave(line, cell);
                throw e;
            } finally {
                RunWaits.end(waits, cell);
            }
            if (cell.reason() == WaitNode.CLOSE) {
                leave(line, cell);
                throw new RunWaits.Unwound();
            }
            return interrupted;
        }

        private boolean takeIfFree(int times) {
            Object me = caller();
            if (holder != null && holder != me) {
                return false;
            }
            holder = me;
            holds += times;
            return true;
        }

        void free() {
            Cell all;
            acquire();
            try {
                holds = 0;
                holder = null;
                all = line.takeAll();
            } finally {
                release();
            }
            Line.wakeAll(all);
        }

        @Override
        public String toString() {
            return inWords.get();
        }
    }

    /** Where those wait who wait for a signal. */
    private final class Waiting extends WaitPlace {
        private final Line line = new Line();
        private final String what;
        private final Supplier<String> inWords;

        Waiting(String what, Supplier<String> inWords) {
            this.what = what;
            this.inWords = inWords;
        }

        void pay(String where) throws InterruptedException {
            payOp(true, where);
        }

        boolean await(long timeoutNanos, String where, @Nullable RunWaits waits)
                throws InterruptedException {
            Cell cell;
            acquire();
            try {
                cell = join(line, TaskImpl.currentOrNull(), null, what);
            } finally {
                release();
            }
            int times = holds;
            entrance.free(); // after joining, or a signal in between would be lost
            try {
                RunWaits.begin(waits, cell);
                int reason = await(line, cell, timeoutNanos, where);
                if (reason == WaitNode.CLOSE) {
                    leave(line, cell);
                    throw new RunWaits.Unwound();
                }
                return reason == WaitNode.DATA;
            } finally {
                RunWaits.end(waits, cell);
                takeThrough(times, waits);
            }
        }

        void give(boolean toAll) {
            Cell served;
            acquire();
            try {
                served = toAll ? line.takeAll() : line.take();
            } finally {
                release();
            }
            Line.wakeAll(served);
        }

        @Override
        public String toString() {
            return inWords.get();
        }
    }
}
