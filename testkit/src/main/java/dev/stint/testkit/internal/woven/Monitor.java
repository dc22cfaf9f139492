package dev.stint.testkit.internal.woven;

import dev.stint.internal.sim.RunWaits;
import dev.stint.internal.sim.SimLock;
import dev.stint.internal.sim.SimTask;
import dev.stint.testkit.internal.run.DecisionStream;
import org.jspecify.annotations.Nullable;

/**
 * The monitor of one object of woven code, for as long as somebody has it or wants it. As the JVM's
 * it may be entered again by its holder, and the wait for it cannot be ended by a cancel.
 *
 * <p>It promises no order, like {@link SimLock}: when it becomes free all that want it try again. A
 * notify is for the one that has waited longest.
 */
final class Monitor {
    private final SimLock lock = new SimLock(this::toString);
    private final SimLock.Signal notice = lock.new Signal("a notify of ", this::toString);
    private volatile String name = "";
    int users; // how often it is entered, or about to be; guarded by the table of monitors

    /** Enters it; waits until nobody else is in it. */
    void enter(@Nullable DecisionStream stream) {
        lock.takeThrough(1, waitsOf(stream));
    }

    void exit() {
        ensureMine("leave");
        lock.giveBack();
    }

    /** Leaves it, waits for a notify, and enters it again, also if it throws. */
    void await(@Nullable DecisionStream stream, long nanos) throws InterruptedException {
        ensureMine("wait for a notify of");
        if (Thread.interrupted()) {
            throw new InterruptedException(SimTask.caller() + " was interrupted before it waited");
        }
        notice.await(nanos == 0 ? SimLock.NO_LIMIT : nanos, "wait", waitsOf(stream));
    }

    void giveNotice(boolean toAll) {
        ensureMine("notify those who wait for");
        notice.give(toAll);
    }

    private static @Nullable RunWaits waitsOf(@Nullable DecisionStream stream) {
        return stream == null ? null : stream.waits();
    }

    // ---- whose it is

    boolean isMine() {
        return lock.isMine();
    }

    @Nullable Object holder() {
        return lock.holder();
    }

    void call(String object) {
        name = object;
    }

    private void ensureMine(String tried) {
        if (!isMine()) {
            throw new IllegalMonitorStateException(
                    SimTask.caller() + " cannot " + tried + " a monitor that it is not in");
        }
    }

    @Override
    public String toString() {
        Object now = lock.holder();
        String of = name.isEmpty() ? "a monitor" : "the monitor of " + name;
        return now == null ? of : of + ", held by " + SimLock.inWords(now);
    }
}
