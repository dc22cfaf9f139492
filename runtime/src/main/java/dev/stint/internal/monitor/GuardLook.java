package dev.stint.internal.monitor;

import dev.stint.error.GuardExceededException;
import dev.stint.event.Event;
import dev.stint.guard.GuardReading;
import dev.stint.guard.KeptHeap;
import dev.stint.internal.guard.HeapAccount;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.stack.Core;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import dev.stint.internal.worker.Worker;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks at what tenants were seen to use, also by tasks that run on, and stops those that are over
 * their allowance. Only at those who have used something since the last time. The monitor's. The
 * tenant that every scheduler has is the host's own, and has no guards.
 */
final class GuardLook {
    /** Frames of the JDK that are told, above the tenant's own, and of those. */
    private static final int FRAMES = 4;

    private final Engine engine;
    private final Set<TenantImpl> looked = new LinkedHashSet<>();
    private final Set<TenantImpl> overOnce = new LinkedHashSet<>(); // and so looked at again

    GuardLook(Engine engine) {
        this.engine = engine;
    }

    void tick() {
        TenantImpl noted;
        if (engine.tenants().length == 1 || engine.readings() == null) {
            do {
                noted = engine.takeUsed(); // it is gone, and would keep us from resting
            } while (noted != null);
            return;
        }
        looked.addAll(overOnce);
        overOnce.clear();
        while ((noted = engine.takeUsed()) != null) {
            looked.add(noted);
        }
        for (Worker worker : engine.crew().workers()) {
            TenantImpl here = worker.stay().tenant();
            if (here != null) {
                looked.add(here);
            }
        }
        looked.forEach(tenant -> tenant.guard().beginLook());
        for (Worker worker : engine.crew().workers()) {
            worker.stay().look();
        }
        looked.forEach(this::judge);
        looked.clear(); // one that has ended must not be kept while the monitor rests
    }

    private void judge(TenantImpl tenant) {
        lookAtHeap(tenant);
        GuardReading over = tenant.guard().endLook();
        if (over != null && tenant.id() != 0 && tenant.stopped() == null) {
            stop(tenant, over);
        } else if (tenant.guard().isOver() && tenant.stopped() == null) {
            overOnce.add(tenant);
        }
    }

    private void stop(TenantImpl tenant, GuardReading over) {
        List<StackTraceElement> lastCalls = lastCalls(tenant);
        // before it ends
        engine.announce(new Event.GuardTripped(tenant.name(), over, lastCalls, List.of()));
        tenant.stop(new GuardExceededException(tenant.toString(), over, lastCalls));
    }

    /** What a collection has found is no reading that may be wrong: one look is enough. */
    private void lookAtHeap(TenantImpl tenant) {
        HeapAccount heap = tenant.guard().heap();
        if (heap == null || tenant.stopped() != null) {
            return;
        }
        KeptHeap high = heap.takeWarning();
        if (high != null) {
            engine.announce(new Event.HeapWarning(tenant.name(), high, heap.limit().bytes()));
        }
        KeptHeap excess = heap.excess();
        if (excess != null) {
            GuardReading over = heap.reading(excess);
            engine.announce(
                    new Event.GuardTripped(
                            tenant.name(), over, lastCalls(tenant), excess.byClass()));
            tenant.stop(new GuardExceededException(tenant.toString(), over, excess));
        }
    }

    /** What the tasks of a tenant do that run now. */
    private List<StackTraceElement> lastCalls(TenantImpl tenant) {
        List<StackTraceElement> all = new ArrayList<>();
        for (Worker worker : engine.crew().workers()) {
            TaskImpl<?> task = worker.currentTask();
            if (task != null && !task.isDone() && NurseryImpl.of(task).tenant() == tenant) {
                Core core = task.core();
                all.addAll(core == null ? List.of() : nearBoundary(core.stackTrace()));
            }
        }
        return all;
    }

    /** The last calls into the JDK, and who made them. */
    static List<StackTraceElement> nearBoundary(StackTraceElement[] stack) {
        int own = 0;
        while (own < stack.length && isOfOthers(stack[own])) {
            own++;
        }
        if (own == stack.length) {
            return List.of();
        }
        List<StackTraceElement> near = new ArrayList<>();
        for (int i = Math.max(0, own - FRAMES); i < Math.min(stack.length, own + FRAMES); i++) {
            if (!isOurs(stack[i])) {
                near.add(stack[i]);
            }
        }
        return near;
    }

    private static boolean isOfOthers(StackTraceElement frame) {
        String module = frame.getModuleName();
        return isOurs(frame)
                || (module != null && (module.startsWith("java.") || module.startsWith("jdk.")));
    }

    private static boolean isOurs(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("dev.stint.internal.") || name.startsWith("dev.stint.hooks.");
    }
}
