package dev.stint.sync;

import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.TimerHeap;
import java.time.Duration;
import java.util.Objects;

/** A condition: a line that the lock of its mutex guards. */
final class ConditionImpl implements Condition {
    private final MutexImpl mutex;
    final Line line = new Line();
    private volatile String name = "";

    ConditionImpl(MutexImpl mutex) {
        this.mutex = mutex;
    }

    @Override
    public Condition named(String name) {
        this.name = Objects.requireNonNull(name, "a name");
        return this;
    }

    String name() {
        return name;
    }

    @Override
    public void await() throws InterruptedException {
        mutex.awaitSignal(this, TimerHeap.NONE);
    }

    @Override
    public boolean await(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "timeout of a wait");
        return mutex.awaitSignal(this, TaskImpl.toNanos(timeout));
    }

    @Override
    public void signal() {
        mutex.signal(this, false);
    }

    @Override
    public void signalAll() {
        mutex.signal(this, true);
    }

    @Override
    public Snapshot snapshot() {
        return mutex.snapshotOf(this);
    }

    @Override
    public String toString() {
        return (name.isEmpty() ? "a condition" : "condition '" + name + "'")
                + " of "
                + mutex.plainly();
    }
}
