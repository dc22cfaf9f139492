package dev.stint.verify.inside.weak;

import dev.stint.channel.Channel;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.SpinLock;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Weaker methods of object pool, watch, broadcast and ordered channel. */
public final class WeakChannels {
    private WeakChannels() {}

    private static Class<?> type(String name) {
        return Backdoor.type(Channel.class, "dev.stint.channel." + name);
    }

    /** Object pool. */
    public static final class OfPool {
        private static final Class<?> POOL = type("ObjectPoolImpl");
        private static final VarHandle LINE = Backdoor.field(POOL, "line", Line.class);
        private static final VarHandle IDLE = Backdoor.field(POOL, "idle", ArrayDeque.class);
        private static final VarHandle CLOSED = Backdoor.field(POOL, "closed", boolean.class);

        private OfPool() {}

        /**
         * {@code ObjectPoolImpl.put} in two sections: who has joined the line between them is not
         * given what is idle.
         */
        @SuppressWarnings("unchecked") // it holds what is put there
        public static boolean put(Object pool, Object object) {
            Cell next;
            ((SpinLock) pool).acquire();
            try {
                if ((boolean) CLOSED.getVolatile(pool)) {
                    return false;
                }
                next = ((Line) LINE.get(pool)).give(object);
            } finally {
                ((SpinLock) pool).release();
            }
            if (next == null) {
                ((SpinLock) pool).acquire();
                try {
                    ((ArrayDeque<Object>) IDLE.get(pool)).push(object);
                } finally {
                    ((SpinLock) pool).release();
                }
            }
            WeakSync.wake(next);
            return true;
        }
    }

    /** Watch. */
    public static final class OfWatch {
        private static final Class<?> WATCH = type("WatchImpl");
        private static final Class<?> HELD_TYPE = type("WatchImpl$Held");
        private static final VarHandle HELD = Backdoor.field(WATCH, "held", HELD_TYPE);
        private static final VarHandle LINE = Backdoor.field(WATCH, "line", Line.class);
        private static final MethodHandle NEW =
                Backdoor.constructor(HELD_TYPE, Object.class, long.class);
        private static final MethodHandle VALUE = Backdoor.method(HELD_TYPE, "value", Object.class);
        private static final MethodHandle CHANGES =
                Backdoor.method(HELD_TYPE, "changes", long.class);

        private OfWatch() {}

        /** {@code WatchImpl.replace} that compares before its section. For one that stays open. */
        public static boolean replace(Object watch, @Nullable Object expected, Object value)
                throws Throwable {
            if (expected != null && (Object) HELD.getVolatile(watch) != expected) {
                return false;
            }
            Cell all;
            ((SpinLock) watch).acquire();
            try {
                Object before = (Object) HELD.getVolatile(watch);
                Object after = (Object) NEW.invoke(value, (long) CHANGES.invoke(before) + 1);
                HELD.setVolatile(watch, after);
                all = ((Line) LINE.get(watch)).takeAll();
            } finally {
                ((SpinLock) watch).release();
            }
            Line.wakeAll(all);
            return true;
        }
    }

    /** Adds one to what a watch holds, as {@code update} does, by the weaker {@code replace}. */
    public static void addOne(Object watch) throws Throwable {
        boolean isDone = false;
        while (!isDone) {
            Object before = (Object) OfWatch.HELD.getVolatile(watch);
            isDone = OfWatch.replace(watch, before, (Integer) OfWatch.VALUE.invoke(before) + 1);
        }
    }

    /** Broadcast. */
    public static final class OfBroadcast {
        private static final Class<?> BROADCAST = type("BroadcastImpl");
        private static final VarHandle SUBSCRIBERS =
                Backdoor.field(BROADCAST, "subscribers", List.class);
        private static final VarHandle CLOSED = Backdoor.field(BROADCAST, "closed", boolean.class);

        private OfBroadcast() {}

        /**
         * {@code BroadcastImpl.beginDelivery} that does not say that a delivery is under way: a
         * close in the middle of it takes the value from those who have not got it yet.
         */
        public static @Nullable List<?> beginDelivery(Object broadcast) {
            ((SpinLock) broadcast).acquire();
            try {
                return (boolean) CLOSED.getVolatile(broadcast)
                        ? null
                        : (List<?>) SUBSCRIBERS.getVolatile(broadcast);
            } finally {
                ((SpinLock) broadcast).release();
            }
        }
    }

    /** Ordered channel. */
    public static final class OfOrdered {
        private static final Class<?> ORDERED = type("OrderedChannelImpl");
        private static final VarHandle TASKS = Backdoor.field(ORDERED, "tasks", ArrayDeque.class);
        private static final VarHandle CLOSED = Backdoor.field(ORDERED, "closed", boolean.class);
        private static final VarHandle RECEIVING =
                Backdoor.field(ORDERED, "receiving", boolean.class);
        private static final MethodHandle PASS_TURN =
                Backdoor.method(ORDERED, "passTurn", Cell.class);

        private OfOrdered() {}

        /** {@code OrderedChannelImpl.add} that looks whether it is closed before its section. */
        @SuppressWarnings("unchecked") // it holds tasks
        public static boolean add(Object ordered, TaskImpl<?> task) throws Throwable {
            if ((boolean) CLOSED.getVolatile(ordered)) {
                return false;
            }
            Cell receiver = null;
            ((SpinLock) ordered).acquire();
            try {
                ((ArrayDeque<Object>) TASKS.get(ordered)).add(task);
                if (!(boolean) RECEIVING.get(ordered)) {
                    receiver = (Cell) PASS_TURN.invoke(ordered);
                }
            } finally {
                ((SpinLock) ordered).release();
            }
            WeakSync.wake(receiver);
            return true;
        }
    }
}
