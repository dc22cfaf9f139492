package dev.stint.internal.monitor;

import dev.stint.config.SysmonConfig;
import dev.stint.env.Readings;
import dev.stint.event.Event;
import dev.stint.event.StallRecord;
import dev.stint.internal.stack.Core;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import dev.stint.internal.worker.Expiry;
import dev.stint.internal.worker.LeaseImpl;
import dev.stint.internal.worker.Worker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The monitor: looks at the workers once per {@link #tick} and helps where one makes no step.
 *
 * <p>It counts in ticks, never in time, so that either driver can step it. A worker whose step
 * counter stands still while it is awake has its due timers fired for it from the first tick on;
 * after a fifth of {@code stallAfter} it is relieved of what only it could run (inbox, hot slot);
 * after {@code stallAfter} it counts as stalled, unless it had no processor to make a step with,
 * and if work waits, a temporary worker is started in its place; after {@code reportAfter}, a stall
 * record is announced, at most once per that time and worker.
 *
 * <p>A temporary worker stands in for a stalled one, so there are never more that move than the
 * scheduler was given: otherwise they would take the processor from each other, look stalled for
 * it, and call for more. One is started only while too few move, and stands down when too many have
 * moved for {@code stallAfter}. One that has slept long enough retires, too. Either leaves what it
 * has to the others. A tenant whose tasks stall too many workers is held; see {@link Holds}.
 */
public final class Sysmon {
    /** After this the worker of a task that must end is replaced, however patient others are. */
    private static final Duration LATE = Duration.ofMillis(50);

    private final Engine engine;
    private final SysmonConfig config;
    private final int base; // workers that should move
    private final int stallTicks;
    private final int lateTicks; // for a task that must end
    private final int seizeTicks;
    private final int scaleTicks;
    private final int idleTicks;
    private final int reportTicks;
    private final long enough; // processor time, in nanoseconds, for any step that gives way
    private final Map<Worker, Watch> watches = new HashMap<>();
    private final Flock flock = new Flock();
    private final Holds holds;
    private final StandIns standIns;
    private final GuardLook guards;
    private final boolean guardsFlock;
    private int sinceScaled = Integer.MAX_VALUE / 2;
    private int crowded; // ticks for which more workers have moved than there should be
    private int temporaries;

    /** What was seen of one worker at the last tick. */
    private static final class Watch {
        final Thirst thirst = new Thirst();
        final Expiry expiry; // the monitor's own: the worker may wake up and fire, too
        long heartbeat = -1;
        int still; // ticks without a step, awake
        int slept; // ticks asleep
        boolean starves; // has no processor to make a step with

        Watch(Worker worker) {
            expiry = new Expiry(worker.timers());
        }
    }

    public Sysmon(Engine engine) {
        this.engine = engine;
        this.config = engine.config().sysmon();
        this.base = engine.config().workers();
        this.guardsFlock =
                engine.config().seed().isEmpty()
                        && config.period().toNanos() <= Flock.LONGEST_PERIOD_NANOS;
        this.stallTicks = config.ticks(config.stallAfter());
        this.seizeTicks = Math.max(1, stallTicks / 5);
        this.scaleTicks = config.ticks(config.scaleInterval());
        this.holds = new Holds(engine, stallTicks);
        this.standIns = new StandIns(engine, stallTicks, this::hire);
        this.guards = new GuardLook(engine);
        this.lateTicks = Math.min(stallTicks, config.ticks(LATE));
        this.idleTicks = config.ticks(config.temporaryIdle());
        this.reportTicks = config.ticks(config.reportAfter());
        this.enough = config.stallAfter().dividedBy(5).toNanos();
    }

    /** One look round. One thread at a time. */
    public void tick() {
        sinceScaled++;
        if (guardsFlock) {
            flock.tick(engine.crew().workers(), engine.clock().nanos());
        }
        int moving = 0;
        int due = 0; // of the scheduler's own, that serve everybody
        boolean seized = false;
        holds.beginTick();
        for (Worker worker : engine.crew().workers()) {
            Watch watch = watches.computeIfAbsent(worker, Watch::new);
            observe(worker, watch);
            // One that was asked back counts here already, whether it has seen that or not.
            boolean isShared = worker.wanted() == null;
            due += isShared && !worker.isTemporary() ? 1 : 0;
            if (worker.isTemporary() && isRetired(worker, watch)) {
                watches.remove(worker);
                temporaries--;
                engine.dismiss(worker);
                continue;
            }
            if (watch.still >= seizeTicks) {
                seized |= worker.handover().seize() > 0;
            }
            if (watch.still >= 1) {
                watch.expiry.fireDue(engine.clock());
            }
            if (isStalled(worker, watch)) {
                worker.pulse().markStalled();
                if (isShared) {
                    holds.add(worker);
                }
                interruptIfLate(worker);
            } else {
                moving += isShared ? 1 : 0;
            }
            if (watch.still > 0 && watch.still % reportTicks == 0 && !watch.starves) {
                report(worker, watch);
            }
        }
        holds.endTick();
        guards.tick();
        if (seized || engine.hasStealableWork()) {
            engine.wakeOne();
        }
        standIns.tick();
        if (moving < due && engine.hasStealableWork() && engine.idle().sleepers() == 0) {
            scaleUp();
        }
        crowded = moving > due ? crowded + 1 : 0;
        if (crowded >= stallTicks) {
            crowded = 0;
            scaleDown(moving - due);
        }
    }

    /**
     * It has made no step for long although it had a processor, or is blocked. One whose task waits
     * for the runtime wants no processor: the system, which tells by a file, is not asked.
     */
    private boolean isStalled(Worker worker, Watch watch) {
        Readings from = engine.readings();
        Thread carrier = engine.threadOf(worker);
        if (from == null || carrier == null || watch.still < seizeTicks) {
            watch.starves = false;
            watch.thirst.forget();
            return watch.still >= stallTicksOf(worker);
        }
        watch.thirst.begin(from, carrier);
        int most = stallTicksOf(worker);
        boolean isDue = watch.still >= Math.min(most, reportTicks) && !worker.isResting();
        watch.starves = isDue && watch.thirst.lacksProcessor(from, carrier, enough);
        return watch.still >= most && !watch.starves;
    }

    /** One that must end and does not, such as one over its deadline, is waited for less long. */
    private int stallTicksOf(Worker worker) {
        TaskImpl<?> task = worker.currentTask();
        return task != null && task.isCancelRequested() ? lateTicks : stallTicks;
    }

    /** It may wait in the JDK and hold its carrier, after an interrupt that it has not heeded. */
    private static void interruptIfLate(Worker worker) {
        TaskImpl<?> task = worker.currentTask();
        if (task != null) {
            task.interruptIfLate();
        }
    }

    private boolean isRetired(Worker worker, Watch watch) {
        return worker.sleeper().isRetired()
                || (watch.slept > idleTicks && worker.sleeper().retire());
    }

    private static void observe(Worker worker, Watch watch) {
        long heartbeat = worker.pulse().steps();
        boolean moved = heartbeat != watch.heartbeat;
        boolean asleep = worker.sleeper().isAsleep();
        watch.heartbeat = heartbeat;
        watch.still = moved || asleep ? 0 : watch.still + 1;
        watch.slept = asleep ? watch.slept + 1 : 0;
    }

    private void scaleUp() {
        if (temporaries - standIns.count() >= mostTemporaries() || sinceScaled < scaleTicks) {
            return;
        }
        sinceScaled = 0;
        hire(null);
    }

    /** Starts a temporary worker, for everybody or for a lease. */
    private void hire(@Nullable LeaseImpl lease) {
        if (temporaries < SysmonConfig.MAX_TEMPORARY) {
            temporaries++;
            engine.hire(freeId(), lease);
        }
    }

    private int mostTemporaries() {
        return Math.min(SysmonConfig.MAX_TEMPORARY, config.maxTemporary() + holds.keptByHeld());
    }

    /** Asks so many temporary workers that move to stand down, the latest first. */
    private void scaleDown(int surplus) {
        Worker[] crew = engine.crew().workers();
        for (int i = crew.length - 1; i >= 0 && surplus > 0; i--) {
            if (crew[i].isTemporary() && crew[i].wanted() == null && !crew[i].pulse().isStalled()) {
                crew[i].askToStandDown();
                surplus--;
            }
        }
    }

    /** The lowest id above the base workers' that nobody has. */
    private int freeId() {
        int id = base;
        Worker[] crew = engine.crew().workers();
        while (isTaken(crew, id)) {
            id++;
        }
        return id;
    }

    private static boolean isTaken(Worker[] crew, int id) {
        for (Worker worker : crew) {
            if (worker.id() == id) {
                return true;
            }
        }
        return false;
    }

    private void report(Worker worker, Watch watch) {
        TaskImpl<?> task = worker.currentTask();
        if (task == null || task.isDone()) {
            return;
        }
        Core core = task.core();
        engine.announce(
                new Event.Stalled(
                        new StallRecord(
                                worker.id(),
                                task.id(),
                                task.name(),
                                Duration.ofNanos(config.period().toNanos() * watch.still),
                                core == null ? List.of() : List.of(core.stackTrace()))));
    }

    /** True when there is nothing to do: all asleep, no temporary worker to retire, none noted. */
    public boolean isAllQuiet() {
        return temporaries == 0 && isAllAsleep() && !engine.hasUsed();
    }

    private boolean isAllAsleep() {
        for (Worker worker : engine.crew().workers()) {
            if (!worker.sleeper().isAsleep()) {
                return false;
            }
        }
        return true;
    }

    /** So many ticks without a step in between make it do whatever it will do. */
    public int patience() {
        return stallTicks + scaleTicks + 2;
    }

    public boolean hasTemporaries() {
        return temporaries > 0;
    }
}
