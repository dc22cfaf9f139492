package dev.stint.testkit;

import dev.stint.env.Decisions.Kind;
import dev.stint.env.Faults;
import dev.stint.internal.stack.Core;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What goes wrong in one schedule. At each point where something could, one decision: 0 that
 * nothing does, otherwise which fault strikes. The simulating thread only.
 */
final class FaultPlan implements Faults {
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
    void add(Fault fault) {
        faults.add(fault);
    }

    /** A task is at a point: perhaps something strikes. On the task's stack. */
    void at(TaskImpl<?> task) {
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
            var moment = new Moment(task, (Engine) task.home(), this);
            Core.pinned(() -> fault.strike(moment)); // in the middle of a decision nothing waits
        } finally {
            striking = false;
        }
    }

    /** The program asks whether this goes wrong here. */
    boolean fails(String what) {
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
}
