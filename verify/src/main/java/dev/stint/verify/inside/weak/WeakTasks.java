package dev.stint.verify.inside.weak;

import dev.stint.actor.Actor;
import dev.stint.channel.Channel;
import dev.stint.hooks.SimHook;
import dev.stint.internal.supervisor.SupervisorImpl;
import dev.stint.internal.task.Home;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Unpaid;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.SpinLock;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/** Weaker methods of actor and supervisor. */
public final class WeakTasks {
    private WeakTasks() {}

    /** Actor. */
    public static final class OfActor {
        private static final Class<?> ACTOR =
                Backdoor.type(Actor.class, "dev.stint.actor.ActorImpl");
        private static final VarHandle OVER = Backdoor.field(ACTOR, "over", AtomicBoolean.class);
        private static final VarHandle MAILBOX = Backdoor.field(ACTOR, "mailbox", Channel.class);
        private static final VarHandle LETTERS =
                Backdoor.field(ACTOR, "deadLetters", Channel.class);
        private static final VarHandle END = Backdoor.field(ACTOR, "end", Channel.class);
        private static final VarHandle FAILURE = Backdoor.field(ACTOR, "failure", Throwable.class);
        private static final MethodHandle BURY =
                Backdoor.method(ACTOR, "bury", void.class, Object.class, Throwable.class);

        private OfActor() {}

        /**
         * {@code ActorImpl.over} that empties the mailbox before it closes it: what comes between
         * is neither handled nor a dead letter.
         */
        public static void over(Object actor) throws Throwable {
            if (!((AtomicBoolean) OVER.get(actor)).compareAndSet(false, true)) {
                return;
            }
            var mailbox = (Channel<?>) MAILBOX.get(actor);
            var left = (Unpaid) mailbox;
            for (Object item = left.takeUnpaid(); item != null; item = left.takeUnpaid()) {
                BURY.invoke(actor, item, (Throwable) FAILURE.getVolatile(actor));
            }
            mailbox.close();
            ((Channel<?>) LETTERS.get(actor)).close();
            ((Channel<?>) END.get(actor)).close();
        }
    }

    /** Future. */
    public static final class OfFuture {
        private static final Class<?> FUTURE =
                Backdoor.type(TaskImpl.class, "dev.stint.internal.nursery.TaskFuture");
        private static final VarHandle STATE = Backdoor.field(FUTURE, "state", int.class);
        private static final VarHandle WAITERS = Backdoor.field(FUTURE, "waiters", WaitNode.class);
        private static final MethodHandle WAKE_ALL =
                Backdoor.staticMethod(
                        Backdoor.type(TaskImpl.class, "dev.stint.internal.money.Pool"),
                        "wakeAll",
                        void.class,
                        WaitNode.class);

        private OfFuture() {}

        /** {@code TaskFuture.decide} that looks before its section whether it is decided. */
        public static boolean decide(Object future, int how) throws Throwable {
            if ((int) STATE.getVolatile(future) != 0) {
                return false;
            }
            WaitNode all;
            ((SpinLock) future).acquire();
            SimHook.beginInit(); // its sections are one step
            try {
                STATE.setVolatile(future, how);
                all = (WaitNode) WAITERS.get(future);
                WAITERS.set(future, (WaitNode) null);
            } finally {
                ((SpinLock) future).release();
                SimHook.endInit();
            }
            WAKE_ALL.invoke(all);
            return true;
        }
    }

    /** Supervisor. */
    public static final class OfBell {
        private static final Class<?> BELL =
                Backdoor.type(SupervisorImpl.class, "dev.stint.internal.supervisor.Bell");
        private static final VarHandle RUNG = Backdoor.field(BELL, "rung", boolean.class);
        private static final VarHandle SLEEPER = Backdoor.field(BELL, "sleeper", WaitNode.class);

        private OfBell() {}

        /**
         * {@code Bell.await} that looks whether it was rung before it says that it sleeps: a ring
         * between the two wakes nobody.
         */
        public static void await(Object bell, TaskImpl<?> me, long until, String what)
                throws InterruptedException {
            var node = new WaitNode(me);
            boolean rung = (boolean) RUNG.getVolatile(bell);
            SLEEPER.setVolatile(bell, node);
            try {
                if (!rung) {
                    Home home = me.home();
                    long nanos =
                            until == TimerHeap.NONE
                                    ? TimerHeap.NONE
                                    : Math.max(0, until - home.clock().nanos());
                    Waits.await(home, node, nanos, "supervise");
                }
            } finally {
                SLEEPER.setVolatile(bell, (WaitNode) null);
            }
        }
    }
}
