package dev.stint.event;

import dev.stint.guard.GuardReading;
import java.util.List;

/**
 * A tenant at one moment.
 *
 * @param guards what they show of it; what it keeps alive is among them where that is watched
 */
public record TenantSnapshot(int id, String name, int weight, List<GuardReading> guards) {
    public TenantSnapshot {
        guards = List.copyOf(guards);
    }
}
