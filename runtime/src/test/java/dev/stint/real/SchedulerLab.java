package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.stint.Scheduler;
import dev.stint.config.SchedulerConfig;
import dev.stint.error.TaskFailedException;
import dev.stint.event.DrainReport;
import dev.stint.event.EventSink;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.WorkerSnapshot;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Opens the schedulers of one test and, after it, takes each of them apart: it must drain, count
 * zero tasks, hold no queue entry and no timer, have no dead worker to tell of, and close.
 *
 * <p>Register it as an instance field; it also has the two ways in which a test may wait: {@link
 * #join} for a task and {@link #until} for a condition. Both give up with an error that shows the
 * schedulers as they then are.
 */
final class SchedulerLab implements AfterEachCallback {
    /** Far beyond what anything here takes on a busy machine: passing it means a hang. */
    static final Duration PATIENCE = Duration.ofSeconds(Long.getLong("stint.lab.patience", 20));

    private static final int LONGEST_REST_NANOS = 400_000;

    private final List<Scheduler> opened = new ArrayList<>();
    private final List<Scheduler> mayPanic = new ArrayList<>();
    private final List<Scheduler> mayBeLeft = new ArrayList<>();
    private final Queue<Throwable> sinkFailures = new ConcurrentLinkedQueue<>();
    private boolean sinkMayFail;

    Scheduler open(UnaryOperator<SchedulerConfig> configure) {
        var scheduler = Scheduler.open(c -> guarded(configure.apply(c.withName("lab"))));
        opened.add(scheduler);
        return scheduler;
    }

    Scheduler open(int workers) {
        return open(c -> c.withWorkers(workers));
    }

    /** What a test's own sink throws is noted; the scheduler only counts and drops it. */
    private SchedulerConfig guarded(SchedulerConfig config) {
        return config.sink().map(sink -> config.withSink(noting(sink))).orElse(config);
    }

    private EventSink noting(EventSink sink) {
        return event -> {
            try {
                sink.accept(event);
            } catch (Throwable e) {
                sinkFailures.add(e);
                throw e;
            }
        };
    }

    /** For tests that kill workers on purpose. */
    Scheduler expectPanics(Scheduler scheduler) {
        mayPanic.add(scheduler);
        return scheduler;
    }

    /** For tests that close a scheduler themselves with something left in it. */
    Scheduler expectLeftovers(Scheduler scheduler) {
        mayBeLeft.add(scheduler);
        return scheduler;
    }

    void expectSinkFailures() {
        sinkMayFail = true;
    }

    // ---- waiting

    /** The value of a task; an assertion that failed inside it fails here as itself. */
    <T extends @Nullable Object> T join(Task<T> task) throws InterruptedException {
        try {
            return task.await(PATIENCE);
        } catch (TaskFailedException e) {
            if (e.getCause() instanceof AssertionError inside) {
                inside.addSuppressed(e);
                throw inside;
            }
            throw e;
        } catch (TimeoutException e) {
            throw new AssertionError(task + " hangs" + pictures(), e);
        }
    }

    void joinAll(Iterable<? extends Task<?>> tasks) throws InterruptedException {
        for (Task<?> task : tasks) {
            join(task);
        }
    }

    /** How a task ended, in good time. */
    <T extends @Nullable Object> Outcome<T> outcome(Task<T> task) {
        until(task + " ends", () -> task.tryOutcome().isPresent());
        return task.tryOutcome().orElseThrow();
    }

    void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                fail("waited in vain until " + what + pictures());
            }
            rest();
        }
    }

    /**
     * Between two looks. Of no fixed length, so that what comes after the wait meets the workers at
     * any moment of what they do then, and not always at the same one.
     */
    private static void rest() {
        LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(LONGEST_REST_NANOS));
    }

    /**
     * Lets time pass where the very point is that nothing happens in it. It orders nothing: what
     * must come after something else waits for that with {@link #until}.
     */
    static void letPass(long time, TimeUnit unit) {
        long until = System.nanoTime() + unit.toNanos(time);
        while (System.nanoTime() - until < 0 && !Thread.currentThread().isInterrupted()) {
            rest();
        }
    }

    /** Lets any time pass, up to this. */
    static void dawdle(long atMost, TimeUnit unit) {
        letPass(ThreadLocalRandom.current().nextLong(unit.toNanos(atMost)), TimeUnit.NANOSECONDS);
    }

    private String pictures() {
        var text = new StringBuilder();
        for (Scheduler scheduler : opened) {
            text.append('\n').append(describe(scheduler.snapshot()));
        }
        return text.toString();
    }

    static String describe(SchedulerSnapshot s) {
        var text =
                new StringBuilder("scheduler '")
                        .append(s.name())
                        .append("': ")
                        .append(s.activeTasks())
                        .append(" active, ")
                        .append(s.globallyQueued())
                        .append(" queued globally");
        s.workers().forEach(w -> text.append("\n  ").append(w));
        s.tasks().forEach(t -> text.append("\n  ").append(t.toLine()));
        return text.toString();
    }

    // ---- the check

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        var problems = new ArrayList<Throwable>();
        for (Scheduler scheduler : opened) {
            try {
                takeApart(scheduler);
            } catch (Throwable e) {
                problems.add(e);
            }
        }
        if (!sinkMayFail) {
            problems.addAll(sinkFailures);
        }
        if (!problems.isEmpty()) {
            var failure = new AssertionError("a scheduler was not in order after the test");
            problems.forEach(failure::addSuppressed);
            throw failure;
        }
    }

    private void takeApart(Scheduler scheduler) throws InterruptedException {
        if (mayBeLeft.contains(scheduler)) {
            return;
        }
        DrainReport report = scheduler.drain(PATIENCE);
        assertThat(report.complete()).as("drained: %s", report).isTrue();
        until("no queue entry and no timer is left", () -> isEmpty(scheduler.snapshot()));
        SchedulerSnapshot last = scheduler.snapshot();
        assertThat(last.activeTasks()).as("active tasks").isZero();
        assertThat(last.spawned()).as("spawned = finished").isEqualTo(last.finished());
        assertThat(last.tasks()).as("tasks with a stack").isEmpty();
        if (!mayPanic.contains(scheduler)) {
            assertThat(last.workers()).extracting(WorkerSnapshot::panics).containsOnly(0L);
        }
        scheduler.close();
    }

    private static boolean isEmpty(SchedulerSnapshot s) {
        return s.globallyQueued() == 0
                && s.workers().stream().allMatch(w -> w.queued() == 0 && w.timers() == 0);
    }
}
