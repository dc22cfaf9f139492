package dev.stint.metrics;

import dev.stint.event.Event;
import dev.stint.event.EventSink;
import dev.stint.event.StallRecord;
import dev.stint.event.TaskFailure;
import dev.stint.metrics.RecorderEvents.Exhaustion;
import dev.stint.metrics.RecorderEvents.Failure;
import dev.stint.metrics.RecorderEvents.HeapWarning;
import dev.stint.metrics.RecorderEvents.NurseryState;
import dev.stint.metrics.RecorderEvents.Refusal;
import dev.stint.metrics.RecorderEvents.Stall;
import dev.stint.metrics.RecorderEvents.TaskRun;
import dev.stint.metrics.RecorderEvents.TemporaryWorker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes what happens into recordings of Flight Recorder: {@code Scheduler.open(c -> c.withSink(new
 * FlightRecorderSink()))}. One serves one scheduler. While nothing records, it costs what a sink
 * costs that does nothing.
 */
public final class FlightRecorderSink implements EventSink {
    private final EventSink next;
    private final Map<Long, TaskRun> running = new ConcurrentHashMap<>();

    /** A sink that tells Flight Recorder alone. */
    public FlightRecorderSink() {
        this(event -> {});
    }

    /** A sink that tells another one, too. */
    public FlightRecorderSink(EventSink next) {
        this.next = next;
    }

    @Override
    public void accept(Event event) {
        record(event);
        next.accept(event);
    }

    private void record(Event event) {
        switch (event) {
            case Event.TaskSpawned(long task, String name) -> begin(task, name);
            case Event.TaskFinished(long task, int worker, var state) ->
                    end(task, worker, state.name());
            case Event.Stalled(StallRecord stall) -> stalled(stall);
            case Event.TaskExhausted(long task, var bill) -> {
                var told = new Exhaustion();
                told.task = task;
                told.component = bill.component().name();
                told.commit();
            }
            case Event.NurseryChanged(long nursery, String name, var to) -> {
                var told = new NurseryState();
                told.nursery = nursery;
                told.name = name;
                told.state = to.name();
                told.commit();
            }
            case Event.FailureUnseen(TaskFailure failure) -> {
                var told = new Failure();
                told.task = failure.task();
                told.description = failure.toString();
                told.commit();
            }
            case Event.GuardTripped(String tenant, var reading, var _, var _) ->
                    refused(tenant, "guard: " + reading);
            case Event.HeapWarning(String tenant, var kept, long limit) -> {
                var told = new HeapWarning();
                told.tenant = tenant;
                told.kept = kept.bytes();
                told.limit = limit;
                told.commit();
            }
            case Event.TenantHeld(String tenant, int carriers) ->
                    refused(tenant, "held: its tasks keep " + carriers + " workers");
            case Event.TemporaryWorkerStarted(int worker) -> temporary(worker, true);
            case Event.TemporaryWorkerRetired(int worker, int _) -> temporary(worker, false);
            default -> {}
        }
    }

    private void begin(long task, String name) {
        var run = new TaskRun();
        if (run.isEnabled()) {
            run.task = task;
            run.name = name;
            run.begin();
            running.put(task, run);
        }
    }

    private void end(long task, int worker, String state) {
        TaskRun run = running.isEmpty() ? null : running.remove(task);
        if (run != null) {
            run.worker = worker;
            run.outcome = state;
            run.commit(); // ends it, too
        }
    }

    private static void stalled(StallRecord stall) {
        var told = new Stall();
        told.worker = stall.worker();
        told.task = stall.task();
        told.name = stall.name();
        told.age = stall.age().toMillis();
        told.where = stall.stack().isEmpty() ? "" : stall.stack().getFirst().toString();
        told.commit();
    }

    private static void refused(String tenant, String why) {
        var told = new Refusal();
        told.tenant = tenant;
        told.why = why;
        told.commit();
    }

    private static void temporary(int worker, boolean started) {
        var told = new TemporaryWorker();
        told.worker = worker;
        told.started = started;
        told.commit();
    }
}
