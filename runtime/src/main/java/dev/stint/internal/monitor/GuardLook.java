package dev.stint.internal.monitor;

import dev.stint.error.GuardExceededException;
import dev.stint.event.Event;
import dev.stint.guard.GuardReading;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.stack.Core;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import dev.stint.internal.worker.Worker;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at what tenants were seen to use, also by tasks that run on, and stops those that are over
 * their allowance. The monitor's. The tenant that every scheduler has is the host's own, and has no
 * guards.
 */
final class GuardLook {
    /** Frames of the JDK that are told, above the tenant's own, and of those. */
    private static final int FRAMES = 4;

    private final Engine engine;

    GuardLook(Engine engine) {
        this.engine = engine;
    }

    void tick() {
        TenantImpl[] tenants = engine.tenants();
        if (tenants.length == 1 || engine.readings() == null) {
            return;
        }
        for (TenantImpl tenant : tenants) {
            tenant.guard().beginLook();
        }
        for (Worker worker : engine.crew().workers()) {
            worker.stay().look();
        }
        for (TenantImpl tenant : tenants) {
            GuardReading over = tenant.guard().endLook();
            if (over != null && tenant.id() != 0 && tenant.stopped() == null) {
                stop(tenant, over);
            }
        }
    }

    private void stop(TenantImpl tenant, GuardReading over) {
        List<StackTraceElement> lastCalls = lastCalls(tenant);
        engine.announce(new Event.GuardTripped(tenant.name(), over, lastCalls)); // before it ends
        tenant.stop(new GuardExceededException(tenant.toString(), over, lastCalls));
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
