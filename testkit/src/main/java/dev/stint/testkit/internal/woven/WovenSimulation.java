package dev.stint.testkit.internal.woven;

import dev.stint.env.Parking;
import dev.stint.hooks.SimHook;
import dev.stint.hooks.Simulation;
import dev.stint.internal.sim.SimTask;
import dev.stint.internal.sim.SimThread;
import dev.stint.internal.sim.SimTimer;
import dev.stint.task.Task;
import dev.stint.testkit.internal.run.DecisionStream;
import dev.stint.testkit.internal.run.MemoryLocation;
import java.util.Hashtable;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/**
 * The simulation that woven code asks, in place of the memory, the monitors, the clock and the
 * chance of the JVM. In a task that is simulated the schedule decides; elsewhere only the monitors
 * are ours.
 */
public final class WovenSimulation implements Simulation {
    private static final WovenSimulation ONE = new WovenSimulation();

    private static final String SYNCHRONIZED = "java.util.Collections$Synchronized";

    private final Monitors monitors = new Monitors();

    private WovenSimulation() {}

    /** The one of this JVM. */
    public static WovenSimulation get() {
        return ONE;
    }

    /** From now on woven code asks this. */
    public void install() {
        SimHook.install(this);
    }

    /** A run has ended: what its tasks still hold is free. */
    public void ended(DecisionStream run) {
        monitors.forget(run);
    }

    @Override
    public boolean isHere() {
        return DecisionStream.here() != null;
    }

    // ---- memory

    @Override
    public void touch(@Nullable Object holder, int index, String what, boolean writes) {
        Task<?> me = SimTask.current();
        DecisionStream stream = me == null ? null : DecisionStream.of(me);
        if (me != null && stream != null && !stream.isQuiet(me)) {
            stream.pass(me, new MemoryLocation(holder, index, what), writes, null);
        }
    }

    @Override
    public void call(@Nullable Object on, String what, boolean writes) {
        Task<?> me = SimTask.current();
        DecisionStream stream = me == null ? null : DecisionStream.of(me);
        if (me != null && stream != null && !stream.isQuiet(me)) {
            stream.pass(me, on == null ? null : MemoryLocation.whole(on), writes, what);
        }
    }

    @Override
    public boolean beginCall(@Nullable Object on, String what, boolean writes) {
        call(on, what, writes);
        if (on == null || !locksItself(on, what)) {
            return false;
        }
        Task<?> me = SimTask.current();
        DecisionStream stream = DecisionStream.here();
        if (isSynchronized(on) && monitors.find(on) != null) {
            enter(stream, on); // as it would itself, if it knew whom to ask
            exit(on);
        }
        if (me == null || stream == null) {
            return false;
        }
        stream.beginQuiet(me);
        return true;
    }

    private static boolean isSynchronized(Object on) {
        return on instanceof Vector<?>
                || on instanceof Hashtable<?, ?>
                || on instanceof StringBuffer
                || on.getClass().getName().startsWith(SYNCHRONIZED);
    }

    /** Whether it holds a monitor of the JVM while it calls back, such as equals. */
    private static boolean locksItself(Object on, String what) {
        return on instanceof ConcurrentHashMap<?, ?>
                ? !what.endsWith(".forEach")
                : on instanceof CopyOnWriteArrayList<?>
                        || on instanceof CopyOnWriteArraySet<?>
                        || isSynchronized(on);
    }

    @Override
    public void beginQuiet() {
        Task<?> me = SimTask.current();
        DecisionStream stream = me == null ? null : DecisionStream.of(me);
        if (me != null && stream != null) {
            stream.beginQuiet(me);
        }
    }

    @Override
    public void endQuiet() {
        Task<?> me = SimTask.current();
        DecisionStream stream = me == null ? null : DecisionStream.of(me);
        if (me != null && stream != null) {
            stream.endQuiet(me);
        }
    }

    // ---- monitors

    @Override
    public void enter(Object object) {
        Task<?> me = SimTask.current();
        DecisionStream stream = DecisionStream.here();
        if (me != null && stream != null && !stream.isQuiet(me)) {
            String deed = stream.isTold() ? "locking " + stream.nameOf(object) : null;
            stream.pass(me, MemoryLocation.whole(object), true, deed);
        }
        enter(stream, object);
    }

    private void enter(@Nullable DecisionStream stream, Object object) {
        Monitor monitor = monitors.use(object);
        boolean isIn = false;
        try {
            if (stream != null && monitor.holder() != null && !monitor.isMine()) {
                monitor.call(stream.nameOf(object)); // for who asks what is waited for
            }
            monitor.enter(stream);
            isIn = true;
        } finally {
            if (!isIn) {
                monitors.drop(object, monitor);
            }
        }
    }

    @Override
    public void exit(Object object) {
        Monitor monitor = monitors.find(object);
        if (monitor == null || !monitor.isMine()) {
            DecisionStream stream = DecisionStream.here();
            if (stream != null && stream.isCleaning()) {
                return; // it could not go back in after a wait
            }
            throw new IllegalMonitorStateException(
                    SimTask.caller() + " cannot leave a monitor that it is not in");
        }
        monitor.exit();
        monitors.drop(object, monitor);
    }

    @Override
    public boolean holds(Object object) {
        Monitor monitor = monitors.find(object);
        return monitor != null && monitor.isMine();
    }

    @Override
    public void await(Object object, long nanos) throws InterruptedException {
        DecisionStream stream = DecisionStream.here();
        Monitor monitor = mine(object, "wait for a notify of");
        if (stream != null) {
            monitor.call(stream.nameOf(object));
        }
        monitor.await(stream, nanos);
    }

    @Override
    public void notify(Object object, boolean all) {
        mine(object, "notify those who wait for").giveNotice(all);
    }

    private Monitor mine(Object object, String tried) {
        Monitor monitor = monitors.find(object);
        if (monitor == null || !monitor.isMine()) {
            throw new IllegalMonitorStateException(
                    SimTask.caller() + " cannot " + tried + " a monitor that it is not in");
        }
        return monitor;
    }

    // ---- time and chance

    @Override
    public long nanos() {
        return SimThread.nanos();
    }

    @Override
    public long random() {
        DecisionStream stream = DecisionStream.here();
        return stream == null ? 0 : stream.random();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        SimThread.sleep(nanos);
    }

    @Override
    public void giveWay() {
        SimThread.giveWay();
    }

    @Override
    public void parkNanos(@Nullable Object blocker, long nanos) {
        if (nanos <= 0) {
            return;
        }
        if (SimTask.current() == null) {
            Parking.parkNanos(blocker == null ? this : blocker, nanos);
            return;
        }
        Thread me = Thread.currentThread();
        var alarm = new SimTimer(() -> Parking.unpark(me));
        alarm.set(nanos);
        try {
            Parking.park(blocker == null ? this : blocker);
        } finally {
            alarm.turnOff();
        }
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T within(
            long nanos, Wait<T, E> wait, T late) throws InterruptedException, E {
        Task<?> me = SimTask.current();
        if (me == null) {
            return wait.await(); // the body; whoever watches it will say that it waits wrongly
        }
        Thread thread = Thread.currentThread();
        var alarm = new SimTimer(thread::interrupt);
        alarm.set(Math.max(0, nanos));
        try {
            return wait.await();
        } catch (InterruptedException e) {
            if (alarm.hasFired() && !SimTask.isCancelRequested(me)) {
                return late;
            }
            throw e;
        } finally {
            alarm.turnOff();
            if (alarm.hasFired() && !SimTask.isCancelRequested(me)) {
                Thread.interrupted(); // it was ours
            }
        }
    }
}
