package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.SpinLock;
import dev.stint.sync.Latch;
import dev.stint.sync.Mutex;
import dev.stint.sync.Semaphore;
import dev.stint.verify.inside.weak.WeakSync;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Mutex, semaphore and latch under two hands. */
public final class SyncProofs {
    private SyncProofs() {}

    // ---- a mutex that is handed on

    /** A mutex, and what its waiter does before it would park. */
    private static final class HandOver {
        private static final Class<?> IMPL = Backdoor.type(Mutex.class, "dev.stint.sync.MutexImpl");
        private static final Class<?> HOLD =
                Backdoor.type(Mutex.class, "dev.stint.sync.MutexImpl$Hold");
        private static final MethodHandle NEW = Backdoor.constructor(HOLD, IMPL, Object.class);
        private static final VarHandle HOLDER = Backdoor.field(IMPL, "holder", HOLD);
        private static final VarHandle LINE = Backdoor.field(IMPL, "line", Line.class);

        /** Actors never park, and they do not always meet. */
        private static final int PATIENCE = 1_000;

        final Mutex mutex = Mutex.unlocked();
        final Line line = (Line) LINE.get(mutex);

        Mutex.Guard newHold() {
            try {
                return (Mutex.Guard) NEW.invoke(mutex, (Object) Thread.currentThread());
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        /** Has the mutex, waits until somebody stands in line, and hands it on. */
        void own() {
            Mutex.Guard mine = newHold();
            HOLDER.setVolatile(mutex, mine);
            for (int i = 0; i < PATIENCE && !hasWaiter(); i++) {
                Thread.onSpinWait();
            }
            mine.close();
        }

        private boolean hasWaiter() {
            lock().acquire();
            try {
                return !line.isEmpty();
            } finally {
                lock().release();
            }
        }

        private SpinLock lock() {
            return (SpinLock) (Object) mutex;
        }

        /** Stands in line; true if it was handed the mutex. Gives up without leaving the line. */
        boolean standInLine(Mutex.Guard mine) {
            var cell = new Cell(() -> {}, mine, "", mutex);
            lock().acquire();
            try {
                line.add(cell);
            } finally {
                lock().release();
            }
            for (int i = 0; i < PATIENCE && cell.isWaiting(); i++) {
                Thread.onSpinWait();
            }
            return !cell.isWaiting();
        }

        boolean isFree() {
            return (Object) HOLDER.getVolatile(mutex) == null;
        }
    }

    /**
     * The owner hands the mutex on; the next, who is not parked yet, sees its claim and closes its
     * guard at once. The results: closed by the next; free in the end.
     */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Handed on, closed and free.")
    @Outcome(id = "0, [01]", expect = ACCEPTABLE, desc = "They have not met.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Closed and not free: lost for ever.")
    @State
    public static class MutexHandOver {
        private final HandOver race = new HandOver();

        @Actor
        public void owner() {
            race.own();
        }

        @Actor
        public void next(II_Result r) {
            Mutex.Guard mine = race.newHold();
            if (race.standInLine(mine)) {
                mine.close();
                r.r1 = 1;
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = race.isFree() ? 1 : 0;
        }
    }

    /** {@link MutexHandOver}, where a guard looks at the holder without the lock. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Handed on, closed and free.")
    @Outcome(id = "0, [01]", expect = ACCEPTABLE, desc = "They have not met.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The next looked between its claim and the write of the holder.")
    @State
    public static class MutexHandOverWeakened {
        private final HandOver race = new HandOver();

        @Actor
        public void owner() {
            race.own();
        }

        @Actor
        public void next(II_Result r) {
            Mutex.Guard mine = race.newHold();
            if (race.standInLine(mine)) {
                WeakSync.OfMutex.close(mine);
                r.r1 = 1;
            }
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = race.isFree() ? 1 : 0;
        }
    }

    // ---- permits

    private static int permitsOf(Semaphore semaphore) {
        return (int) semaphore.snapshot().permits();
    }

    /** Two give back a permit each. The result: how many there are. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both are there.")
    @Outcome(id = "1", expect = FORBIDDEN, desc = "One is lost.")
    @State
    public static class TwoReleases {
        private final Semaphore semaphore = Semaphore.of(0);

        @Actor
        public void one() {
            semaphore.release();
        }

        @Actor
        public void other() {
            semaphore.release();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = permitsOf(semaphore);
        }
    }

    /** {@link TwoReleases}, where one of them adds without the lock. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both are there.")
    @Outcome(
            id = "1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "Both read 0, and one has overwritten the other's sum.")
    @State
    public static class TwoReleasesWeakened {
        private static final VarHandle PERMITS =
                Backdoor.field(
                        Semaphore.class,
                        "permits",
                        Backdoor.type(Semaphore.class, "dev.stint.sync.Permits"));

        private final Semaphore semaphore = Semaphore.of(0);

        @Actor
        public void one() {
            semaphore.release();
        }

        @Actor
        public void other() {
            WeakSync.OfPermits.give((Object) PERMITS.get(semaphore), 1);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = permitsOf(semaphore);
        }
    }

    // ---- a latch

    /** A latch of two, and somebody who waits for it. */
    private static final class Opening {
        private static final VarHandle LINE =
                Backdoor.field(
                        Backdoor.type(Latch.class, "dev.stint.sync.LatchImpl"), "line", Line.class);

        final Latch latch = Latch.of(2);
        final Cell waits = new Cell(() -> {}, null, "", latch);

        Opening() {
            ((Line) LINE.get(latch)).add(waits);
        }
    }

    /** Two count down. The results: what is left; whether the one that waits was served. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Open, and served.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Open, and somebody waits for ever.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "One of the two was not counted.")
    @Outcome(expect = FORBIDDEN, desc = "Served before it is open.")
    @State
    public static class TwoCountDowns {
        private final Opening opening = new Opening();

        @Actor
        public void one() {
            opening.latch.countDown();
        }

        @Actor
        public void other() {
            opening.latch.countDown();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = (int) opening.latch.count();
            r.r2 = opening.waits.isWaiting() ? 0 : 1;
        }
    }

    /** {@link TwoCountDowns}, where one of them reads the count before its section. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Open, and served.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The other counted between the look and the section.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class TwoCountDownsWeakened {
        private final Opening opening = new Opening();

        @Actor
        public void one() {
            opening.latch.countDown();
        }

        @Actor
        public void other() {
            WeakSync.OfLatch.countDown(opening.latch);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = (int) opening.latch.count();
            r.r2 = opening.waits.isWaiting() ? 0 : 1;
        }
    }
}
