package dev.stint.verify.stress;

import dev.stint.budget.Bill;
import dev.stint.budget.Ledger;
import dev.stint.context.SchedulingContext;
import dev.stint.env.Clock;
import dev.stint.env.CoarseClock;
import dev.stint.env.VirtualClock;
import dev.stint.event.TaskFailure;
import dev.stint.internal.nursery.Launcher;
import dev.stint.internal.nursery.NurseryHome;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.stack.Points;
import dev.stint.internal.stack.Tallies;
import dev.stint.internal.task.Lending;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.nursery.NurseryState;
import dev.stint.tenant.TenantConfig;
import org.jspecify.annotations.Nullable;

/** What a task needs in order to exist, without anything that would run it. */
final class NoScheduler implements NurseryHome {
    private final int id;

    private NoScheduler(int id) {
        this.id = id;
    }

    /** A published task that nothing will run. */
    static TaskImpl<Integer> task(int id) {
        return task(nursery(id));
    }

    /** A published task that nothing will run, of this nursery, which does not know it yet. */
    static TaskImpl<Integer> task(NurseryImpl nursery) {
        return TaskImpl.unowned(nursery, nursery.home().nextId(), () -> 0);
    }

    /** An open nursery with all the money there is: the root of a tenant of its own. */
    static NurseryImpl nursery(int idOfTasks) {
        return new TenantImpl(
                        new NoScheduler(idOfTasks),
                        0,
                        0,
                        new Tallies(),
                        TenantConfig.defaults(),
                        TenantConfig.defaults())
                .root();
    }

    @Override
    public Launcher launcher() {
        throw new IllegalStateException("nothing runs here");
    }

    @Override
    public void mustEnd(TaskImpl<?> task) {}

    @Override
    public @Nullable Lending lend(TaskImpl<?> caller) {
        return null;
    }

    @Override
    public boolean serves(TaskImpl<?> server, @Nullable Lending lent) {
        return false;
    }

    @Override
    public void bindBefore(SchedulingContext context, TaskImpl<?> task) {}

    @Override
    public void queueBound(TaskImpl<?> task) {}

    @Override
    public boolean reportEnded() {
        return false;
    }

    @Override
    public long nextId() {
        return id;
    }

    @Override
    public void arm(TimerHeap.Entry timer, long deadline) {
        throw new IllegalStateException("nothing fires timers");
    }

    @Override
    public void exhausted(TaskImpl<?> task, Bill bill) {}

    @Override
    public void failed(NurseryImpl nursery, TaskImpl<?> task, Throwable cause, boolean holder) {}

    @Override
    public void failedUnseen(TaskFailure failure) {}

    @Override
    public void seen(TaskImpl<?> task) {}

    @Override
    public void changed(NurseryImpl nursery, NurseryState to) {}

    @Override
    public void unbalanced(String nursery, Ledger ledger) {
        throw new IllegalStateException(nursery + ": " + ledger);
    }

    @Override
    public void dismiss(TenantImpl tenant) {}

    @Override
    public String withoutSupervisors() {
        return "none";
    }

    @Override
    public boolean needsCapabilities() {
        return false;
    }

    @Override
    public long chanceSeed() {
        return 0;
    }

    @Override
    public long graceOps() {
        return 0;
    }

    @Override
    public long graceNanos() {
        return 0;
    }

    @Override
    public void enqueueWoken(TaskImpl<?> task) {
        throw new IllegalStateException("nothing runs " + task);
    }

    @Override
    public boolean givesWay(TaskImpl<?> task, Points.Why why) {
        return why == Points.Why.YIELDS;
    }

    @Override
    public boolean isSimulated() {
        return false;
    }

    @Override
    public int awaitOutside(WaitNode node, long timeoutNanos) {
        throw new IllegalStateException("nothing ends " + node.describe());
    }

    @Override
    public Clock clock() {
        return new VirtualClock();
    }

    @Override
    public int yieldInterval() {
        return 1024;
    }

    @Override
    public long slice() {
        return 100_000;
    }

    @Override
    public boolean isTimed() {
        return false;
    }

    @Override
    public boolean isCancelling() {
        return false;
    }

    @Override
    public CoarseClock coarseClock() {
        return new CoarseClock();
    }

    @Override
    public int openGroup(int tenant, int weight, long slice) {
        throw new IllegalStateException("nothing runs here");
    }

    @Override
    public void closeGroup(int lane) {}

    @Override
    public boolean isClosed() {
        return false;
    }

    @Override
    public String name() {
        return "none";
    }
}
