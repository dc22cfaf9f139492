package dev.stint.policyservice.whatif;

import dev.stint.config.SchedulerConfig;
import dev.stint.event.Event;
import dev.stint.event.EventSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sink that writes down what tenants want of a scheduler, as a {@link Trace}. The tasks of the
 * scheduler's own tenant are not in it: no policy is for them. Any thread.
 *
 * <p>Under a seed the virtual clock stands still while anything can run. Then times are those of
 * the clock alone, and a replay has tasks come together that came together.
 */
public final class TraceRecorder implements EventSink {
    private static final int MOST_BURSTS = 10_000_000;

    private static final class Running {
        final int tenant;
        final long cameAt;
        final List<Long> bursts = new ArrayList<>();
        long done; // operations until it waited last
        long waitsSince = -1; // -1: it does not wait

        Running(int tenant, long cameAt) {
            this.tenant = tenant;
            this.cameAt = cameAt;
        }
    }

    private final EventSink next;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<Trace.Tenant> tenants = new ArrayList<>();
    private final Map<Long, Running> running = new HashMap<>();
    private final List<Running> all = new ArrayList<>();
    private long begin = -1;
    private int bursts;
    private boolean isCut;

    public TraceRecorder() {
        this(event -> {});
    }

    /** One that passes all events on. */
    public TraceRecorder(EventSink next) {
        this.next = next;
    }

    @Override
    public boolean wantsSteps() {
        return true;
    }

    @Override
    public void accept(Event event) {
        switch (event) {
            case Event.TenantOpened opened -> add(opened);
            case Event.TaskStep step -> add(step);
            default -> {}
        }
        next.accept(event);
    }

    private synchronized void add(Event.TenantOpened opened) {
        if (numbers.putIfAbsent(opened.tenant(), tenants.size()) == null) {
            tenants.add(
                    new Trace.Tenant(opened.tenant(), opened.askedWeight(), opened.askedSlice()));
        }
    }

    private synchronized void add(Event.TaskStep step) {
        Integer tenant = numbers.get(step.tenant());
        if (tenant == null) {
            return;
        }
        begin = begin < 0 ? step.atNanos() : begin;
        switch (step.step()) {
            case CAME -> came(step, tenant);
            case WAITS -> waits(running.get(step.task()), step);
            case GOES_ON -> goesOn(running.get(step.task()), step);
            case ENDED -> ended(running.remove(step.task()), step);
        }
    }

    private void came(Event.TaskStep step, int tenant) {
        if (all.size() == Trace.MOST_TASKS || bursts >= MOST_BURSTS) {
            isCut = true;
            return;
        }
        var task = new Running(tenant, step.atNanos() - begin);
        running.put(step.task(), task);
        all.add(task);
    }

    private void waits(@Nullable Running task, Event.TaskStep step) {
        if (task != null && task.waitsSince < 0) {
            worked(task, step.operations());
            task.waitsSince = step.atNanos();
        }
    }

    /** A wake may be told before the wait is, or twice. */
    private void goesOn(@Nullable Running task, Event.TaskStep step) {
        if (task != null && task.waitsSince >= 0) {
            task.bursts.add(Math.max(0, step.atNanos() - task.waitsSince));
            task.waitsSince = -1;
        }
    }

    private void ended(@Nullable Running task, Event.TaskStep step) {
        if (task != null) {
            goesOn(task, step);
            worked(task, step.operations());
        }
    }

    private void worked(Running task, long operations) {
        task.bursts.add(Math.max(0, operations - task.done));
        task.done = Math.max(task.done, operations);
        bursts++;
    }

    /** True if more has happened than a trace holds; what came later is not in it. */
    public synchronized boolean isCut() {
        return isCut;
    }

    /**
     * What was seen until now. What tasks that have not ended did since they waited last is not in
     * it.
     *
     * @param config of the scheduler that was watched
     */
    public synchronized Trace toTrace(SchedulerConfig config) {
        var tasks = new ArrayList<Trace.Task>();
        for (Running task : all) {
            int whole = task.bursts.size() - (task.bursts.size() % 2 == 0 ? 1 : 0);
            if (whole > 0) {
                tasks.add(new Trace.Task(task.tenant, task.cameAt, task.bursts.subList(0, whole)));
            }
        }
        return new Trace(config.workers(), config.effectiveSlice(), tenants, tasks);
    }
}
