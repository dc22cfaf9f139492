package dev.stint.internal.monitor;

import dev.stint.internal.worker.Engine;
import dev.stint.internal.worker.LeaseImpl;
import dev.stint.internal.worker.Worker;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Temporary workers that stand in for leased ones which make no step. They run the tasks of the
 * same owner and no others, and there is one for each stalled worker at most; so what an owner does
 * to its own workers costs nobody else a worker. The monitor's.
 */
final class StandIns {
    private final Engine engine;
    private final int patience;
    private final Consumer<LeaseImpl> hire;
    private final Map<LeaseImpl, Integer> crowded = new HashMap<>(); // ticks, of those that are
    private int count;

    /**
     * For this scheduler.
     *
     * @param patience ticks for which more workers move than were leased, before one stands down
     * @param hire starts one
     */
    StandIns(Engine engine, int patience, Consumer<LeaseImpl> hire) {
        this.engine = engine;
        this.patience = patience;
        this.hire = hire;
    }

    /** How many there were at the last look. */
    int count() {
        return count;
    }

    /** After the look at the workers, of which those that stand still are marked. */
    void tick() {
        LeaseImpl[] open = engine.leases().open();
        count = 0;
        if (open.length == 0) {
            crowded.clear();
            return;
        }
        for (LeaseImpl lease : open) {
            look(lease);
        }
    }

    private void look(LeaseImpl lease) {
        int moving = 0;
        int own = 0;
        Worker latest = null;
        for (Worker worker : engine.crew().workers()) {
            if (worker.wanted() != lease) {
                continue;
            }
            boolean isStalled = worker.pulse().isStalled();
            moving += isStalled ? 0 : 1;
            if (worker.isTemporary()) {
                own++;
                latest = isStalled ? latest : worker;
            }
        }
        count += own;
        boolean lacks = moving < lease.size() && own < lease.size();
        if (lacks && lease.isSleepless() && lease.hasWork()) {
            count++;
            hire.accept(lease);
        }
        int since = moving > lease.size() ? crowded.merge(lease, 1, Integer::sum) : 0;
        if (since == 0 || since >= patience) {
            crowded.remove(lease);
        }
        if (since >= patience && latest != null) {
            latest.askToStandDown();
        }
    }
}
