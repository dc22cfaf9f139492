package dev.stint.internal.core;

import dev.stint.capability.CapSockets;
import dev.stint.capability.Capability;
import dev.stint.hooks.AccessRefused;
import dev.stint.hooks.Grant;
import dev.stint.hooks.Hook;
import dev.stint.task.TaskCancelledException;
import java.io.Closeable;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** The network, by the rights of a task to connect. */
final class Sockets {
    private Sockets() {}

    /** Finds an address without asking anybody. */
    static InetAddress lookUp(TaskImpl<?> me, @Nullable String host) {
        if (host == null) {
            return InetAddress.getLoopbackAddress();
        }
        InetAddress written = CapSockets.literal(host);
        if (written != null) {
            return written;
        }
        String tried = "look up " + quoted(host);
        CapSockets first = null;
        for (Capability held : me.capabilities().all()) {
            if (held instanceof CapSockets right) {
                first = first == null ? right : first;
                InetAddress known = right.addressOf(host);
                if (known != null) {
                    return known; // whether the right is valid is asked when it is used
                }
            }
        }
        if (first == null) {
            throw Attended.missing(me, CapSockets.class, tried, "it holds no ");
        }
        throw first.refusal(me.toString(), tried);
    }

    private static String quoted(String host) {
        return "'" + (host.length() <= 255 ? host : host.substring(0, 255) + "...") + "'";
    }

    static Grant connect(TaskImpl<?> me, InetAddress address, int port) {
        String tried = "connect to " + CapSockets.inWords(address, port);
        CapSockets chosen = null;
        for (Capability held : me.capabilities().all()) {
            if (held instanceof CapSockets right) {
                chosen = chosen == null ? right : chosen;
                if (right.isValid() && right.covers(address, port)) {
                    chosen = right;
                    break;
                }
            }
        }
        if (chosen == null) {
            throw Attended.missing(me, CapSockets.class, tried, "it holds no ");
        }
        chosen.use(me.nursery().tenant().issuer(), address, port, me.toString());
        if (!Thread.currentThread().isVirtual()) {
            throw new AccessRefused(
                    me
                            + " cannot "
                            + tried
                            + ": it runs on a bare core, where whoever waits for the network holds"
                            + " up a worker. Open the scheduler with Cores.VIRTUAL.");
        }
        Hook.pay(0, 0, 1);
        return new OfTask(me, chosen);
    }

    /** Closes what a task has connected. On its own stack, as the last thing it does. */
    static void closeAll(TaskImpl<?> me) {
        for (Capability held : me.capabilities().all()) {
            if (held instanceof CapSockets right) {
                right.closeThoseOf(me);
            }
        }
    }

    /** Of one connection, to the task that has made it. */
    private static final class OfTask implements Grant {
        private final TaskImpl<?> task;
        private final CapSockets right;
        private volatile @Nullable Closeable connection;

        OfTask(TaskImpl<?> task, CapSockets right) {
            this.task = task;
            this.right = right;
        }

        @Override
        public void hold(Closeable made) {
            connection = made; // first, so that drop() undoes a hold that throws
            right.hold(made, task, task.toString());
        }

        @Override
        public void use() {
            if (!right.isValid()) {
                right.ensureValid(user());
            }
        }

        @Override
        public void failed() {
            use();
            TaskImpl<?> me = TaskImpl.currentOrNull();
            if (me != null) {
                try {
                    me.throwIfEnding("use a connection");
                } catch (TaskCancelledException e) {
                    throw me.purse().stop(e);
                }
            }
        }

        /** Whoever has the connection may use it: perhaps another task. */
        private String user() {
            TaskImpl<?> me = TaskImpl.currentOrNull();
            return String.valueOf(me == null ? task : me);
        }

        @Override
        public void drop() {
            Closeable made = connection;
            if (made != null) {
                right.drop(made);
            }
        }
    }
}
