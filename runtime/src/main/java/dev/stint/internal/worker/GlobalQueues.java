package dev.stint.internal.worker;

import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.queue.GlobalQueue;
import dev.stint.internal.stack.Tallies;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.SpinLock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What all workers share: a queue for the host's tasks, and for each other tenant one of those that
 * were sent from outside and that no worker has taken over yet. A lane is the number of a tenant;
 * the host's is 0. Any thread reads and pushes; lanes are opened and freed under a lock.
 *
 * <p>A tenant that has nothing here costs nothing. One that has stands in line, once:
 *
 * <pre>
 *   OUT -> IN    push()         the task is in the queue by then
 *    IN -> OUT   takeArrived()  the worker has taken some; it looks again, and if there is more:
 *   OUT -> IN    takeArrived()  behind the others
 * </pre>
 *
 * <p>Dekker: who pushes adds the task and then reads whether the tenant is in line; the worker
 * writes that it is not and then looks into the queue.
 */
public final class GlobalQueues {
    /** So many tasks of one tenant a worker takes over at once. */
    static final int BATCH = 64;

    /** What is shared of one tenant, or of one of its groups. */
    static final class Lane {
        private static final VarHandle IN_LINE;

        static {
            try {
                IN_LINE = MethodHandles.lookup().findVarHandle(Lane.class, "inLine", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        final int number;
        volatile int weight; // a policy changes both, and a worker sees it when its turn begins
        volatile long turn;
        final Lag asGroup = new Lag(); // among those of its tenant

        /** The tenant's, of a group; else this. */
        final Lane top;

        // ---- of a tenant; a group has its tenant's
        final Lag asTenant;
        final Service service;
        private final Tallies tallies;
        private final Queue<TaskImpl<?>> sent;
        private volatile boolean inLine;
        private volatile @Nullable Queue<TaskImpl<?>> aside; // there before it is held
        private volatile boolean isHeld;
        private volatile @Nullable LeaseImpl lease; // who has workers of its own; see Leases

        /** Of a tenant; or of a group in it, if there is one. */
        Lane(int number, int weight, long turn, @Nullable Lane tenant) {
            this.number = number;
            this.weight = weight;
            this.turn = turn;
            this.top = tenant == null ? this : tenant;
            this.asTenant = tenant == null ? new Lag() : tenant.asTenant;
            this.service = tenant == null ? new Service() : tenant.service;
            this.tallies = tenant == null ? new Tallies() : tenant.tallies;
            this.sent = tenant == null ? new ConcurrentLinkedQueue<>() : tenant.sent;
        }

        void reshape(int weight, long turn) {
            this.weight = weight;
            this.turn = turn;
        }

        Tallies tallies() {
            return tallies;
        }

        /** True for who has put it in line. */
        private boolean enter() {
            return !inLine && IN_LINE.compareAndSet(this, false, true);
        }

        /** True if only leased workers may take from here. */
        private boolean isConfined() {
            LeaseImpl its = lease;
            return its != null && its.confined;
        }

        /** True if any were sent that no worker has taken over. Any thread. */
        boolean hasSent() {
            return !sent.isEmpty();
        }

        /** How many those are; counts them. */
        int sent() {
            return sent.size();
        }
    }

    /** Guards which lanes there are: groups are opened and closed by tasks. */
    private static final class Opening extends SpinLock {}

    /** How far all workers are. */
    final CrewTime time = new CrewTime();

    private final Opening opening = new Opening();
    private final GlobalQueue<TaskImpl<?>> host = new GlobalQueue<>();
    private final Queue<Lane> line = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>(); // the lock
    private volatile Lane[] lanes;
    private volatile int opened = 1;

    GlobalQueues(long slice) {
        lanes = new Lane[] {new Lane(0, 1, slice, null)};
    }

    /** A lane for another tenant: a number that no living tenant or group has. */
    int open(int weight, long turn) {
        return open(weight, turn, null);
    }

    /** The same for a group in a tenant. Any thread. */
    int openGroup(int tenant, int weight, long turn) {
        return open(weight, turn, lanes[tenant]);
    }

    private int open(int weight, long turn, @Nullable Lane tenant) {
        opening.acquire();
        try {
            Integer again = free.pollLast();
            int at = again != null ? again : opened;
            var lane = new Lane(at, weight, turn, tenant);
            Lane[] now = lanes;
            if (at == now.length) {
                now = Arrays.copyOf(now, at + (at >> 1) + 1);
            }
            now[at] = lane;
            lanes = now; // publishes the lane
            opened = Math.max(opened, at + 1);
            return at;
        } finally {
            opening.release();
        }
    }

    /** The lane of a tenant whose tasks have all ended; what is left in its queues is stale. */
    void free(TenantImpl tenant) {
        lanes[tenant.lane()].isHeld = false; // nothing of it is left that could hold a worker up
        freeGroup(tenant.lane());
    }

    /** The lane of a group whose tasks have all ended. Any thread. */
    void freeGroup(int lane) {
        opening.acquire();
        try {
            free.add(lane);
        } finally {
            opening.release();
        }
    }

    /** How many lanes there are, with those that are free. */
    public int lanes() {
        return opened;
    }

    Lane lane(int lane) {
        return lanes[lane];
    }

    /** Queues a task for any worker. */
    void push(TaskImpl<?> task) {
        Lane lane = lanes[task.lane()].top;
        if (lane.number == 0) {
            host.push(task);
        } else {
            push(lane, task);
        }
    }

    private void push(Lane lane, TaskImpl<?> task) {
        lane.sent.add(task); // before the looks at lease and line; pairs with both who end that
        LeaseImpl lease = lane.lease;
        if (lease != null) {
            lease.wakeOne();
            if (lease.confined) {
                return; // its workers look here, and nobody else
            }
        }
        if (lane.enter()) {
            line.add(lane);
        }
    }

    /** The oldest of the host's tasks, or null. */
    @Nullable TaskImpl<?> poll() {
        return host.poll();
    }

    boolean hasHosts() {
        return !host.isEmpty();
    }

    /** True if a tenant stands in line. */
    boolean hasArrived() {
        return !line.isEmpty();
    }

    /**
     * Takes over some tasks of the tenant that is first in line; false if none is. Who gets true
     * sees that somebody is awake for the rest.
     *
     * @param hand knows of what is neither here nor there, should the worker die meanwhile
     */
    boolean takeArrived(RunQueues.Hand hand, Consumer<? super TaskImpl<?>> into) {
        Lane lane = line.poll();
        if (lane == null) {
            return false;
        }
        hand.lane = lane;
        if (!lane.isConfined()) {
            take(lane, hand, into);
        }
        hand.lane = null;
        putBack(lane);
        return true;
    }

    private static boolean take(
            Lane lane, RunQueues.Hand hand, Consumer<? super TaskImpl<?>> into) {
        TaskImpl<?> task;
        int some = 0;
        while (some < BATCH && (task = lane.sent.poll()) != null) {
            hand.moving = task;
            into.accept(task);
            hand.moving = null;
            some++;
        }
        return some > 0;
    }

    /** One that was taken out of the line goes behind the others, if it has anything. */
    void putBack(Lane lane) {
        lane.inLine = false; // before the looks; pairs with push, and with the end of a lease
        if (!lane.isConfined()) {
            putInLine(lane);
        }
    }

    /** A tenant is put in line if it has anything. */
    void putInLine(Lane lane) {
        if (!lane.sent.isEmpty() && lane.enter()) {
            line.add(lane);
        }
    }

    // ---- tenants with workers of their own

    /** Takes over some tasks that were sent to an owner; false if there are none. Its worker. */
    boolean takeSent(LeaseImpl lease, RunQueues.Hand hand, Consumer<? super TaskImpl<?>> into) {
        return lease.lane.lease == lease && take(lease.lane, hand, into);
    }

    /** The lease whose workers a task may run on; null if its tenant has none. Any thread. */
    @Nullable LeaseImpl leaseOf(TaskImpl<?> task) {
        return lanes[task.lane()].top.lease;
    }

    /** The tasks of this lane belong to leased workers. With the lock of Leases. */
    void beginLease(Lane lane, LeaseImpl lease) {
        lane.lease = lease;
    }

    /** They are anybody's again; the caller looks afterwards what was sent. With that lock. */
    void endLease(Lane lane) {
        lane.lease = null;
    }

    /** Takes all there is. */
    public void drainTo(Consumer<? super TaskImpl<?>> into) {
        TaskImpl<?> task;
        while ((task = host.poll()) != null) {
            into.accept(task);
        }
        Lane lane;
        while ((lane = line.poll()) != null) {
            while ((task = lane.sent.poll()) != null) {
                into.accept(task);
            }
            putBack(lane);
        }
    }

    boolean isEmpty() {
        return host.isEmpty() && line.isEmpty();
    }

    /** How many tasks wait; a moving number. */
    int size() {
        int sum = host.size();
        for (Lane lane : line) {
            sum += lane.sent.size();
        }
        return sum;
    }

    // ---- tenants whose tasks hold too many workers up
    //
    // Dekker: a worker puts a task aside and then looks whether the tenant is still held; the
    // monitor ends that and then takes what was put aside. So one of the two brings it back.

    /**
     * Keeps a task aside until its tenant is released, if that is held and the task would run code
     * of it; false if it may be run. Any worker.
     */
    boolean keepsAside(TaskImpl<?> task) {
        if (opened == 1) {
            return false;
        }
        Lane lane = lanes[task.lane()].top;
        Queue<TaskImpl<?>> aside = lane.aside;
        if (!lane.isHeld || aside == null || task.endsUnbegun()) {
            return false;
        }
        aside.add(task);
        if (!lane.isHeld) {
            bringBack(lane);
        }
        return true;
    }

    /** True if the tasks of this lane are not to be run now. */
    public boolean isHeld(int lane) {
        return lanes[lane].isHeld;
    }

    /** Has no task of this lane run. Monitor. */
    public void hold(int lane) {
        Lane at = lanes[lane];
        if (at.aside == null) {
            at.aside = new ConcurrentLinkedQueue<>();
        }
        at.isHeld = true;
    }

    /** Has the tasks of this lane run again. Monitor. */
    public void release(int lane) {
        lanes[lane].isHeld = false;
        bringBack(lanes[lane]);
    }

    private void bringBack(Lane lane) {
        Queue<TaskImpl<?>> aside = lane.aside;
        TaskImpl<?> task;
        while (aside != null && (task = aside.poll()) != null) {
            push(lane, task);
        }
    }

    /** Brings those back that end without running any code of the tenant. Monitor. */
    public void releaseCancelled(int lane) {
        Lane at = lanes[lane];
        Queue<TaskImpl<?>> aside = at.aside;
        if (aside == null) {
            return;
        }
        aside.removeIf(
                task -> {
                    boolean ends = task.endsUnbegun();
                    if (ends) {
                        push(at, task);
                    }
                    return ends;
                });
    }
}
