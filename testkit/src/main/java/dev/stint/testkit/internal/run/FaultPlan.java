package dev.stint.testkit.internal.run;

import dev.stint.env.Decisions.Kind;
import dev.stint.env.Faults;
import dev.stint.internal.sim.SimScheduler;
import dev.stint.internal.sim.SimTask;
import dev.stint.internal.sim.SimThread;
import dev.stint.task.Task;
import dev.stint.testkit.config.Fault;
import dev.stint.testkit.config.FaultSite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The faults of one schedule. At each point where something could, one decision: 0 that nothing
 * does, otherwise which fault strikes. The simulating thread only.
 */
public final class FaultPlan implements Faults {
    /** Kills a worker, on purpose. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;

        Death() {
            super("a worker dies on purpose", null, false, false);
        }
    }

    private final DecisionStream stream;
    private final List<Fault> faults;
    private final Map<Integer, Integer> stuckUntil = new HashMap<>(); // step, by worker
    private int left;
    private boolean striking;
    private boolean kills;
    private boolean reachesWorkers;

    FaultPlan(DecisionStream stream, List<Fault> faults, int most) {
        this.stream = stream;
        this.faults = new ArrayList<>(faults);
        this.left = most;
    }

    /** Adds what the program itself has named. */
    public void add(Fault fault) {
        faults.add(fault);
    }

    /** A task is at a point: perhaps something strikes. On the task's stack. */
    void at(Task<?> task) {
        if (left == 0 || striking || faults.isEmpty()) {
            return;
        }
        int pick = stream.choose(Kind.FAULT, faults.size() + 1);
        if (pick == 0) {
            return;
        }
        Fault fault = faults.get(pick - 1);
        begin(fault.name());
        striking = true;
        try {
            var site = new Site(task);
            SimThread.pinned(() -> fault.strike(site)); // in the middle of a decision nothing waits
        } finally {
            striking = false;
        }
    }

    /** The program asks whether this goes wrong here. */
    public boolean fails(String what) {
        if (left == 0 || striking || stream.choose(Kind.FAULT, 2) == 0) {
            return false;
        }
        begin(what);
        return true;
    }

    private void begin(String what) {
        left--;
        stream.tell(what);
    }

    int choose(int alternatives) {
        if (alternatives < 1) {
            throw new IllegalArgumentException(
                    "a fault has nothing to choose from: " + alternatives + " alternatives");
        }
        return alternatives == 1 ? 0 : stream.choose(Kind.VALUE, alternatives);
    }

    // ---- workers

    /** The scheduler asks this plan about its workers. */
    void reachWorkers() {
        reachesWorkers = true;
    }

    private void ensureReachesWorkers() {
        if (!reachesWorkers) {
            throw new IllegalStateException(
                    "a fault cannot strike a worker here: workers are asked about faults only if"
                            + " the configuration names some. Name this one there:"
                            + " withFaults(...), not sim.mayHappen(...).");
        }
    }

    void killNext() {
        ensureReachesWorkers();
        kills = true;
    }

    void stick(int worker, int steps) {
        ensureReachesWorkers();
        stuckUntil.put(worker, stream.steps() + steps);
    }

    @Override
    public void at(Point point, int worker) {
        if (kills) {
            kills = false;
            throw new Death();
        }
    }

    @Override
    public boolean isStuck(int worker) {
        Integer until = stuckUntil.get(worker);
        if (until == null) {
            return false;
        }
        if (stream.steps() >= until) {
            stuckUntil.remove(worker);
            return false;
        }
        return true;
    }

    /** Where a fault strikes. */
    private final class Site implements FaultSite {
        private final Task<?> running;
        private final SimScheduler scheduler;

        Site(Task<?> running) {
            this.running = running;
            this.scheduler = SimScheduler.of(running);
        }

        @Override
        public Task<?> running() {
            return running;
        }

        @Override
        public List<Task<?>> tasks() {
            return scheduler.liveTasks();
        }

        @Override
        public int choose(int alternatives) {
            return FaultPlan.this.choose(alternatives);
        }

        @Override
        public long nanoTime() {
            return scheduler.nanos();
        }

        @Override
        public void jumpClock(Duration by) {
            if (by.isNegative()) {
                throw new IllegalArgumentException("the clock only goes on, not by " + by);
            }
            scheduler.jumpClock(by);
        }

        @Override
        public void wake(Task<?> task) {
            SimTask.wake(Objects.requireNonNull(task, "the task to wake"));
        }

        @Override
        public void killWorker() {
            killNext();
        }

        @Override
        public void slowWorker(int steps) {
            if (steps < 1) {
                throw new IllegalArgumentException(
                        "a worker is slow for at least 1 step, not for " + steps);
            }
            stick(SimTask.workerOf(running), steps);
        }
    }
}
