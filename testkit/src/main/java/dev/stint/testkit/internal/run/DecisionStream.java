package dev.stint.testkit.internal.run;

import dev.stint.env.TaskDecisions;
import dev.stint.env.Xoshiro256;
import dev.stint.internal.sim.RunWaits;
import dev.stint.internal.sim.SimScheduler;
import dev.stint.internal.sim.SimTask;
import dev.stint.internal.sim.SimThread;
import dev.stint.task.Task;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.internal.report.RunLog;
import dev.stint.testkit.internal.search.Choices;
import dev.stint.testkit.search.Candidates;
import dev.stint.testkit.search.Search;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of one schedule: asks the search, writes down what it says, counts steps, and knows
 * what each task is about to touch. The simulating thread only, unless said otherwise.
 */
public final class DecisionStream implements TaskDecisions, Candidates {
    /** So many steps a run that has failed may still make to clean up after itself. */
    private static final int CLEANING_STEPS = 100_000;

    /** Enough to see that a run waits inside the JDK, and where. */
    private static final int MOST_UNCONTROLLED = 10;

    private static final ThreadLocal<@Nullable DecisionStream> OF_BODY = new ThreadLocal<>();

    private final Search search;
    private final boolean picksTasks;
    private final int mostSteps;
    private final @Nullable RunLog log;
    private final Choices choices;
    private final FaultPlan plan;
    private final String strategy;
    private @Nullable IllegalStateException mistake; // of the search
    private final Queue<String> uncontrolled = new ConcurrentLinkedQueue<>(); // any thread adds

    private final Targets targets = new Targets();
    private final ObjectNames names = new ObjectNames();
    private final Map<Long, Integer> quiet = new HashMap<>(); // how deep, by task
    private final RunWaits waits = new RunWaits();
    private final Xoshiro256 random;
    private String doing = ""; // what woven code is about to do; empty if it is not known
    private boolean announced; // the running task has said what it is about to touch
    private @Nullable Ready ready; // during a choice between tasks
    private @Nullable List<Integer> workers; // during one between workers
    private int steps;
    private int limit;
    private boolean wasStopped; // for too many steps, or for what was found
    private boolean cleaning;
    private boolean over;

    // ---- starvation, if it is looked for

    private final int patience;
    private final Map<Long, Integer> lastRun = new HashMap<>(); // step, by task
    private int nextLook;
    private @Nullable String starving;

    public DecisionStream(Search search, SimConfig config, Choices choices, @Nullable RunLog log) {
        this.search = search;
        this.strategy = config.strategy().name();
        this.picksTasks = config.picks() == SimConfig.Picks.TASKS;
        this.mostSteps = config.steps();
        this.limit = mostSteps;
        this.patience = config.patience();
        this.plan = new FaultPlan(this, config.faults(), config.mostFaults());
        this.random = new Xoshiro256(config.seed());
        this.choices = choices;
        this.log = log;
        choices.clear();
    }

    /** The stream that decides about the calling task; null if it is not simulated. */
    public static @Nullable DecisionStream ofCaller() {
        Task<?> task = SimTask.current();
        return task == null ? null : of(task);
    }

    /** The stream that decides about a task; null if it is not simulated. */
    public static @Nullable DecisionStream of(Task<?> task) {
        return SimTask.decidedBy(task) instanceof DecisionStream stream ? stream : null;
    }

    /** The stream of the run that the calling code belongs to, as a task or as its body. */
    public static @Nullable DecisionStream here() {
        Task<?> task = SimTask.current();
        return task != null ? of(task) : OF_BODY.get();
    }

    /** The calling thread runs the body of this run from now on. */
    void begin() {
        OF_BODY.set(this);
    }

    // ---- what tasks are about to touch

    /**
     * A number for something that is shared, unique in this schedule.
     *
     * @param name what it is called in reports
     */
    public int newTarget(Supplier<String> name) {
        int number = targets.newNumber();
        if (log != null) {
            log.know(number, name);
        }
        return number;
    }

    /** A point before an access of the calling task, which a fault may have fail. */
    public void pass(int target, boolean writes) {
        Task<?> task = SimTask.current();
        if (task != null) {
            targets.set(task.id(), target, writes);
            announced = true;
            SimThread.passOrFail();
        }
    }

    /** Says what the calling task is about to change; its point follows in what it calls next. */
    public void announce(int target) {
        Task<?> task = SimTask.current();
        if (task != null) {
            targets.set(task.id(), target, true);
            announced = true;
        }
    }

    /**
     * A point before an access of woven code.
     *
     * @param location null if it is not known what is touched
     * @param deed what it does, for people; null if the location says it
     */
    public void pass(
            Task<?> task,
            @Nullable MemoryLocation location,
            boolean writes,
            @Nullable String deed) {
        if (location == null) {
            targets.set(task.id(), 0, true);
        } else {
            targets.set(task.id(), location, writes);
        }
        announced = true;
        if (log != null) {
            doing = deed != null ? deed : inWords(location, writes);
        }
        SimThread.pass();
    }

    private String inWords(@Nullable MemoryLocation location, boolean writes) {
        String verb = writes ? "writing " : "reading ";
        if (location == null) {
            return "";
        }
        return location.index() < 0 || location.holder() == null
                ? verb + location.field()
                : verb + "element " + location.index() + " of " + nameOf(location.holder());
    }

    /** The name of an object in the reports of this run. */
    public String nameOf(Object object) {
        return names.of(object);
    }

    /** Whether this run is to be told about. */
    public boolean isTold() {
        return log != null;
    }

    /** From here on the task touches what it touches without points, as often as this is called. */
    public void beginQuiet(Task<?> task) {
        quiet.merge(task.id(), 1, Integer::sum);
    }

    public void endQuiet(Task<?> task) {
        quiet.computeIfPresent(task.id(), (id, times) -> times == 1 ? null : times - 1);
    }

    public boolean isQuiet(Task<?> task) {
        return !quiet.isEmpty() && quiet.containsKey(task.id());
    }

    /** The waits of tasks that perhaps only this run can end. */
    public RunWaits waits() {
        return waits;
    }

    /** 64 bits by chance, from one seed for all schedules: what draws must not be a decision. */
    public long random() {
        return random.nextLong();
    }

    // ---- deciding

    @Override
    public int next(Ready now) {
        steps++;
        int running = now.running();
        if (running >= 0 && !announced) {
            targets.set(now.task(running).id(), 0, true);
        }
        announced = false;
        if (log != null && !cleaning) {
            log.point(now, running < 0 ? 0 : targets.of(now.task(running).id()), doing);
        }
        doing = "";
        Task<?> here = running >= 0 ? now.task(running) : now.yielding().orElse(null);
        if (!cleaning && now.mayFail() && here != null) {
            plan.at(here);
        }
        int count = now.count();
        int pick = 0;
        if (count > 1) {
            pick = decide(now, count);
        } else if (!cleaning) {
            search.ranAlone(now.task(0).id());
        }
        if (patience > 0) {
            lookForStarving(now.task(pick));
        }
        targets.set(now.task(pick).id(), 0, true); // known again at its next point
        if (log != null && !cleaning) {
            log.picked(now, pick);
        }
        return pick;
    }

    private void lookForStarving(Task<?> next) {
        lastRun.put(next.id(), steps);
        if (steps < nextLook || cleaning) {
            return;
        }
        nextLook = steps + Math.max(1, patience / 4);
        for (Task<?> other : SimScheduler.of(next).liveTasks()) {
            int since = lastRun.computeIfAbsent(other.id(), id -> steps);
            if (starving == null && steps - since > patience && SimTask.isHeldUp(other)) {
                String on = SimTask.waitsFor(other);
                starving =
                        other
                                + (on == null ? " could run" : " waits for " + on)
                                + ", and has not run for "
                                + (steps - since)
                                + " steps of others";
                limit = steps;
            }
        }
    }

    private int decide(Ready now, int count) {
        if (cleaning) {
            return steps % count;
        }
        ready = now;
        int pick = checked(() -> search.next(this), count);
        ready = null;
        int running = now.running();
        choices.add(
                Kind.TASK,
                count,
                pick,
                now.task(pick).id(),
                running < 0 ? -1 : now.task(running).id());
        return pick;
    }

    @Override
    public int choose(Kind kind, int alternatives) {
        if (cleaning) {
            return 0;
        }
        int pick = checked(() -> search.choose(kind, alternatives), alternatives);
        choices.add(kind, alternatives, pick);
        return pick;
    }

    /** What the search says; a mistake of its own is kept for later, not thrown at a task. */
    private int checked(IntSupplier decision, int alternatives) {
        try {
            int pick = decision.getAsInt();
            if (pick >= 0 && pick < alternatives) {
                return pick;
            }
            fail(
                    "strategy "
                            + strategy
                            + " chose "
                            + pick
                            + " of "
                            + alternatives
                            + " alternatives; they count from 0",
                    null);
        } catch (RuntimeException e) {
            fail("strategy " + strategy + " failed: " + e, e);
        }
        return 0;
    }

    private void fail(String text, @Nullable Throwable cause) {
        if (mistake == null) {
            mistake = new IllegalStateException(text, cause);
            limit = steps;
        }
    }

    @Override
    public Optional<TaskDecisions> ofTasks() {
        return picksTasks ? Optional.of(this) : Optional.empty();
    }

    @Override
    public boolean goesOn() {
        if (!picksTasks) {
            steps++; // a worker is about to make one
        }
        wasStopped |= steps >= limit;
        return steps < limit;
    }

    @Override
    public int chooseWorker(List<Integer> ids) {
        return cleaning ? steps % ids.size() : chooseBetween(ids);
    }

    private int chooseBetween(List<Integer> ids) {
        workers = ids;
        int pick = checked(() -> search.next(this), ids.size());
        workers = null;
        choices.add(Kind.WORKER, ids.size(), pick);
        return pick;
    }

    @Override
    public void wokenFromOutside(Task<?> task) {
        if (uncontrolled.size() >= MOST_UNCONTROLLED) {
            return; // each costs a walk over a stack
        }
        var text = new StringBuilder(task.toString());
        text.append(" waited inside the JDK and was woken by ")
                .append(Thread.currentThread().getName());
        List<StackTraceElement> stack = SimTask.stackOf(task);
        if (stack != null) {
            for (StackTraceElement frame : stack) {
                text.append("\n    at ").append(frame);
            }
        }
        uncontrolled.add(text.toString());
    }

    // ---- the run

    /** For what the program asks of its run. */
    public void ensureRunning() {
        if (over) {
            throw new IllegalStateException(
                    "this run of the simulation has ended. Each schedule has a Sim of its own: keep"
                            + " none, and ask it for nothing when the method has returned.");
        }
    }

    int steps() {
        return steps;
    }

    /** What the search has done wrong; null if nothing. */
    @Nullable IllegalStateException mistake() {
        return mistake;
    }

    public FaultPlan plan() {
        return plan;
    }

    /** Who starves, in words; null if nobody was found to. */
    @Nullable String starving() {
        return starving;
    }

    /** Something is to be told of this point. */
    void tell(String what) {
        if (log != null) {
            log.note(what);
        }
    }

    /** The body of the run has just thrown this, and nothing was unwound yet. */
    public void failing(Throwable thrown) {
        if (log != null) {
            log.failing(thrown);
        }
    }

    /** Who was where when this was thrown; empty if nobody listens. */
    String whereabouts(@Nullable Throwable thrown) {
        return log == null ? "" : log.settle(thrown);
    }

    boolean hasHitLimit() {
        return wasStopped && !cleaning && steps >= mostSteps && starving == null;
    }

    Choices choices() {
        return choices;
    }

    Queue<String> uncontrolled() {
        return uncontrolled;
    }

    /** Nothing of this run is left. */
    void end() {
        OF_BODY.remove();
        over = true;
    }

    /** The verdict is known: from here on nothing is asked or written down. */
    void cleanUp() {
        cleaning = true;
        if (log != null) {
            log.stop();
        }
        limit = steps + CLEANING_STEPS;
        waits.endAll();
    }

    public boolean isCleaning() {
        return cleaning;
    }

    // ---- what the search sees

    @Override
    public Kind kind() {
        return workers != null ? Kind.WORKER : Kind.TASK;
    }

    @Override
    public int count() {
        return workers != null ? workers.size() : now().count();
    }

    @Override
    public long task(int index) {
        return workers != null ? workers.get(index) : now().task(index).id();
    }

    @Override
    public int running() {
        return workers != null ? -1 : now().running();
    }

    @Override
    public long yielding() {
        return workers != null ? -1 : now().yielding().map(Task::id).orElse(-1L);
    }

    @Override
    public int target(int index) {
        return workers != null ? 0 : targets.of(task(index));
    }

    @Override
    public boolean mayWrite(int index) {
        return workers != null || targets.mayWrite(task(index));
    }

    private Ready now() {
        if (ready == null) {
            throw new IllegalStateException("a turn is valid only while a search decides it");
        }
        return ready;
    }
}
