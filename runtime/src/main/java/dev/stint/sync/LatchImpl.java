package dev.stint.sync;

import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.WaitPlace;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import java.time.Duration;

/** A latch. The count is written under the lock, and read without it; an open one has no line. */
final class LatchImpl extends WaitPlace implements Latch {
    private final Line line = new Line();
    private volatile long count;

    LatchImpl(long count) {
        if (count < 0) {
            throw new IllegalArgumentException(
                    "a latch counts down from 0 or more, not from " + count + ".");
        }
        this.count = count;
    }

    @Override
    public Latch named(String name) {
        setName(name);
        return this;
    }

    @Override
    public void countDown() {
        Headroom.ensure();
        Points.pass();
        Cell all = null;
        acquire();
        try {
            long left = count;
            if (left > 0) {
                count = left - 1;
            }
            if (left == 1) {
                all = line.takeAll();
            }
        } finally {
            release();
        }
        Line.wakeAll(all);
    }

    @Override
    public void await() throws InterruptedException {
        await(TimerHeap.NONE);
    }

    @Override
    public boolean await(Duration timeout) throws InterruptedException {
        return await(nanosOf(timeout));
    }

    private boolean await(long timeoutNanos) throws InterruptedException {
        TaskImpl<?> me = payOp(timeoutNanos > 0, "await");
        Cell cell;
        acquire();
        try {
            if (count == 0) {
                return true;
            }
            if (timeoutNanos <= 0) {
                return false;
            }
            cell = join(line, me, null, "");
        } finally {
            release();
        }
        return await(line, cell, timeoutNanos, "await") == WaitNode.DATA;
    }

    @Override
    public long count() {
        Headroom.ensure();
        Points.pass();
        return count;
    }

    @Override
    public Snapshot snapshot() {
        Headroom.ensure();
        Snapshot taken;
        acquire();
        try {
            taken = new Snapshot(name(), count, line.count());
        } finally {
            release();
        }
        Waits.payForLook(taken.waiting());
        return taken;
    }

    @Override
    public String toString() {
        return called("latch") + " of which " + count + " are missing";
    }
}
