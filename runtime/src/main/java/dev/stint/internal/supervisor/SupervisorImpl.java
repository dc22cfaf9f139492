package dev.stint.internal.supervisor;

import dev.stint.budget.Bill;
import dev.stint.budget.OnExhaustion;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.SupervisorFailedException;
import dev.stint.error.TaskFailedException;
import dev.stint.internal.nursery.NurseryHome;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.nursery.Policy;
import dev.stint.supervisor.ChildSnapshot;
import dev.stint.supervisor.ChildSpec;
import dev.stint.supervisor.Decision;
import dev.stint.supervisor.Restart;
import dev.stint.supervisor.Supervisor;
import dev.stint.supervisor.SupervisorConfig;
import dev.stint.task.Action;
import dev.stint.task.CancelledException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A supervisor. Everything it decides is decided by its task, one thing at a time: ends of children
 * in the order in which they come, then bills by the ids of the debtors, then restarts that are
 * due. Others only leave a note and ring.
 *
 * <p>Its nursery waits on exhaustion, and whoever waits there rings the same bell. A supervisor
 * that runs as a child of another one registers with it, so that it is shut down in order and not
 * just cancelled when the other stops it.
 */
public final class SupervisorImpl implements Supervisor, Runnable {
    private static final int GO_ON = 0;
    private static final int SHUT_DOWN = 1;
    private static final int STOPPED_FROM_ABOVE = 2;

    private final SupervisorConfig config;
    private final List<Child> children = new ArrayList<>();
    private final Bell bell = new Bell();
    private final ConcurrentLinkedQueue<TaskImpl<?>> ended = new ConcurrentLinkedQueue<>();
    private final Map<TaskImpl<?>, SupervisorImpl> nested = new ConcurrentHashMap<>();
    private final ArrayDeque<Long> recentRestarts = new ArrayDeque<>();
    private final AtomicInteger wish = new AtomicInteger(GO_ON);
    private volatile @Nullable Task<@Nullable Void> task; // null if it runs in somebody else's

    private SupervisorImpl(SupervisorConfig config) {
        this.config = config;
        for (ChildSpec spec : config.children()) {
            children.add(new Child(spec, children.size()));
        }
    }

    // ---- opening

    /** Starts a supervisor as a task of a nursery. */
    public static Supervisor start(NurseryImpl in, UnaryOperator<SupervisorConfig> configure) {
        var supervisor = configured(in.home(), configure);
        Headroom.ensureForSeveral();
        Action body = supervisor::supervise;
        Task<@Nullable Void> task = in.spawn(TaskOptions.named(supervisor.config.name()), body);
        supervisor.task = task;
        ((TaskImpl<?>) task).whenEnded(supervisor::allOver); // also if it never starts
        return supervisor;
    }

    /** Supervises in the calling task, until that ends. */
    public static void runHere(UnaryOperator<SupervisorConfig> configure)
            throws InterruptedException {
        TaskImpl<?> me = TaskImpl.ensureCurrent("supervise");
        configured(NurseryImpl.of(me).home(), configure).supervise();
    }

    private static SupervisorImpl configured(
            NurseryHome home, UnaryOperator<SupervisorConfig> configure) {
        Objects.requireNonNull(configure, "the configuration function");
        SupervisorConfig config =
                Objects.requireNonNull(
                        configure.apply(SupervisorConfig.defaults()),
                        "the configuration function returned null; return the changed"
                                + " configuration");
        String who = "supervisor '" + config.name() + "'";
        String profile = home.withoutSupervisors();
        if (profile != null) {
            throw new IllegalStateException(
                    who
                            + " cannot be opened under profile "
                            + profile
                            + ": only CLUSTER lets a task restart and recharge others. Open the"
                            + " scheduler with withProfile(Profile.CLUSTER).");
        }
        if (config.children().isEmpty()) {
            throw new IllegalArgumentException(
                    who
                            + " has no children and would have nothing to do. Add one:"
                            + " withChild(...).");
        }
        return new SupervisorImpl(config);
    }

    // ---- what others do: leave a note and ring

    /** A child cannot pay. */
    @Override
    public void run() {
        bell.ring();
    }

    @Override
    public boolean shutdown() {
        Headroom.ensure();
        return wish(SHUT_DOWN);
    }

    private boolean wish(int what) {
        int before = wish.getAndAccumulate(what, Math::max);
        bell.ring();
        return before == GO_ON;
    }

    // ---- supervising; the task only from here

    private void supervise() throws InterruptedException {
        TaskImpl<?> me = TaskImpl.ensureCurrent("supervise");
        SupervisorImpl above =
                NurseryImpl.of(me).supervisor() instanceof SupervisorImpl s ? s : null;
        if (above != null) {
            above.nested.put(me, this);
        }
        try (NurseryImpl nursery = open()) {
            nursery.supervise(this);
            var round = new Round(me, nursery);
            try {
                round.untilTheEnd();
            } catch (Throwable e) {
                round.stopAllAndThrow(e);
            }
        } finally {
            allOver();
            if (above != null) {
                above.nested.remove(me);
            }
        }
        if (wish.get() == STOPPED_FROM_ABOVE) {
            me.cancel(); // what the one above wants is the end of the task
            throw new TaskCancelledException(this + " was stopped by the supervisor above it");
        }
    }

    /** When no child runs, and nobody is left to start one. */
    private void allOver() {
        for (Child child : children) {
            child.over();
        }
    }

    private NurseryImpl open() {
        return NurseryImpl.openHere(
                n -> {
                    var config =
                            n.withName(this.config.name())
                                    .withOnExhaustion(OnExhaustion.WAIT)
                                    .withChildBudget(this.config.childBudget())
                                    .withPolicy(NobodyMatters.INSTANCE);
                    return this.config.budget().map(config::withBudget).orElse(config);
                });
    }

    /** How children end is for the supervisor to judge. */
    private enum NobodyMatters implements Policy {
        INSTANCE;

        @Override
        public Then childEnded(Task<?> child, Outcome<?> outcome) {
            return Then.GO_ON;
        }

        @Override
        public boolean isSuccessDespite(long failures) {
            return true;
        }
    }

    /** The work of the supervising task, in its nursery. */
    private final class Round {
        private final TaskImpl<?> me;
        private final NurseryImpl nursery;

        Round(TaskImpl<?> me, NurseryImpl nursery) {
            this.me = me;
            this.nursery = nursery;
        }

        void untilTheEnd() throws InterruptedException {
            long now = now();
            for (Child child : children) {
                child.startAt = now;
            }
            while (true) {
                bell.hush();
                if (wish.get() != GO_ON) {
                    stopFrom(0);
                    return;
                }
                if (judgeOneEnd() || settleOneBill() || startOneDue()) {
                    continue;
                }
                long next = TimerHeap.NONE;
                boolean any = false;
                for (Child child : children) {
                    next = Math.min(next, child.startAt);
                    any |= child.isOpen() || child.startAt != TimerHeap.NONE;
                }
                if (!any) {
                    return;
                }
                bell.await(me, next, "children of " + SupervisorImpl.this);
            }
        }

        // ---- starting

        /** As a rule a child takes its first steps before the next one is started. */
        private boolean startOneDue() throws InterruptedException {
            long now = now();
            for (Child child : children) {
                if (child.startAt <= now) {
                    start(child);
                    me.yieldNow();
                    return true;
                }
            }
            return false;
        }

        private void start(Child child) {
            var named = TaskOptions.named(child.spec.name());
            var options = child.spec.budget().map(named::withBudget).orElse(named);
            TaskImpl<?> task = nursery.start(options, Action.asCallable(child.spec.body()));
            child.started(task);
            task.whenEnded(
                    () -> {
                        ended.add(task);
                        bell.ring();
                    });
        }

        // ---- ends

        private boolean judgeOneEnd() throws InterruptedException {
            TaskImpl<?> task = ended.poll();
            if (task == null) {
                return false;
            }
            for (Child child : children) {
                if (child.isRunBy(task)) {
                    judge(child, task);
                }
            }
            return true;
        }

        private void judge(Child child, TaskImpl<?> task) throws InterruptedException {
            child.settle();
            Outcome<?> outcome = task.tryOutcome().orElseThrow();
            Throwable failure = outcome instanceof Outcome.Failure<?>(var cause) ? cause : null;
            boolean again =
                    switch (child.spec.restart()) {
                        case PERMANENT -> true;
                        case TRANSIENT -> failure != null;
                        case TEMPORARY -> false;
                    };
            if (again) {
                restart(child, failure);
            } else {
                child.over();
            }
        }

        private void restart(Child child, @Nullable Throwable why) throws InterruptedException {
            int count = countRestart();
            if (count > config.mostRestarts()) {
                throw new SupervisorFailedException(
                        SupervisorImpl.this.toString(),
                        child.spec.name(),
                        config.mostRestarts(),
                        config.period(),
                        why);
            }
            int first = child.place;
            int last = child.place;
            switch (config.strategy()) {
                case ONE_FOR_ONE -> {}
                case ONE_FOR_ALL -> {
                    first = 0;
                    last = children.size() - 1;
                }
                case REST_FOR_ONE -> last = children.size() - 1;
            }
            for (int i = last; i >= first; i--) {
                stop(children.get(i));
            }
            Duration wait = config.backoff().before(count);
            long at = wait.isZero() ? now() : me.home().clock().after(nanos(wait));
            for (int i = first; i <= last; i++) {
                Child other = children.get(i);
                if (other != child && other.spec.restart() == Restart.TEMPORARY) {
                    other.over();
                } else if (other.mayStartAgain()) {
                    other.startAt = at;
                }
            }
        }

        /** The how-manieth restart within the period this is. */
        private int countRestart() {
            long now = now();
            long period = nanos(config.period());
            while (!recentRestarts.isEmpty() && now - recentRestarts.getFirst() >= period) {
                recentRestarts.removeFirst();
            }
            recentRestarts.addLast(now);
            return recentRestarts.size();
        }

        // ---- stopping

        /** Stops the children from this place on, the last first, one after the other. */
        private void stopFrom(int first) throws InterruptedException {
            for (int i = children.size() - 1; i >= first; i--) {
                stop(children.get(i));
                children.get(i).over();
            }
        }

        private void stop(Child child) throws InterruptedException {
            child.startAt = TimerHeap.NONE;
            TaskImpl<?> task = child.task();
            if (task == null || !child.isOpen()) {
                return;
            }
            SupervisorImpl below = nested.get(task);
            if (below != null) {
                below.wish(STOPPED_FROM_ABOVE);
            } else {
                task.cancel();
            }
            while (true) {
                bell.hush();
                if (!child.isRunning()) {
                    break;
                }
                nursery.refuse(task); // one that is to end gets no more money
                bell.await(me, TimerHeap.NONE, "the end of " + task);
            }
            child.settle();
        }

        /** Something has gone wrong, or the task was cancelled. */
        void stopAllAndThrow(Throwable why) throws InterruptedException {
            try {
                stopFrom(0);
            } catch (InterruptedException | RuntimeException e) {
                nursery.cancel(); // no time for order
                if (e != why) {
                    why.addSuppressed(e);
                }
            }
            switch (why) {
                case InterruptedException e -> throw e;
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new IllegalStateException(why);
            }
        }

        // ---- bills

        private boolean settleOneBill() throws InterruptedException {
            List<Bill> bills = new ArrayList<>(nursery.bills());
            bills.sort(Comparator.comparingLong(Bill::debtorId));
            for (Bill bill : bills) {
                for (Child child : children) {
                    if (child.isRunBy(bill.debtorId())) {
                        settle(child, bill);
                        return true;
                    }
                }
            }
            return false;
        }

        private void settle(Child child, Bill bill) throws InterruptedException {
            TaskImpl<?> task = Objects.requireNonNull(child.task());
            Decision decision =
                    Objects.requireNonNull(
                            config.onBill().apply(bill), "the decision about a bill");
            switch (decision) {
                case Decision.Recharge(var amount) -> {
                    if (amount.get(bill.component()) == 0) {
                        throw new IllegalStateException(
                                SupervisorImpl.this
                                        + " cannot recharge child '"
                                        + child.spec.name()
                                        + "' with "
                                        + amount
                                        + ": it lacks "
                                        + bill.component().inWords()
                                        + ". Give it some of those, or decide to fail it.");
                    }
                    if (!nursery.provide(task, amount)) {
                        nursery.refuse(task);
                    }
                }
                case Decision.Fail() -> nursery.refuse(task);
                case Decision.StartAgain() -> {
                    stop(child);
                    restart(child, BudgetExhaustedException.of(bill));
                }
            }
        }

        private long now() {
            return me.home().clock().nanos();
        }
    }

    private static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE - 1; // 292 years
        }
    }

    // ---- the handle

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public Task<@Nullable Void> task() {
        return Objects.requireNonNull(task);
    }

    @Override
    public List<ChildSnapshot> children() {
        return children.stream().map(Child::snapshot).toList();
    }

    @Override
    public void close() {
        Headroom.ensureForSeveral();
        shutdown();
        Task<@Nullable Void> supervising = task();
        boolean interrupted = false;
        while (!supervising.state().isFinal()) {
            try {
                supervising.awaitOutcome();
            } catch (InterruptedException e) {
                interrupted = true;
                supervising.cancel();
                if (e instanceof CancelledException) {
                    break; // it cannot wait any more; the nursery of the supervisor does
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
            return;
        }
        if (supervising.tryOutcome().orElseThrow() instanceof Outcome.Failure<?>(var cause)) {
            throw new TaskFailedException(supervising.toString(), cause);
        }
    }

    @Override
    public String toString() {
        return "supervisor '" + config.name() + "'";
    }
}
