package dev.stint.nursery;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import dev.stint.budget.Receipt;
import dev.stint.capability.CapBudget;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.CapabilityRefusedException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.event.DeadlockException;
import dev.stint.nursery.Script.End;
import dev.stint.nursery.Script.Part;
import dev.stint.nursery.Script.Right;
import dev.stint.nursery.Script.Scope;
import dev.stint.nursery.Script.Step;
import dev.stint.task.NurseryCancelledException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One run of a {@link Script}: does what it says and writes down what came of it. */
final class Performance {
    /** What a task did, by its own account. Written by the task, read after its end. */
    static final class Deeds {
        Budget paid = Budget.ZERO;
        boolean began;
        int open; // nurseries that it has open
        boolean shielded;
        boolean failedToPay;
        @Nullable Throwable thrown;
        volatile boolean cancelled; // somebody called cancel()
    }

    /** What happened to a nursery, by the account of those who did it. */
    static final class Fate {
        final Sum given = new Sum();
        volatile @Nullable NurseryResult awaited;
        volatile boolean cancelled; // somebody called cancel()
    }

    /** What several threads add up. */
    static final class Sum {
        private Budget sum = Budget.ZERO;

        synchronized void add(Budget amount) {
            sum = sum.plus(amount);
        }

        synchronized Budget get() {
            return sum;
        }
    }

    /** In the log, beside the scheduler's events. */
    record Began(int task) {}

    final Script script;
    final Script.Plan plan;
    final Queue<Object> log = new ConcurrentLinkedQueue<>();
    final Queue<Throwable> violations = new ConcurrentLinkedQueue<>();
    final AtomicReference<@Nullable Nursery>[] nurseries;
    final AtomicReference<@Nullable Task<?>>[] tasks;
    final Deeds[] deeds;
    final Fate[] fates;
    final Sum usedByRight = new Sum();
    @Nullable DeadlockException deadlock;
    boolean outsideWaits;
    private @Nullable Tenant tenant;
    private @Nullable CapBudget right;
    private final Map<Right, CapBudget> derived = new EnumMap<>(Right.class);

    @SuppressWarnings({"unchecked", "rawtypes"})
    Performance(Script script) {
        this.script = script;
        this.plan = new Script.Plan(script);
        this.nurseries = new AtomicReference[plan.scopes.size()];
        this.fates = new Fate[plan.scopes.size()];
        for (int i = 0; i < nurseries.length; i++) {
            nurseries[i] = new AtomicReference<>();
            fates[i] = new Fate();
        }
        this.tasks = new AtomicReference[plan.parts.size()];
        this.deeds = new Deeds[plan.parts.size()];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = new AtomicReference<>();
            deeds[i] = new Deeds();
        }
    }

    Tenant tenant() {
        return Objects.requireNonNull(tenant);
    }

    /** What tasks drew by their rights without asking. */
    Budget drawnByRight() {
        return script.limit().minus(right().budgetLeft()).minus(usedByRight.get());
    }

    CapBudget right() {
        return Objects.requireNonNull(right);
    }

    private CapBudget derived(Right which) {
        return Objects.requireNonNull(derived.get(which));
    }

    // ---- outside

    /** Runs it on a fresh scheduler, to its end. Leaves the scheduler open. */
    void runOn(Scheduler scheduler) throws InterruptedException {
        Tenant owner =
                scheduler.openTenant(t -> t.withName("model").withBudget(script.tenantBudget()));
        tenant = owner;
        CapBudget all = owner.issuer().budget(script.limit());
        right = all;
        derived.put(Right.FIRST, all.atMost(Budget.UNLIMITED));
        derived.put(Right.SECOND, all.atMost(Budget.UNLIMITED.withOps(3_000)));
        Scope top = script.top();
        Nursery nursery;
        try {
            nursery = owner.nursery(n -> configured(n, top));
        } catch (BudgetExhaustedException e) {
            return; // the tenant has less than the nursery wants
        }
        nurseries[0].set(nursery);
        try {
            for (Step step : top.steps()) {
                outside(step);
            }
        } catch (DeadlockException e) {
            deadlock = e; // an outside thread that waits for money is not among the tasks it names
            outsideWaits = e.waiting().isEmpty();
            fates[0].cancelled = true;
            nursery.cancel(); // which must end every wait
        }
        try {
            end(nursery, top.end());
        } catch (DeadlockException e) {
            deadlock = e;
            if (script.seed() % 2 == 0) {
                fates[0].cancelled = true;
                nursery.cancel();
                end(nursery, top.end());
            } // else the scheduler's close must end every wait
        }
    }

    private void end(Nursery nursery, End how) throws InterruptedException {
        if (how == End.AWAIT_ALL) {
            fates[0].awaited = nursery.awaitAll();
        } else {
            closeOutside(nursery);
        }
    }

    private static void closeOutside(Nursery nursery) {
        try {
            nursery.close();
        } catch (dev.stint.error.TaskFailedException
                | dev.stint.error.NurseryDeadlineExceededException e) {
            // the result is looked at below
        }
    }

    private void outside(Step step) throws InterruptedException {
        switch (step) {
            case Step.Spawn(int nursery, Part part) -> {
                try {
                    spawn(nursery, part);
                } catch (NurseryNotActiveException | BudgetExhaustedException e) {
                    // counted by the events
                }
            }
            case Step.Pause(int millis) -> {
                Task<?> first = tasks[0].get();
                if (first != null) {
                    try {
                        first.await(Duration.ofMillis(millis));
                    } catch (TimeoutException
                            | CancellationException
                            | NurseryCancelledException
                            | dev.stint.error.TaskFailedException e) {
                        // looked at in the end
                    }
                }
            }
            default -> {
                try {
                    perform(Script.OUTSIDE, step);
                } catch (NurseryCancelledException e) {
                    // the thread stands in the block of the top one
                } catch (InterruptedException e) {
                    throw e;
                } catch (DeadlockException e) {
                    throw e;
                } catch (Exception e) {
                    violations.add(e);
                }
            }
        }
        observe(Script.OUTSIDE);
    }

    private static NurseryConfig configured(NurseryConfig base, Scope scope) {
        NurseryConfig config =
                base.named("n" + scope.number())
                        .withChildBudget(scope.childBudget())
                        .withOnExhaustion(scope.onExhaustion())
                        .withSelfRecharge(scope.selfRecharge())
                        .withPolicy(scope.policy().make());
        if (scope.budget().isPresent()) {
            config = config.withBudget(scope.budget().get());
        }
        if (scope.deadlineMillis() >= 0) {
            config = config.withDeadline(Duration.ofMillis(scope.deadlineMillis()));
        }
        return config;
    }

    // ---- inside

    private @Nullable Void play(Part part) throws Exception {
        Deeds mine = deeds[part.number()];
        if (mine.began) {
            violations.add(new AssertionError(part + " began twice"));
        }
        mine.began = true;
        log.add(new Began(part.number()));
        try {
            performAll(part.number(), part.steps());
        } catch (Throwable e) {
            mine.thrown = e;
            throw e;
        }
        return null;
    }

    private void performAll(int me, List<Step> steps) throws Exception {
        for (Step step : steps) {
            perform(me, step);
            observe(me);
        }
    }

    private void perform(int me, Step step) throws Exception {
        switch (step) {
            case Step.Charge(Budget cost) -> {
                pay(me, () -> Stint.charge(cost));
                deeds[me].paid = deeds[me].paid.plus(cost);
            }
            case Step.Count(long operations) -> {
                pay(me, () -> Stint.checkpoint(operations));
                deeds[me].paid = deeds[me].paid.plus(Budget.ofOps(operations));
            }
            case Step.Yield() -> Stint.yield();
            case Step.Sleep(int millis) -> Stint.sleep(Duration.ofMillis(millis));
            case Step.Fail() -> throw new Failed("t" + me);
            case Step.Open(Scope scope) -> open(me, scope);
            case Step.Spawn(int nursery, Part part) -> spawnPaying(me, nursery, part);
            case Step.Await(int other) -> {
                Task<?> task = tasks[other].get();
                if (task != null) {
                    task.await();
                }
            }
            case Step.CancelTask(int other) -> {
                Task<?> task = tasks[other].get();
                if (task != null) {
                    deeds[other].cancelled = true;
                    task.cancel();
                }
            }
            case Step.CancelNursery(int other) -> {
                Nursery nursery = nurseries[other].get();
                if (nursery != null) {
                    fates[other].cancelled = true;
                    nursery.cancel();
                }
            }
            case Step.PayBills _, Step.Fund _, Step.PayByRight _, Step.PayMyself _, Step.Revoke _ ->
                    help(me, step);
            case Step.Eat(var steps) -> {
                try {
                    performAll(me, steps);
                } catch (Exception e) {
                    // that is the point
                }
            }
            case Step.Shield(var steps) -> {
                deeds[me].shielded = true;
                Stint.shielded(() -> performAll(me, steps));
            }
            case Step.Pause _ -> throw new AssertionError("only outside");
        }
    }

    private interface Payment {
        void make() throws InterruptedException;
    }

    private void pay(int me, Payment payment) throws InterruptedException {
        try {
            payment.make();
        } catch (BudgetExhaustedException e) {
            deeds[me].failedToPay = true;
            throw e;
        }
    }

    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failed(String who) {
            super(who, null, false, false);
        }
    }

    /** Opens a nursery. Leaving one closes those that were left open in it. */
    private void open(int me, Scope scope) throws Exception {
        int open = deeds[me].open;
        try {
            if (scope.end() == End.IN_NURSERY) {
                Stint.inNursery(n -> configured(n, scope), nursery -> inside(me, scope, nursery));
                return;
            }
            Nursery nursery = Stint.nursery(n -> configured(n, scope));
            if (scope.end() == End.LEAVE_OPEN) {
                inside(me, scope, nursery);
                return;
            }
            try (nursery) {
                inside(me, scope, nursery);
                switch (scope.end()) {
                    case JOIN -> nursery.join();
                    case AWAIT_ALL -> fates[scope.number()].awaited = nursery.awaitAll();
                    default -> {}
                }
            }
        } catch (BudgetExhaustedException e) {
            noteUnpaid(me, e);
            throw e;
        } finally {
            if (scope.end() != End.LEAVE_OPEN) {
                deeds[me].open = open;
            }
        }
    }

    private int inside(int me, Scope scope, Nursery nursery) throws Exception {
        nurseries[scope.number()].set(nursery);
        deeds[me].open++;
        performAll(me, scope.steps());
        return scope.number();
    }

    private void noteUnpaid(int me, BudgetExhaustedException e) {
        if (isMine(me, e.bill())) {
            deeds[me].failedToPay = true;
        }
    }

    private boolean isMine(int me, Bill bill) {
        return bill.debtor().endsWith(" 't" + me + "'");
    }

    /** A spawn costs the spawner an operation, also if it then fails for another reason. */
    private void spawnPaying(int me, int nursery, Part part) {
        Deeds mine = deeds[me];
        try {
            spawn(nursery, part);
            mine.paid = mine.paid.plus(Budget.ofOps(1));
        } catch (BudgetExhaustedException e) {
            if (isMine(me, e.bill())) {
                mine.failedToPay = true;
            } else {
                mine.paid = mine.paid.plus(Budget.ofOps(1));
            }
            throw e;
        } catch (CancellationException e) {
            String message = String.valueOf(e.getMessage());
            if (message.contains("spawn()") || message.contains("waited for a recharge")) {
                mine.paid = mine.paid.plus(Budget.ofOps(1)); // it had come as far as the pool
            }
            throw e;
        } catch (RuntimeException e) {
            mine.paid = mine.paid.plus(Budget.ofOps(1));
            throw e;
        }
    }

    private void spawn(int into, Part part) {
        Nursery nursery = nurseries[into].get();
        if (nursery == null) {
            throw new AssertionError("n" + into + " is not open where " + part + " is spawned");
        }
        TaskOptions options = TaskOptions.named("t" + part.number());
        if (part.budget().isPresent()) {
            options = options.withBudget(part.budget().get());
        }
        if (part.right() != Right.NONE) {
            options = options.withCapabilities(derived(part.right()));
        }
        tasks[part.number()].set(nursery.<@Nullable Void>spawn(options, () -> play(part)));
    }

    // ---- paying for others

    private void help(int me, Step step) {
        try {
            switch (step) {
                case Step.PayBills(int other, Budget amount) -> payBills(other, amount);
                case Step.Fund(int other, Budget amount) -> {
                    Nursery nursery = nurseries[other].get();
                    if (nursery != null) {
                        fund(other, nursery, amount);
                    }
                }
                case Step.PayByRight(int other, Budget amount) -> payByRight(me, other, amount);
                case Step.PayMyself(Budget amount) -> {
                    Stint.recharge(amount);
                    used(plan.nurseryOf.get(me), amount);
                }
                case Step.Revoke(Right which) -> right().revoke(derived(which));
                default -> throw new AssertionError(step);
            }
        } catch (BudgetExhaustedException e) {
            if (me != Script.OUTSIDE) {
                noteUnpaid(me, e);
            }
        } catch (CapabilityRefusedException e) {
            // it may not
        }
    }

    private void payBills(int other, Budget amount) {
        Nursery nursery = nurseries[other].get();
        if (nursery == null) {
            return;
        }
        for (Bill bill : nursery.bills()) {
            if (bill.debtorId() == nursery.id()) {
                fund(other, nursery, amount);
                continue;
            }
            for (AtomicReference<@Nullable Task<?>> each : tasks) {
                Task<?> task = each.get();
                if (task != null && task.id() == bill.debtorId()) {
                    nursery.recharge(task, amount);
                }
            }
        }
    }

    private void fund(int other, Nursery nursery, Budget amount) {
        fates[other].given.add(amount);
        nursery.recharge(amount);
    }

    private void payByRight(int me, int other, Budget amount) {
        Task<?> task = tasks[other].get();
        Nursery nursery = nurseries[plan.nurseryOf.get(other)].get();
        if (task == null || nursery == null) {
            return;
        }
        Optional<CapBudget> mine =
                me == Script.OUTSIDE
                        ? Optional.of(right())
                        : Stint.capabilities().find(CapBudget.class);
        if (mine.isPresent()) {
            if (nursery.recharge(task, amount, mine.get())) {
                used(plan.nurseryOf.get(other), amount);
            }
        }
    }

    private void used(int nursery, Budget amount) {
        usedByRight.add(amount);
        for (int n = 0; n < fates.length; n++) {
            if (plan.isWithin(nursery, n)) {
                fates[n].given.add(amount);
            }
        }
    }

    // ---- looking

    private void observe(int me) {
        Nursery mine = nurseries[me == Script.OUTSIDE ? 0 : plan.nurseryOf.get(me)].get();
        if (mine != null) {
            ensureBalanced(mine.toString(), mine.ledger());
        }
        ensureBalanced("tenant", tenant().ledger());
    }

    private void ensureBalanced(String whose, Ledger books) {
        if (!books.isBalanced()) {
            violations.add(new AssertionError("the books of " + whose + ": " + books));
        }
    }

    /** Everything that the same seed must give again. */
    String story() {
        var out = new StringBuilder();
        for (int i = 0; i < tasks.length; i++) {
            Task<?> task = tasks[i].get();
            if (task != null) {
                out.append('t').append(i).append(' ').append(kindOf(task)).append(' ');
                out.append(task.receipt().map(Receipt::toString).orElse("none")).append('\n');
            }
        }
        for (int i = 0; i < nurseries.length; i++) {
            Nursery nursery = nurseries[i].get();
            if (nursery != null) {
                out.append('n').append(i).append(' ').append(nursery.state()).append(' ');
                out.append(nursery.receipt().map(Receipt::toString).orElse("none")).append('\n');
                out.append(nursery.ledger()).append('\n');
            }
        }
        return out.append(tenant().ledger()).toString();
    }

    private static String kindOf(Task<?> task) {
        return switch (task.tryOutcome().orElse(null)) {
            case null -> "unfinished";
            case Outcome.Success<?> _ -> "success";
            case Outcome.Cancelled<?> _ -> "cancelled";
            case Outcome.Failure<?>(var cause) -> cause.toString();
        };
    }
}
