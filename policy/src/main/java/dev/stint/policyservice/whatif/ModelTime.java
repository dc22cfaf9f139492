package dev.stint.policyservice.whatif;

import dev.stint.sync.Latch;
import java.util.PriorityQueue;

/**
 * The time of a replay: operations that were done, divided among the workers that had something to
 * do. Where nobody has, it jumps to what is due next. One thread, as under a seed.
 */
final class ModelTime {
    private record Due(double at, long stamp, int tenant, Latch gate) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int order = Double.compare(at, other.at);
            return order != 0 ? order : Long.compare(stamp, other.stamp);
        }
    }

    private final int workers;
    private final double nanosPerOperation;
    private final int[] wanting; // tasks that want a worker, by tenant
    private final PriorityQueue<Due> due = new PriorityQueue<>();
    private double now;
    private long stamps;
    private int tasks;
    private int tenants;

    ModelTime(int workers, int tenants, double nanosPerOperation) {
        this.workers = workers;
        this.nanosPerOperation = nanosPerOperation;
        this.wanting = new int[tenants];
    }

    double now() {
        return now;
    }

    /** Opens the gate then; from then on a task of this tenant wants a worker. */
    void at(double when, int tenant, Latch gate) {
        due.add(new Due(when, stamps++, tenant, gate));
    }

    private void begin(int tenant) {
        tasks++;
        if (wanting[tenant]++ == 0) {
            tenants++;
        }
    }

    /** It does not want one any more. */
    void end(int tenant) {
        tasks--;
        if (--wanting[tenant] == 0) {
            tenants--;
        }
    }

    /** True if several tenants want workers. */
    boolean isContended() {
        return tenants > 1;
    }

    /** Some task has done so many operations. */
    void pass(long operations) {
        now += operations * nanosPerOperation / Math.max(1, Math.min(workers, tasks));
        open();
    }

    /** Nobody can run: what is due next is due now; false if nothing is. */
    boolean jump() {
        Due next = due.peek();
        if (next == null) {
            return false;
        }
        now = Math.max(now, next.at);
        open();
        return true;
    }

    private void open() {
        Due next = due.peek();
        while (next != null && next.at <= now) {
            due.poll();
            begin(next.tenant);
            next.gate.countDown();
            next = due.peek();
        }
    }
}
