package dev.stint.internal.monitor;

import dev.stint.event.Event;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import dev.stint.internal.worker.Worker;
import java.util.Arrays;

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
    private int[] heldUp = {}; // workers, by lane, in this tick
    private int keptByHeld; // workers, by all tenants that are held
    private int sinceLook;

    Holds(Engine engine, int lookTicks) {
        this.engine = engine;
        this.lookTicks = lookTicks;
    }

    void beginTick() {
        int lanes = engine.global().lanes();
        if (heldUp.length < lanes) {
            heldUp = new int[lanes];
        } else {
            Arrays.fill(heldUp, 0);
        }
    }

    /** This worker has made no step for long. */
    void add(Worker stalled) {
        TaskImpl<?> task = stalled.currentTask();
        if (task != null && !task.isDone() && task.lane() < heldUp.length) {
            heldUp[task.lane()]++;
        }
    }

    void endTick() {
        keptByHeld = 0;
        TenantImpl[] tenants = engine.tenants();
        if (tenants.length == 1) {
            return;
        }
        boolean looks = ++sinceLook >= lookTicks;
        sinceLook = looks ? 0 : sinceLook;
        for (TenantImpl tenant : tenants) {
            int lane = tenant.lane();
            if (tenant.id() == 0 || lane >= heldUp.length) {
                continue;
            }
            boolean tooMany = heldUp[lane] >= tenant.carriers();
            keptByHeld += tooMany ? heldUp[lane] : 0;
            if (tooMany != engine.global().isHeld(lane)) {
                change(tenant, heldUp[lane], tooMany);
            } else if (tooMany && looks) {
                engine.global().releaseCancelled(lane);
            }
        }
    }

    /** How many workers the tenants keep that are held. */
    int keptByHeld() {
        return keptByHeld;
    }

    private void change(TenantImpl tenant, int workers, boolean tooMany) {
        if (tooMany) {
            engine.global().hold(tenant.lane());
            engine.announce(new Event.TenantHeld(tenant.name(), workers));
        } else {
            engine.announce(new Event.TenantReleased(tenant.name())); // before its tasks run
            engine.global().release(tenant.lane());
        }
    }
}
