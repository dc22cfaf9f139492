package dev.stint.internal.worker;

import dev.stint.budget.Bill;
import dev.stint.env.Clock;
import dev.stint.error.WorkerPanicException;
import dev.stint.event.Event;
import dev.stint.event.Event.Step;
import dev.stint.event.EventSink;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.stack.Core;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.WaitNode;
import dev.stint.nursery.NurseryState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is told about a run: a hash of it under a seed, and events to whoever listens. With neither,
 * each report costs two null checks.
 */
public final class Announcer {
    private final @Nullable RunHash hash;
    private final @Nullable EventSink sink;
    private final boolean tellsSteps;
    private final Clock clock;

    Announcer(@Nullable RunHash hash, @Nullable EventSink sink, Clock clock) {
        this.hash = hash;
        this.sink = sink;
        this.tellsSteps = sink != null && sink.wantsSteps();
        this.clock = clock;
    }

    private void step(TaskImpl<?> task, Step step) {
        if (tellsSteps) {
            announce(
                    new Event.TaskStep(
                            task.id(),
                            NurseryImpl.of(task).domain().name(),
                            step,
                            task.bookedOps(),
                            clock.nanos()));
        }
    }

    void spawned(TaskImpl<?> task) {
        if (hash != null) {
            hash.add(RunHash.SPAWN, 0, task.id());
        }
        if (sink != null) {
            announce(new Event.TaskSpawned(task.id(), task.name()));
            step(task, Step.CAME);
        }
    }

    void changed(NurseryImpl nursery, NurseryState to) {
        if (hash != null) {
            hash.add(RunHash.NURSERY, nursery.id(), to.code());
        }
        if (sink != null) {
            announce(new Event.NurseryChanged(nursery.id(), nursery.name(), to));
        }
    }

    void exhausted(TaskImpl<?> task, Bill bill) {
        if (hash != null) {
            hash.add(RunHash.EXHAUSTED, task.id(), bill.component().index());
        }
        if (sink != null) {
            announce(new Event.TaskExhausted(task.id(), bill));
        }
    }

    /** A timer has ended a slice, which was noticed so late. */
    void sliceEnded(long task, int worker, long lastedNanos, long lateNanos) {
        if (sink != null) {
            announce(
                    new Event.SliceEnded(
                            task,
                            worker,
                            Duration.ofNanos(lastedNanos),
                            Duration.ofNanos(lateNanos)));
        }
    }

    void mounted(Worker worker, TaskImpl<?> task) {
        if (hash != null) {
            hash.add(RunHash.MOUNT, worker.id(), task.id());
        }
        if (sink != null) {
            announce(new Event.TaskMounted(task.id(), worker.id()));
        }
    }

    void yielded(Worker worker, TaskImpl<?> task) {
        if (hash != null) {
            hash.add(RunHash.YIELD, worker.id(), task.id());
        }
        if (sink != null) {
            announce(new Event.TaskYielded(task.id(), worker.id()));
        }
    }

    void parked(Worker worker, TaskImpl<?> task) {
        if (hash != null) {
            hash.add(RunHash.PARK, worker.id(), task.id());
        }
        if (sink != null) {
            WaitNode on = task.waitingOn();
            announce(new Event.TaskParked(task.id(), worker.id(), on == null ? "" : on.describe()));
            step(task, Step.WAITS);
        }
    }

    void blockedInJdk(Worker worker, TaskImpl<?> task) {
        if (hash != null) {
            hash.add(RunHash.BLOCK, worker.id(), task.id());
        }
        if (sink != null) {
            announce(new Event.TaskBlockedInJdk(task.id(), worker.id()));
            step(task, Step.WAITS);
        }
    }

    void woken(TaskImpl<?> task) {
        if (hash != null) {
            hash.add(RunHash.WAKE, 0, task.id());
        }
        if (sink != null) {
            announce(new Event.TaskWoken(task.id()));
            step(task, Step.GOES_ON);
        }
    }

    void finished(Worker worker, TaskImpl<?> task) {
        if (hash != null) {
            hash.add(RunHash.FINISH, worker.id(), task.id());
        }
        if (sink != null) {
            announce(new Event.TaskFinished(task.id(), worker.id(), task.state()));
            step(task, Step.ENDED);
        }
    }

    void stolen(TaskImpl<?> task, Worker thief, Worker victim) {
        if (hash != null) {
            hash.add(RunHash.STEAL, thief.id() * 65536L + victim.id(), task.id());
        }
        if (sink != null) {
            announce(new Event.TaskStolen(task.id(), thief.id(), victim.id()));
        }
    }

    void slept(Worker worker) {
        if (hash != null) {
            hash.add(RunHash.SLEEP, worker.id(), 0);
        }
        if (sink != null) {
            announce(new Event.WorkerSlept(worker.id()));
        }
    }

    void panicked(Worker worker, Throwable error) {
        if (hash != null) {
            hash.add(RunHash.PANIC, worker.id(), 0);
        }
        Throwable cause =
                error instanceof WorkerDeath && error.getCause() != null ? error.getCause() : error;
        announce(
                new Event.WorkerPanicked(
                        worker.id(), new WorkerPanicException(worker.toString(), cause)));
    }

    public void monitorFailed(Throwable error) {
        announce(new Event.WorkerPanicked(-1, new WorkerPanicException("the monitor", error)));
    }

    void hired(int worker) {
        if (hash != null) {
            hash.add(RunHash.CREW, worker, 1);
        }
        announce(new Event.TemporaryWorkerStarted(worker));
    }

    /** A worker serves a lease from now on. */
    void leased(Worker worker, LeaseImpl lease) {
        if (hash != null) {
            hash.add(RunHash.LEASE, worker.id(), 1);
        }
        if (sink != null) {
            announce(
                    new Event.WorkerLeased(worker.id(), lease.config().name(), worker.placement()));
        }
    }

    /** A worker serves everybody again. */
    void returned(Worker worker) {
        if (hash != null) {
            hash.add(RunHash.LEASE, worker.id(), 0);
        }
        announce(new Event.WorkerReturned(worker.id()));
    }

    void dismissed(int worker, int tasksMoved) {
        if (hash != null) {
            hash.add(RunHash.CREW, worker, 0);
        }
        announce(new Event.TemporaryWorkerRetired(worker, tasksMoved));
    }

    /** Tells the sink, if there is one. What it throws stays here. */
    void announce(Event event) {
        EventSink to = sink;
        if (to == null) {
            return;
        }
        Core.pinned(
                () -> {
                    try {
                        to.accept(event);
                    } catch (Throwable e) {
                        // its own affair: a listener must not disturb what it listens to
                    }
                });
    }
}
