package dev.stint.internal.task;

import dev.stint.capability.CapFiles;
import dev.stint.capability.CapSockets;
import dev.stint.capability.Capability;
import dev.stint.guard.Guard;
import dev.stint.hooks.Grant;
import dev.stint.task.CancelledException;
import java.io.Closeable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A right of a task to one connection or file that it has opened. */
public final class TaskGrant implements Grant {
    private final TaskImpl<?> task;
    private final Capability right;
    private final Guard kind;
    private final AtomicBoolean isCounted = new AtomicBoolean();
    private volatile @Nullable Closeable held;

    public TaskGrant(TaskImpl<?> task, CapSockets right) {
        this.task = task;
        this.right = right;
        this.kind = Guard.SOCKETS;
    }

    public TaskGrant(TaskImpl<?> task, CapFiles right) {
        this.task = task;
        this.right = right;
        this.kind = Guard.FILES;
    }

    /** Closes what a task has opened. On its own stack, as the last thing it does. */
    static void closeAll(TaskImpl<?> me) {
        for (Capability each : me.capabilities().all()) {
            if (each instanceof CapSockets sockets) {
                sockets.closeThoseOf(me);
            } else if (each instanceof CapFiles files) {
                files.closeThoseOf(me);
            }
        }
    }

    @Override
    public void hold(Closeable made) {
        held = made; // first, so that drop() undoes a hold that throws
        String tried = kind == Guard.FILES ? "open a file" : "connect";
        task.nursery().domain().countOpen(kind, task.toString(), tried);
        isCounted.set(true);
        if (right instanceof CapSockets sockets) {
            sockets.hold(made, task, task.toString());
        } else if (right instanceof CapFiles files) {
            files.hold(made, task, task.toString());
        }
    }

    @Override
    public void use() {
        if (right.isValid()) {
            return;
        }
        if (right instanceof CapSockets sockets) {
            sockets.ensureValid(user());
        } else if (right instanceof CapFiles files) {
            files.ensureValid(user());
        }
    }

    @Override
    public void failed() {
        use();
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null) {
            String what = right instanceof CapSockets ? "use a connection" : "use a file";
            try {
                me.throwIfEnding(what);
            } catch (CancelledException e) {
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
        Closeable made = held;
        if (made == null) {
            return;
        }
        if (isCounted.compareAndSet(true, false)) {
            task.nursery().domain().countClosed(kind);
        }
        if (right instanceof CapSockets sockets) {
            sockets.drop(made);
        } else if (right instanceof CapFiles files) {
            files.drop(made);
        }
    }
}
