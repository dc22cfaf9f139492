package dev.stint.internal.monitor;

import dev.stint.event.Event;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import dev.stint.internal.worker.Worker;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the workers that the tasks of each tenant keep from going on, and has no other task of a
 * tenant run while these are too many: otherwise one tenant, with tasks that block their carriers,
 * would take all workers there are and may be, and the others would stand still. The monitor's.
 *
 * <p>For each worker that a held tenant keeps there may be a temporary one more. So many tenants
 * together do not take all there may be, either. The tenant that every scheduler has is the host's
 * own, and is never held.
 */
final class Holds {
    private final Engine engine;
    private final int lookTicks;
    private final Map<TenantImpl, Integer> heldUp = new LinkedHashMap<>(); // workers, in this tick
    private final Set<TenantImpl> held = new LinkedHashSet<>();
    private int keptByHeld; // workers, by all tenants that are held
    private int sinceLook;

    Holds(Engine engine, int lookTicks) {
        this.engine = engine;
        this.lookTicks = lookTicks;
    }

    void beginTick() {
        heldUp.clear();
    }

    /** This worker has made no step for long. */
    void add(Worker stalled) {
        TaskImpl<?> task = stalled.currentTask();
        TenantImpl tenant = task == null || task.isDone() ? null : NurseryImpl.of(task).tenant();
        if (tenant != null && tenant.id() != 0) {
            heldUp.merge(tenant, 1, Integer::sum);
        }
    }

    /** Looks at those that keep a worker, or did: no others have to be held or released. */
    void endTick() {
        keptByHeld = 0;
        boolean looks = ++sinceLook >= lookTicks;
        sinceLook = looks ? 0 : sinceLook;
        if (heldUp.isEmpty() && held.isEmpty()) {
            return;
        }
        List<TenantImpl> living = Arrays.asList(engine.tenants());
        held.retainAll(living);
        heldUp.keySet().retainAll(living);
        held.forEach(tenant -> heldUp.putIfAbsent(tenant, 0));
        heldUp.forEach((tenant, workers) -> judge(tenant, workers, looks));
    }

    private void judge(TenantImpl tenant, int workers, boolean looks) {
        boolean tooMany = workers >= tenant.carriers();
        keptByHeld += tooMany ? workers : 0;
        if (tooMany != held.contains(tenant)) {
            change(tenant, workers, tooMany);
        } else if (tooMany && looks) {
            engine.global().releaseCancelled(tenant.lane());
        }
    }

    /** How many workers the tenants keep that are held. */
    int keptByHeld() {
        return keptByHeld;
    }

    private void change(TenantImpl tenant, int workers, boolean tooMany) {
        if (tooMany) {
            held.add(tenant);
            engine.global().hold(tenant.lane());
            engine.announce(new Event.TenantHeld(tenant.name(), workers));
        } else {
            held.remove(tenant);
            engine.announce(new Event.TenantReleased(tenant.name())); // before its tasks run
            engine.global().release(tenant.lane());
        }
    }
}
