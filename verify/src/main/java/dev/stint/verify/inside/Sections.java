package dev.stint.verify.inside;

import dev.stint.hooks.SimHook;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.SpinLock;
import dev.stint.internal.wait.WaitNode;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Queue;

/**
 * Who waits for the spin locks of a simulation. A task that finds one held is suspended, so that
 * its holder can go on: the schedule has one thread, and spinning would last for ever.
 *
 * <p>The simulating thread only.
 */
public final class Sections {
    private static final VarHandle LOCK = Backdoor.field(SpinLock.class, "lock", int.class);

    private static final IdentityHashMap<SpinLock, Queue<WaitNode>> WAITING =
            new IdentityHashMap<>();

    private Sections() {}

    /** The wait for one lock. */
    private static final class Turn extends WaitNode {
        private final SpinLock lock;

        Turn(TaskImpl<?> me, SpinLock lock) {
            super(me);
            this.lock = lock;
        }

        @Override
        public String describe() {
            return "the spin lock of " + lock.getClass().getSimpleName();
        }
    }

    /** A new schedule begins: whoever waited in the last one is gone. */
    static void forget() {
        WAITING.clear();
    }

    /** In place of the loop of {@link SpinLock}. Called by it. */
    public static void acquire(SpinLock lock) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        do {
            if (me == null || !me.isOwned()) {
                throw new AssertionError(
                        "the scheduler itself needs "
                                + lock
                                + ", which a task holds that was switched away from");
            }
            SimHook.beginInit(); // nothing here is a step of the primitive
            try {
                var turn = new Turn(me, lock);
                WAITING.computeIfAbsent(lock, l -> new ArrayDeque<>()).add(turn);
                while (turn.isWaiting()) {
                    TaskImpl.parkIf(turn);
                }
            } finally {
                SimHook.endInit();
            }
        } while (!LOCK.compareAndSet(lock, 0, 1));
    }

    /** After the lock was given back. Called by {@link SpinLock}. */
    public static void released(SpinLock lock) {
        Queue<WaitNode> all = WAITING.remove(lock);
        if (all == null) {
            return;
        }
        SimHook.beginInit();
        try {
            all.forEach(turn -> turn.notifyWaiter(WaitNode.DATA));
        } finally {
            SimHook.endInit();
        }
    }
}
