package dev.stint.testkit.internal.report;

import dev.stint.Scheduler;
import dev.stint.env.TaskDecisions;
import dev.stint.event.Event;
import dev.stint.event.EventSink;
import dev.stint.internal.sim.SimNursery;
import dev.stint.internal.sim.SimScheduler;
import dev.stint.internal.sim.SimTask;
import dev.stint.internal.sim.SimThread;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The log of one run: everything that happened, in order, with lines of the source. It is written
 * only for a run that is to be told about: a failing one, once more.
 *
 * <p>Of a very long run it keeps the beginning and the end. The simulating thread only: what other
 * threads do is not decided by a schedule, and is not told.
 */
public final class RunLog implements EventSink {
    /** Who does something that no task does: the body of the test. */
    static final long BODY = 0;

    /** Who wakes a task whose time has come. */
    static final long CLOCK = -1;

    /** One thing that happened; the step is that of the decision before. */
    sealed interface Entry {
        int step();

        /** A task is at a point where another could go on, and what it is about to do there. */
        record At(int step, long task, SourceLine place) implements Entry {}

        /** A decision about who goes on; {@code before} could have, unless it is -1. */
        record Pick(int step, long task, long before, long nanos) implements Entry {}

        /** Something else worth telling, such as a fault, and the task that it happens to. */
        record Note(int step, long task, String text) implements Entry {}

        /** An event of the scheduler, who has caused it, and where in his code. */
        record Told(int step, Event event, long by, SourceLine place) implements Entry {}

        /** Where a task waits, after that it does was told. */
        record Waits(int step, long task, SourceLine place) implements Entry {}

        /** A task has failed, after its end was told. */
        record Failed(int step, long task, Throwable thrown) implements Entry {}

        /** So many things happened here that were not kept. */
        record Gap(int step, long left) implements Entry {}
    }

    /** Who was where when something was thrown. */
    private record Picture(Throwable thrown, long entries, String where) {}

    private static final int MOST_PICTURES = 20;

    private final int most; // entries at the beginning, and as many at the end
    private final Thread thread = Thread.currentThread();
    private final List<Entry> head = new ArrayList<>();
    private final Deque<Entry> tail = new ArrayDeque<>();
    private final Map<Long, Task<?>> tasks = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Integer, Supplier<String>> shared = new HashMap<>();
    private final List<Picture> pictures = new ArrayList<>();
    private long count;
    private long end = Long.MAX_VALUE; // what was wrong had happened after so many entries
    private final int expected; // steps
    private @Nullable SimNursery root;
    private @Nullable Task<?> parked; // just now, and nobody has looked where
    private int step;
    private boolean picksTasks;
    private boolean stopped;

    /**
     * On the thread that will simulate.
     *
     * @param expected how many steps the run will have, as far as that is known: in the middle of a
     *     long one nobody looks at stacks
     */
    public RunLog(int expected) {
        this(expected, 10_000);
    }

    public RunLog(int expected, int most) {
        this.expected = expected;
        this.most = most;
    }

    /** The scheduler that it listens to. */
    public void watch(Scheduler scheduler) {
        root = SimNursery.rootOf(scheduler);
    }

    /** All that was kept, up to what went wrong. */
    List<Entry> entries() {
        List<Entry> all = new ArrayList<>();
        for (int i = 0; i < head.size() && i < end; i++) {
            all.add(head.get(i));
        }
        long at = count - tail.size();
        if (at > head.size() && end > head.size() && !tail.isEmpty()) {
            all.add(new Entry.Gap(tail.getFirst().step(), at - head.size()));
        }
        for (Entry entry : tail) {
            if (at++ < end) {
                all.add(entry);
            }
        }
        return all;
    }

    /** The names of all tasks that were heard of; empty if one has none. */
    Map<Long, String> names() {
        return names;
    }

    /** Nothing of this will be kept. */
    private boolean isInTheMiddle() {
        return picksTasks && step > most && step < expected - most;
    }

    private void add(Entry entry) {
        if (stopped) {
            return;
        }
        count++;
        if (isInTheMiddle()) {
            return;
        }
        if (head.size() < most) {
            head.add(entry);
            return;
        }
        if (tail.size() == most) {
            tail.removeFirst();
        }
        tail.addLast(entry);
    }

    // ---- what the stream tells

    /** Something shared, by its number in this run. */
    public void know(int target, Supplier<String> name) {
        shared.put(target, name);
    }

    /**
     * A task is about to do something, or has stopped.
     *
     * @param target what it touches; 0 if that is not known
     * @param doing what it does, if the source does not say it; empty if it does
     */
    public void point(TaskDecisions.Ready ready, int target, String doing) {
        picksTasks = true;
        lookWhereParked();
        step++;
        if (isInTheMiddle()) {
            count++;
            return;
        }
        for (int i = 0; i < ready.count(); i++) {
            know(ready.task(i));
        }
        Task<?> here =
                ready.running() >= 0 ? ready.task(ready.running()) : ready.yielding().orElse(null);
        if (here != null) {
            Supplier<String> touched = shared.get(target);
            String name = touched == null ? "" : touched.get();
            SourceLine place = SourceLine.ofCaller();
            if (!doing.isEmpty()) {
                place = place.doing(doing);
            } else if (!name.isEmpty()) {
                place = place.on(name);
            }
            add(new Entry.At(step, here.id(), place));
        }
    }

    /** Now that it is off its stack, which is on no thread any more. */
    private void lookWhereParked() {
        Task<?> task = parked;
        List<StackTraceElement> stack = task == null ? null : SimTask.stackOf(task);
        parked = null;
        if (task != null && stack != null && task.state() == TaskState.BLOCKED) {
            add(new Entry.Waits(step, task.id(), SourceLine.of(stack)));
        }
    }

    private void know(Task<?> task) {
        if (!tasks.containsKey(task.id())) {
            tasks.put(task.id(), task);
            names.put(task.id(), task.name());
        }
    }

    public void picked(TaskDecisions.Ready ready, int pick) {
        int running = ready.running();
        long nanos = SimScheduler.of(ready.task(pick)).nanos();
        add(
                new Entry.Pick(
                        step,
                        ready.task(pick).id(),
                        running < 0 ? -1 : ready.task(running).id(),
                        nanos));
    }

    public void note(String text) {
        Task<?> me = SimTask.current();
        add(new Entry.Note(step, me == null ? BODY : me.id(), text));
    }

    // ---- what the scheduler tells

    @Override
    public void accept(Event event) {
        if (stopped || isElsewhere()) {
            return;
        }
        if (event instanceof Event.TaskMounted || event instanceof Event.ClockJumped) {
            lookWhereParked();
        }
        Task<?> me = SimTask.current();
        if (me != null) {
            know(me);
        }
        if (isInTheMiddle() && !(event instanceof Event.TaskFinished)) {
            count++;
            return;
        }
        long by = me == null ? BODY : me.id();
        switch (event) {
            case Event.TaskSpawned(long task, String name) -> {
                names.put(task, name);
                add(new Entry.Told(step, event, by, SourceLine.ofCaller()));
            }
            case Event.TaskWoken woken ->
                    add(
                            new Entry.Told(
                                    step,
                                    event,
                                    SimThread.isInTimer() ? CLOCK : by,
                                    SourceLine.ofCaller()));
            case Event.NurseryChanged changed ->
                    add(new Entry.Told(step, event, by, SourceLine.ofCaller()));
            case Event.TaskFinished finished -> {
                add(new Entry.Told(step, event, by, SourceLine.NOWHERE));
                lookForFailure(tasks.get(finished.task()));
            }
            case Event.TaskParked park -> {
                add(new Entry.Told(step, event, by, SourceLine.NOWHERE));
                parked = isInTheMiddle() ? null : tasks.get(park.task());
            }
            case Event.TaskMounted mounted -> {
                step += picksTasks ? 0 : 1;
                add(new Entry.Told(step, event, by, SourceLine.NOWHERE));
            }
            default -> add(new Entry.Told(step, event, by, SourceLine.NOWHERE));
        }
    }

    /** A core of ours runs on the simulating thread, whatever it is called there. */
    private boolean isElsewhere() {
        return Thread.currentThread() != thread && SimTask.current() == null;
    }

    // ---- what goes wrong

    private void lookForFailure(@Nullable Task<?> task) {
        Throwable thrown = task == null ? null : SimTask.failureOf(task);
        if (task != null && thrown != null) {
            add(new Entry.Failed(step, task.id(), thrown));
            failing(thrown);
        }
    }

    /** Somebody has thrown this just now: looks where everybody is, if that was not done before. */
    public void failing(Throwable thrown) {
        if (stopped || pictures.size() >= MOST_PICTURES || pictureOf(thrown) != null) {
            return;
        }
        pictures.add(new Picture(thrown, count, Whereabouts.of(root, tasks.values(), thrown)));
    }

    private @Nullable Picture pictureOf(@Nullable Throwable thrown) {
        List<Throwable> causes = SimTask.causesOf(thrown);
        for (Picture picture : pictures) {
            for (Throwable at : causes) {
                if (picture.thrown == at) {
                    return picture;
                }
            }
        }
        return null;
    }

    /** The run has ended with this; nothing that came after it is told. */
    public String settle(@Nullable Throwable thrown) {
        Picture picture = pictureOf(thrown);
        if (picture == null) {
            return Whereabouts.of(root, tasks.values(), thrown);
        }
        end = picture.entries;
        return picture.where;
    }

    /** From here on it is only cleaned up. */
    public void stop() {
        stopped = true;
    }
}
