package dev.stint.internal.driver.seeded;

import dev.stint.env.Decisions.Kind;
import dev.stint.env.Faults;
import dev.stint.env.TaskDecisions;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.worker.Engine;
import dev.stint.internal.worker.RunHash;
import dev.stint.internal.worker.Worker;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who can run, and who goes on, when tasks are chosen between and not workers. What the workers
 * have queued is taken from them before each choice and kept here; they only run what they are
 * given. The driver's thread only, also while a task is mounted there.
 */
final class ReadyTasks implements TaskDecisions.Ready {
    /** Of more timers than this that are due together the first ones go first. */
    private static final int MOST_TIES = 8;

    private final Engine engine;
    private final TaskDecisions decisions;
    private final RunHash hash;

    /** QUEUED tasks by id, and during a choice the running one among them. */
    private TaskImpl<?>[] ready = new TaskImpl<?>[8];

    private int count;
    private int running = -1;
    private boolean mayFail;
    private @Nullable TaskImpl<?> yielding;
    private final List<TaskImpl<?>> heldUp = new ArrayList<>(); // QUEUED, their worker is stuck
    private boolean deciding;
    private final List<TimerHeap.Entry> due = new ArrayList<>(); // taken, and not fired yet
    private final TimerHeap.@Nullable Entry[] expired = new TimerHeap.Entry[TimerHeap.BATCH];
    private @Nullable TaskImpl<?> picked; // in no queue and not in ready: it is to run next

    ReadyTasks(Engine engine, TaskDecisions decisions, RunHash hash) {
        this.engine = engine;
        this.decisions = decisions;
        this.hash = hash;
    }

    /** A worker that will run the next task when it steps; null if no task can run. */
    @Nullable Worker next() {
        Worker[] crew = engine.crew().workers();
        for (Worker worker : crew) {
            worker.reportLeft();
            if (worker.hasClaimed()) {
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
                task = take(decide());
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
    boolean givesWay(TaskImpl<?> task, Points.Why why) {
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
        mayFail = why != Points.Why.CANNOT_FAIL;
        boolean yields = why == Points.Why.YIELDS;
        if (count > 0 && (yields || isHeldUp(task))) {
            yielding = yields ? task : null;
            try {
                picked = take(decide());
            } finally {
                yielding = null;
            }
            return true;
        }
        running = add(task);
        TaskImpl<?> next;
        try {
            next = decide();
        } finally {
            running = -1;
            take(task);
        }
        if (next == task) {
            return false;
        }
        picked = take(next);
        return true;
    }

    private TaskImpl<?> decide() {
        long before = engine.clock().nanos();
        TaskImpl<?> choice;
        deciding = true;
        try {
            int index = Objects.checkIndex(decisions.next(this), count);
            choice = ready[index];
            if (count > 1) {
                hash.add(RunHash.CHOICE, count, index);
            }
        } finally {
            deciding = false;
        }
        if (engine.clock().nanos() > before) {
            fireDue(true); // whoever decided has moved the clock on
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

    /** Its worker is stuck. The monitor would free it after a while; until then it cannot run. */
    private boolean isHeldUp(TaskImpl<?> task) {
        return engine.faults() != null && task.last() instanceof Worker last && isStuck(last);
    }

    // ---- gathering

    /** {@code someoneRuns}: a task could go on that is not among those gathered. */
    private void gather(boolean someoneRuns) {
        takeQueued();
        fireDue(someoneRuns);
        if (engine.faults() != null) {
            setHeldUpAside(someoneRuns);
        }
    }

    private void setHeldUpAside(boolean someoneRuns) {
        for (TaskImpl<?> task : heldUp) {
            add(task);
        }
        heldUp.clear();
        for (int i = 0; i < count; i++) {
            if (isHeldUp(ready[i])) {
                heldUp.add(ready[i]);
            }
        }
        if (heldUp.size() == count && !someoneRuns) {
            heldUp.clear(); // nobody else could run: the monitor has seen to it
        }
        for (TaskImpl<?> task : heldUp) {
            take(task);
        }
    }

    private void takeQueued() {
        for (Worker worker : engine.crew().workers()) {
            worker.giveAll();
        }
        engine.global()
                .drainTo(
                        task -> {
                            if (task.isQueued()) {
                                add(task);
                            }
                        });
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
                hash.add(RunHash.CHOICE, alternatives, pick);
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
        if (!due.isEmpty()) {
            due.removeIf(TimerHeap.Entry::isMoot); // its wait has ended otherwise meanwhile
        }
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

    /** Takes a task out. */
    private TaskImpl<?> take(TaskImpl<?> task) {
        int at = indexOf(task.id());
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
    public boolean mayFail() {
        return mayFail;
    }

    @Override
    public Optional<Task<?>> yielding() {
        return Optional.ofNullable(yielding);
    }
}
