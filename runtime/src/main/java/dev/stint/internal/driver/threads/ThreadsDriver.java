package dev.stint.internal.driver.threads;

import dev.stint.config.SysmonConfig;
import dev.stint.env.Clock;
import dev.stint.env.Decisions;
import dev.stint.env.KernelThreads;
import dev.stint.env.Parking;
import dev.stint.env.Seam;
import dev.stint.env.SystemClock;
import dev.stint.internal.monitor.Sysmon;
import dev.stint.internal.policy.PolicyDesk;
import dev.stint.internal.stack.Carrier;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.worker.Driver;
import dev.stint.internal.worker.Engine;
import dev.stint.internal.worker.Worker;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Drives each worker with a thread of its own, and the monitor with another. */
@Seam("real threads, real time")
public final class ThreadsDriver implements Driver {
    private final Engine engine;
    private final Sysmon sysmon;
    private final SystemClock clock = new SystemClock();
    private final Set<Thread> draining = ConcurrentHashMap.newKeySet(); // in awaitQuiet
    private final AtomicReferenceArray<Carrier> carriers;
    private volatile boolean stopped;
    private volatile boolean monitorRests;
    private final Carrier monitor;
    private final Notices notices;
    private final @Nullable SliceTimer timer; // under profile REALTIME
    private @Nullable PolicyKeeper keeper; // of who opens and closes the scheduler

    public ThreadsDriver(Engine engine) {
        this.engine = engine;
        this.sysmon = new Sysmon(engine);
        // Ids of temporary workers lie above those of the base workers and are used again.
        this.carriers =
                new AtomicReferenceArray<>(engine.config().workers() + SysmonConfig.MAX_TEMPORARY);
        this.notices = new Notices("stint-" + engine.name() + "-notices");
        this.timer =
                engine.config()
                        .effectiveSliceTime()
                        .map(length -> new SliceTimer(engine, clock, length.toNanos()))
                        .orElse(null);
        this.monitor = new Carrier(this::watch, "stint-" + engine.name() + "-monitor");
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void start() {
        for (Worker worker : engine.crew().workers()) {
            drive(worker);
        }
        monitor.start();
        if (timer != null) {
            timer.start();
        }
    }

    @Override
    public void startTemporary(Worker worker) {
        drive(worker);
    }

    private void drive(Worker worker) {
        var carrier =
                new Carrier(() -> run(worker), "stint-" + engine.name() + "-worker-" + worker.id());
        carriers.set(worker.id(), carrier);
        carrier.start();
    }

    private void run(Worker worker) {
        var me = (Carrier) Thread.currentThread();
        me.drive(worker);
        KernelThreads.introduce();
        try {
            int round = 0;
            while (!stopped && !worker.sleeper().isRetired()) {
                if (worker.step()) {
                    round = 0;
                } else {
                    rest(worker, round++);
                }
            }
        } catch (Throwable death) {
            revive(worker, death);
        }
    }

    /**
     * Gives the worker, with all its queues, a fresh thread. Where there is no memory for one it
     * waits for some: a worker that stayed away would take its tasks with it.
     */
    private void revive(Worker worker, Throwable death) {
        boolean isTold = false;
        for (int tries = 0; ; tries++) {
            try {
                if (!isTold) {
                    engine.panicked(worker, death);
                    isTold = true;
                }
                if (!stopped) {
                    // An error that strikes at once again must not eat the processor.
                    pause(worker, worker.deaths().inARow());
                    drive(worker);
                }
                return;
            } catch (OutOfMemoryError e) {
                if (stopped) {
                    return;
                }
                pause(worker, tries);
            }
        }
    }

    private static void pause(Worker worker, int doublings) {
        Parking.parkNanos(worker, IdlePause.FIRST_NANOS << Math.min(10, doublings));
    }

    /** Sleeps a little, longer each round, and in the end until woken or a timer is due. */
    private void rest(Worker worker, int round) {
        if (!worker.fallAsleep()) {
            rouse(); // they may have seen this worker lie down as the last one, and rest
            return;
        }
        long pause = IdlePause.nanos(round);
        long deadline = worker.timers().nextDeadline();
        if (deadline != TimerHeap.NONE) {
            pause = Math.min(pause, Math.max(0, deadline - clock.nanos()));
        }
        if (pause <= IdlePause.SPIN_NANOS) {
            long until = clock.nanos() + pause;
            while (worker.sleeper().isAsleep() && clock.nanos() < until) {
                Thread.onSpinWait();
            }
        } else if (worker.sleeper().isAsleep() && !stopped) {
            if (pause == IdlePause.FOREVER) {
                Parking.park(worker);
            } else {
                Parking.parkNanos(worker, pause);
            }
        }
        worker.sleeper().getUp();
        rouse();
    }

    @Override
    public @Nullable Thread threadOf(Worker worker) {
        return carriers.get(worker.id());
    }

    @Override
    public void wake(Worker worker) {
        Carrier carrier = carriers.get(worker.id());
        if (carrier != null) {
            Parking.unpark(carrier);
        }
        rouse();
    }

    /** A worker is awake again. */
    private void rouse() {
        rouseMonitor();
        if (timer != null) {
            timer.rouse();
        }
    }

    @Override
    public void rouseMonitor() {
        if (monitorRests) {
            monitorRests = false;
            Parking.unpark(monitor);
        }
    }

    private void tick() {
        try {
            try {
                sysmon.tick();
            } catch (Throwable e) {
                engine.log().monitorFailed(e);
            }
        } catch (OutOfMemoryError e) {
            // No room even to say so. It lives on, to help when there is some again.
        }
    }

    /** The monitor's loop: ticks while any worker is awake. */
    private void watch() {
        long period = engine.config().sysmon().period().toNanos();
        long last = clock.nanos();
        while (!stopped) {
            Parking.parkNanos(this, period);
            long now = clock.nanos();
            engine.coarseClock().advance(now - last);
            last = now;
            tick();
            if (sysmon.isAllQuiet()) {
                monitorRests = true;
                if (sysmon.isAllQuiet() && !stopped) {
                    Parking.park(this);
                }
                monitorRests = false;
                last = clock.nanos(); // meanwhile nobody ran, and nobody waited
            }
        }
    }

    @Override
    public boolean mayContinue(Worker worker) {
        return !stopped;
    }

    @Override
    public int choose(Worker worker, Decisions.Kind kind, int bound) {
        return worker.draw(bound);
    }

    @Override
    public int awaitOutside(WaitNode node, long timeoutNanos) throws InterruptedException {
        return Outside.park(node, timeoutNanos, clock);
    }

    @Override
    public boolean awaitQuiet(long timeoutNanos, BooleanSupplier tellWaiting)
            throws InterruptedException {
        long deadline = clock.after(timeoutNanos);
        Thread me = Thread.currentThread();
        draining.add(me); // before the first look: a worker that falls asleep after it wakes us
        try {
            while (!engine.isQuiet()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (engine.isAtRest() && tellWaiting.getAsBoolean()) {
                    continue;
                }
                long left = deadline - clock.nanos();
                if (left <= 0) {
                    return engine.isQuiet();
                }
                Parking.parkNanos(this, left);
            }
            return true;
        } finally {
            draining.remove(me);
        }
    }

    @Override
    public void quiet() {
        for (Thread waiter : draining) {
            Parking.unpark(waiter);
        }
    }

    @Override
    public void aboutToBlockCarrier(Worker worker, TaskImpl<?> task) {}

    @Override
    public void hand(Runnable notice) {
        notices.hand(notice);
    }

    @Override
    public void keep(PolicyDesk desk) {
        keeper = new PolicyKeeper(desk, clock, engine.name());
        keeper.start();
    }

    @Override
    public void stop() {
        stopped = true;
        if (keeper != null) {
            keeper.stop();
        }
        notices.end();
        if (timer != null) {
            timer.stop();
        }
        Parking.unpark(monitor);
        boolean interrupted = false;
        for (int i = 0; i < carriers.length(); i++) {
            Carrier carrier = carriers.get(i);
            if (carrier != null) {
                Parking.unpark(carrier);
                interrupted |= !joinBriefly(carrier);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Carriers are daemons: one that is stuck in user code is left behind after this. */
    private static boolean joinBriefly(Carrier carrier) {
        try {
            carrier.join(TimeUnit.SECONDS.toMillis(5));
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
