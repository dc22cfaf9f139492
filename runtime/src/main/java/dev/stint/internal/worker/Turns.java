package dev.stint.internal.worker;

import dev.stint.env.Decisions.Kind;
import dev.stint.env.Faults;
import dev.stint.env.TaskDecisions;
import dev.stint.internal.core.TaskImpl;
import dev.stint.internal.time.TimerHeap;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who can run, and who goes on, when tasks are chosen between and not workers. What the workers
 * have queued is taken from them before each choice and kept here; they only run what they are
 * given. The driver's thread only, also while a task is mounted there.
 */
final class Turns implements TaskDecisions.Ready {
    /** Of more timers than this that are due together the first ones go first. */
    private static final int MOST_TIES = 8;

    private final Engine engine;
    private final TaskDecisions decisions;
    private final Trace trace;

    /** QUEUED tasks by id, and during a choice the running one among them. */
    private TaskImpl<?>[] ready = new TaskImpl<?>[8];

    private int count;
    private int running = -1;
    private @Nullable TaskImpl<?> yielding;
    private boolean deciding;
    private final List<TimerHeap.Entry> due = new ArrayList<>(); // taken, and not fired yet
    private final TimerHeap.@Nullable Entry[] expired = new TimerHeap.Entry[TimerHeap.BATCH];
    private @Nullable TaskImpl<?> picked; // in no queue and not in ready: it is to run next

    Turns(Engine engine, TaskDecisions decisions, Trace trace) {
        this.engine = engine;
        this.decisions = decisions;
        this.trace = trace;
    }

    /** A worker that will run the next task when it steps; null if no task can run. */
    @Nullable Worker next() {
        Worker[] crew = engine.crew().workers();
        for (Worker worker : crew) {
            worker.reportLeft();
            if (worker.hasHandoff()) {
                return worker; // it died before it could run it
            }
        }
        while (true) {
            TaskImpl<?> task = picked;
            picked = null;
            if (task == null) {
                gather(false);
                if (count == 0) {
                    return null;
                }
                task = remove(decide());
            }
            Worker worker = workerFor(task, crew);
            if (worker.take(task)) {
                return worker;
            }
        }
    }

    /** True if some task can run. */
    boolean isAnyReady() {
        gather(false);
        return count > 0;
    }

    /** Whether the running task, on whose stack this is called, is to be unmounted now. */
    boolean givesWay(TaskImpl<?> task, boolean ofItsOwnWill) {
        if (deciding) {
            return false; // whoever decides does something that others can notice
        }
        if (picked != null) {
            add(picked); // the one that should have given way for it could not
            picked = null;
        }
        gather(true);
        if (!decisions.goesOn()) {
            return true; // the driver will see it, too
        }
        if (ofItsOwnWill && count > 0) {
            yielding = task;
            try {
                picked = remove(decide());
            } finally {
                yielding = null;
            }
            return true;
        }
        running = add(task);
        TaskImpl<?> next;
        try {
            next = ready[decide()];
        } finally {
            remove(running);
            running = -1;
        }
        if (next == task) {
            return false;
        }
        picked = remove(indexOf(next.id()));
        return true;
    }

    private int decide() {
        long before = engine.clock().nanos();
        int choice;
        deciding = true;
        try {
            choice = Objects.checkIndex(decisions.next(this), count);
        } finally {
            deciding = false;
        }
        if (engine.clock().nanos() > before) {
            fireDue(true); // whoever decided has moved the clock on
        }
        if (count > 1) {
            trace.add(Trace.CHOICE, count, choice);
        }
        return choice;
    }

    /** The worker that it last ran on, unless that one is stuck; for a new task each in turn. */
    private Worker workerFor(TaskImpl<?> task, Worker[] crew) {
        int home = task.last() instanceof Worker last ? last.id() : (int) (task.id() % crew.length);
        for (int i = 0; i < crew.length; i++) {
            Worker worker = crew[(home + i) % crew.length];
            if (!isStuck(worker)) {
                return worker;
            }
        }
        return crew[home % crew.length]; // all are stuck: the monitor would have hired another
    }

    private boolean isStuck(Worker worker) {
        Faults faults = engine.faults();
        return faults != null && faults.isStuck(worker.id());
    }

    // ---- gathering

    /** {@code someoneRuns}: a task could go on that is not among those gathered. */
    private void gather(boolean someoneRuns) {
        takeQueued();
        fireDue(someoneRuns);
    }

    private void takeQueued() {
        for (Worker worker : engine.crew().workers()) {
            worker.giveAll();
        }
        Commons commons = engine.commons();
        for (int lane = 0; lane < commons.lanes(); lane++) {
            TaskImpl<?> task;
            while ((task = commons.poll(lane)) != null) {
                if (task.isQueued()) {
                    add(task);
                }
            }
        }
    }

    /**
     * Fires timers that are due, one at a time. Which of several goes first is decided, and so is
     * whether those who can run already do before the next one fires: a timeout and what it is to
     * prevent may be due at the same moment.
     */
    private void fireDue(boolean someoneRuns) {
        takeDue();
        while (!due.isEmpty()) {
            int some = Math.min(due.size(), MOST_TIES);
            int alternatives = some + (someoneRuns || count > 0 ? 1 : 0);
            int pick = 0;
            if (alternatives > 1) {
                pick = Objects.checkIndex(decisions.choose(Kind.TIMER, alternatives), alternatives);
                trace.add(Trace.CHOICE, alternatives, pick);
            }
            if (pick == some) {
                return;
            }
            due.remove(pick).fire();
            takeQueued();
            takeDue();
        }
    }

    private void takeDue() {
        long now = engine.clock().nanos();
        for (Worker worker : engine.crew().workers()) {
            int taken;
            while ((taken = worker.timers().takeExpired(now, expired)) > 0) {
                for (int i = 0; i < taken; i++) {
                    due.add(Objects.requireNonNull(expired[i]));
                }
            }
        }
    }

    /** Adds a task, unless it is there already; returns where it is. */
    private int add(TaskImpl<?> task) {
        int at = indexOf(task.id());
        if (at >= 0) {
            return at;
        }
        at = -at - 1;
        if (count == ready.length) {
            ready = Arrays.copyOf(ready, 2 * count);
        }
        System.arraycopy(ready, at, ready, at + 1, count - at);
        ready[at] = task;
        count++;
        return at;
    }

    private TaskImpl<?> remove(int at) {
        TaskImpl<?> task = ready[at];
        count--;
        System.arraycopy(ready, at + 1, ready, at, count - at);
        return task;
    }

    /** As of a binary search. */
    private int indexOf(long id) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int mid = (low + high) >>> 1;
            long there = ready[mid].id();
            if (there == id) {
                return mid;
            }
            if (there < id) {
                low = mid + 1;
            } else {
                high = mid - 1;
            }
        }
        return -low - 1;
    }

    // ---- what is asked during a choice

    @Override
    public int count() {
        return count;
    }

    @Override
    public Task<?> task(int index) {
        return ready[Objects.checkIndex(index, count)];
    }

    @Override
    public int running() {
        return running;
    }

    @Override
    public @Nullable Task<?> yielding() {
        return yielding;
    }
}
