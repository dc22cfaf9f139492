package dev.stint.nursery;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.budget.Ledger;
import dev.stint.budget.Receipt;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.event.Event;
import dev.stint.event.TaskSnapshot;
import dev.stint.nursery.Script.Kind;
import dev.stint.nursery.Script.Scope;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of every {@link Performance}, whatever the schedule. Computed from the program,
 * from what its tasks wrote down and from the order of events; the books are what is on trial.
 */
final class Verdict {
    private static final int NEVER = Integer.MAX_VALUE;

    private final Performance p;
    private final boolean seeded;
    private final int[] began;
    private final int[] spawned;
    private final int[] finished;
    private final int[] opened;
    private final int[] cancelling;
    private final int[] ended;
    private final List<List<NurseryState>> histories = new ArrayList<>();
    private final Map<Long, Integer> taskNumbers = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();

    private Verdict(Performance p, boolean seeded) {
        this.p = p;
        this.seeded = seeded;
        int tasks = p.tasks.length;
        int nurseries = p.nurseries.length;
        began = times(tasks);
        spawned = times(tasks);
        finished = times(tasks);
        opened = times(nurseries);
        cancelling = times(nurseries);
        ended = times(nurseries);
        for (int i = 0; i < nurseries; i++) {
            histories.add(new ArrayList<>());
        }
    }

    /** What is wrong; empty if nothing. After everything has ended. */
    static List<String> on(Performance p, boolean seeded) {
        var verdict = new Verdict(p, seeded);
        p.violations.forEach(v -> verdict.wrong.add("while it ran: " + v));
        verdict.readLog();
        verdict.judgeTasks();
        verdict.judgeNurseries();
        verdict.judgeMoney();
        verdict.judgeDeadlock();
        return verdict.wrong;
    }

    private static int[] times(int count) {
        int[] times = new int[count];
        java.util.Arrays.fill(times, NEVER);
        return times;
    }

    private void check(boolean holds, String what) {
        if (!holds) {
            wrong.add(what);
        }
    }

    // ---- the order of events

    private void readLog() {
        int now = 0;
        for (Object entry : p.log) {
            now++;
            switch (entry) {
                case Performance.Began(int task) -> {
                    check(began[task] == NEVER, "t" + task + " began twice");
                    began[task] = now;
                }
                case Event.TaskSpawned(long id, String name) -> {
                    int task = numberOf(name);
                    check(spawned[task] == NEVER, name + " was spawned twice");
                    spawned[task] = now;
                    taskNumbers.put(id, task);
                }
                case Event.TaskFinished(long id, int _, TaskState _) -> {
                    Integer task = taskNumbers.get(id);
                    if (task == null) {
                        wrong.add("task " + id + " ended and was never spawned");
                    } else {
                        check(finished[task] == NEVER, "t" + task + " ended twice");
                        finished[task] = now;
                    }
                }
                case Event.NurseryChanged(long _, String name, NurseryState to)
                        when name.startsWith("n") ->
                        changed(numberOf(name), to, now);
                default -> {}
            }
        }
    }

    private static int numberOf(String name) {
        return Integer.parseInt(name.substring(1));
    }

    private void changed(int nursery, NurseryState to, int now) {
        histories.get(nursery).add(to);
        switch (to) {
            case OPEN -> opened[nursery] = now;
            case CANCELLING -> cancelling[nursery] = now;
            case CLOSED, CANCELLED -> ended[nursery] = now;
            case CLOSING -> {}
        }
    }

    private void judgeHistory(int n) {
        List<NurseryState> states = new ArrayList<>(histories.get(n));
        if (!seeded) {
            // Who closes it, who cancels it and who ends it may speak at once: on threads the news
            // may come in another order. Only the first word is first.
            states.subList(1, states.size()).sort(Comparator.comparingInt(NurseryState::code));
        }
        boolean legal = states.getFirst() == NurseryState.OPEN && states.getLast().isFinal();
        for (int i = 1; i < states.size(); i++) {
            legal &= states.get(i - 1).mayBecome(states.get(i));
        }
        check(legal, "n" + n + " went " + states);
    }

    // ---- tasks

    private void judgeTasks() {
        for (int t = 0; t < p.tasks.length; t++) {
            Task<?> task = p.tasks[t].get();
            if (task == null) {
                check(spawned[t] == NEVER, "t" + t + " was started by a spawn that threw");
                check(began[t] == NEVER, "t" + t + " began without a spawn");
                continue;
            }
            check(spawned[t] != NEVER, "t" + t + " was never announced");
            check(finished[t] != NEVER, "t" + t + " never ended: " + task.state());
            if (finished[t] != NEVER) {
                judgeOutcome(t, task);
                judgeStart(t);
            }
        }
    }

    private void judgeOutcome(int t, Task<?> task) {
        Outcome<?> outcome = task.tryOutcome().orElse(null);
        Performance.Deeds did = p.deeds[t];
        Throwable thrown = did.thrown;
        String what = "t" + t + " ended as " + outcome + " and threw " + thrown;
        switch (outcome) {
            case null -> wrong.add("t" + t + " has ended and has no outcome");
            case Outcome.Success<?> _ ->
                    check(did.began && thrown == null && !did.failedToPay && !leftOpen(t), what);
            case Outcome.Cancelled<?> _ -> {
                check(!did.began || isCancellation(thrown), what);
                check(wasCancelled(t), what + ", and nobody has cancelled it");
            }
            case Outcome.Failure<?>(var cause) -> {
                if (thrown != null) {
                    check(cause == thrown || isExhaustedInstead(cause, thrown), what);
                } else if (did.failedToPay) {
                    check(cause instanceof BudgetExhaustedException, what);
                } else {
                    check(leftOpen(t) && cause instanceof IllegalStateException, what);
                }
            }
        }
    }

    /** Who could not pay has failed by that, whatever else was thrown on the way out. */
    private static boolean isExhaustedInstead(Throwable cause, Throwable thrown) {
        return cause instanceof BudgetExhaustedException
                && List.of(cause.getSuppressed()).contains(thrown);
    }

    private static boolean isCancellation(@Nullable Throwable thrown) {
        return thrown instanceof InterruptedException
                || thrown instanceof CancellationException
                || thrown instanceof NurseryNotActiveException;
    }

    private boolean wasCancelled(int t) {
        return p.deeds[t].cancelled
                || cancelling[p.plan.nurseryOf.get(t)] != NEVER
                || p.deadlock != null;
    }

    /** True if the task ended without having closed a nursery. */
    private boolean leftOpen(int t) {
        return p.deeds[t].open > 0;
    }

    /** Nothing starts below a nursery that is being cancelled. */
    private void judgeStart(int t) {
        int own = p.plan.nurseryOf.get(t);
        for (int n = 0; n < p.nurseries.length; n++) {
            if (!p.plan.isWithin(own, n)) {
                continue;
            }
            check(finished[t] < ended[n], "t" + t + " ended after n" + n + ", which it is below");
            if (seeded) {
                check(spawned[t] < cancelling[n], "t" + t + " was spawned in cancelled n" + n);
                check(
                        began[t] == NEVER || began[t] < cancelling[n],
                        "t" + t + " began below cancelled n" + n);
            }
        }
    }

    // ---- nurseries

    private void judgeNurseries() {
        for (int n = 0; n < p.nurseries.length; n++) {
            Nursery nursery = p.nurseries[n].get();
            if (nursery == null) {
                continue;
            }
            check(opened[n] != NEVER, "n" + n + " was never announced");
            check(nursery.state().isFinal(), "n" + n + " is " + nursery.state() + " in the end");
            if (!nursery.state().isFinal()) {
                continue;
            }
            judgeHistory(n);
            judgeResult(n, nursery);
            judgeDescent(n);
        }
    }

    private void judgeResult(int n, Nursery nursery) {
        Scope scope = p.plan.scopes.get(n);
        int failures = 0;
        int successes = 0;
        int first = -1;
        for (int t = 0; t < p.tasks.length; t++) {
            Task<?> task = p.tasks[t].get();
            if (task == null || p.plan.nurseryOf.get(t) != n) {
                continue;
            }
            switch (task.tryOutcome().orElse(null)) {
                case Outcome.Failure<?> _ -> {
                    failures++;
                    first = first < 0 || finished[t] < finished[first] ? t : first;
                }
                case Outcome.Success<?> _ -> successes++;
                case null, default -> {}
            }
        }
        boolean cancelled = cancelling[n] != NEVER;
        check(
                cancelled == (nursery.state() == NurseryState.CANCELLED),
                "n" + n + " is " + nursery.state());
        boolean despite =
                switch (scope.policy()) {
                    case ALL_SUCCEED, RUN_ALL -> false;
                    case FIRST_SUCCESS -> successes > 0;
                    case COLLECT -> true;
                };
        NurseryResult result = nursery.tryGetResult().orElse(null);
        CancelReason reason = nursery.cancelReason().orElse(null);
        String what =
                "n%d, %s, %s by %s, with %d failures and %d successes has the result %s"
                        .formatted(
                                n,
                                scope.policy(),
                                nursery.state(),
                                reason,
                                failures,
                                successes,
                                result);
        check(cancelled == (reason != null), what);
        judgeReason(n, scope.policy(), reason, failures, successes, what);
        if (failures > 0 && !despite) {
            if (result instanceof NurseryResult.ChildFailed(var error, var others)) {
                check(!seeded || error.name().equals("t" + first), what + "; first is t" + first);
                check(others.size() == failures - 1, what);
            } else {
                wrong.add(what);
            }
        } else if (cancelled && reason != CancelReason.POLICY) {
            check(
                    result instanceof NurseryResult.Cancelled(var _, var why, var _)
                            && why == reason,
                    what);
        } else {
            check(result instanceof NurseryResult.Success, what);
        }
        NurseryResult seen = p.fates[n].awaited;
        check(seen == null || seen.equals(result), what + "; it was awaited as " + seen);
    }

    private void judgeReason(
            int n,
            Kind policy,
            @Nullable CancelReason reason,
            int failures,
            int successes,
            String what) {
        if (policy == Kind.ALL_SUCCEED && failures > 0) {
            check(reason != null, what);
        }
        if (policy == Kind.FIRST_SUCCESS && successes > 0) {
            check(reason != null, what);
        }
        switch (reason) {
            case null -> {}
            case REQUESTED -> check(p.fates[n].cancelled || hasInNursery(n), what);
            case CHILD_FAILED -> check(policy == Kind.ALL_SUCCEED && failures > 0, what);
            case POLICY -> check(policy == Kind.FIRST_SUCCESS && successes > 0, what);
            case DEADLINE -> check(p.plan.scopes.get(n).deadlineMillis() >= 0, what);
            case GUARD -> check(false, what);
            case PARENT -> {
                int owner = p.plan.ownerOf.get(n);
                check(
                        owner >= 0 && (wasCancelled(owner) || leftOpen(owner) || isInCutBlock(n)),
                        what + "; its owner is t" + owner);
            }
        }
    }

    /** True if its owner opened it in the block of another one, which was cancelled. */
    private boolean isInCutBlock(int n) {
        for (int outer = 0; outer < p.nurseries.length; outer++) {
            if (p.plan.ownerOf.get(outer).equals(p.plan.ownerOf.get(n))
                    && opened[outer] < opened[n]
                    && cancelling[outer] != NEVER) {
                return true;
            }
        }
        return false;
    }

    private boolean hasInNursery(int n) {
        return p.plan.scopes.get(n).end() == Script.End.IN_NURSERY;
    }

    /** Inner nurseries end first, and none survives the cancelling of an outer one. */
    private void judgeDescent(int n) {
        for (int high = 0; high < p.nurseries.length; high++) {
            if (high == n || !p.plan.isWithin(n, high)) {
                continue;
            }
            check(ended[n] < ended[high], "n" + high + " ended before n" + n + " below it");
            if (seeded && cancelling[high] < ended[n] && !isShielded(n)) {
                check(
                        cancelling[n] != NEVER,
                        "n" + n + " was open when n" + high + " was cancelled, and was not");
            }
        }
    }

    /** True if it may have been opened in a clean-up, which goes on for a grace. */
    private boolean isShielded(int n) {
        int owner = p.plan.ownerOf.get(n);
        return owner >= 0 && p.deeds[owner].shielded;
    }

    // ---- money

    private void judgeMoney() {
        for (int t = 0; t < p.tasks.length; t++) {
            Task<?> task = p.tasks[t].get();
            if (task != null && finished[t] != NEVER) {
                judgeReceipt("t" + t, task.receipt().orElse(null), 1 + tasksOf(t), spentBy(t));
                judgeDebt("t" + t, task.receipt().orElse(null), mayBorrow(t));
            }
        }
        Budget total = Budget.ZERO;
        boolean allEnded = true;
        for (int n = 0; n < p.nurseries.length; n++) {
            Nursery nursery = p.nurseries[n].get();
            if (nursery == null) {
                continue;
            }
            if (!nursery.state().isFinal()) {
                allEnded = false;
                continue;
            }
            Budget spent = spentIn(n);
            Receipt receipt = nursery.receipt().orElse(null);
            judgeReceipt("n" + n, receipt, tasksIn(n), spent);
            judgeDebt("n" + n, receipt, mayBorrowIn(n));
            judgeLedger(n, nursery.ledger(), spent);
            if (n == 0) {
                total = spent;
            }
        }
        Ledger books = p.tenant().ledger();
        check(books.isBalanced(), "the tenant's books: " + books);
        if (allEnded) {
            check(books.held().isZero(), "the tenant's books in the end: " + books);
            check(books.spent().equals(total), "the tenant has spent " + total + ": " + books);
        }
        Budget used = p.usedByRight.get();
        Budget left = p.right().budgetLeft();
        Budget gone = left.plus(used);
        boolean someDraw = p.plan.scopes.stream().anyMatch(Script.Scope::selfRecharge);
        check(
                someDraw ? p.script.limit().covers(gone) : p.script.limit().equals(gone),
                "of the right to " + p.script.limit() + ", used " + used + ", left " + left);
    }

    private void judgeReceipt(String who, @Nullable Receipt receipt, long tasks, Budget spent) {
        if (receipt == null) {
            wrong.add(who + " has ended and has no receipt");
            return;
        }
        check(
                receipt.tasks() == tasks && receipt.spent().equals(spent),
                who + " and the " + tasks + " tasks have spent " + spent + ": " + receipt);
    }

    private void judgeDebt(String who, @Nullable Receipt receipt, boolean allowed) {
        if (receipt != null && !allowed) {
            check(receipt.debt().isZero(), who + " has borrowed: " + receipt);
        }
    }

    private void judgeLedger(int n, Ledger books, Budget spent) {
        String what = "the books of n" + n + " in the end: " + books;
        check(books.isBalanced(), what);
        check(books.held().isZero() && books.pooled().isZero(), what);
        check(books.spent().equals(spent), what + "; spent were " + spent);
        Scope scope = p.plan.scopes.get(n);
        if (scope.budget().isPresent()) {
            Budget most = scope.budget().get().plus(p.fates[n].given.get()).plus(p.drawnByRight());
            for (Component c : Component.values()) {
                check(
                        books.granted().get(c) <= most.get(c),
                        what + "; its wall is at " + most + " " + c);
            }
        }
    }

    private Budget spentBy(int t) {
        Budget spent = p.deeds[t].paid;
        for (int n = 0; n < p.nurseries.length; n++) {
            if (p.plan.ownerOf.get(n) == t && p.nurseries[n].get() != null) {
                spent = spent.plus(spentIn(n));
            }
        }
        return spent;
    }

    private Budget spentIn(int n) {
        Budget spent = Budget.ZERO;
        for (int t = 0; t < p.tasks.length; t++) {
            if (p.tasks[t].get() != null && p.plan.nurseryOf.get(t) == n) {
                spent = spent.plus(spentBy(t)).plus(Budget.ZERO.withSpawns(1));
            }
        }
        return spent;
    }

    private long tasksOf(int t) {
        long tasks = 0;
        for (int n = 0; n < p.nurseries.length; n++) {
            if (p.plan.ownerOf.get(n) == t && p.nurseries[n].get() != null) {
                tasks += tasksIn(n);
            }
        }
        return tasks;
    }

    private long tasksIn(int n) {
        long tasks = 0;
        for (int t = 0; t < p.tasks.length; t++) {
            if (p.tasks[t].get() != null && p.plan.nurseryOf.get(t) == n) {
                tasks += 1 + tasksOf(t);
            }
        }
        return tasks;
    }

    /** Only shielded sections may overdraw. */
    private boolean mayBorrow(int t) {
        if (p.deeds[t].shielded) {
            return true;
        }
        for (int n = 0; n < p.nurseries.length; n++) {
            if (p.plan.ownerOf.get(n) == t && mayBorrowIn(n)) {
                return true;
            }
        }
        return false;
    }

    private boolean mayBorrowIn(int n) {
        for (int t = 0; t < p.tasks.length; t++) {
            if (p.plan.nurseryOf.get(t) == n && mayBorrow(t)) {
                return true;
            }
        }
        return false;
    }

    // ---- deadlock

    /** Nothing but a lack of money stops these programs. */
    private void judgeDeadlock() {
        if (p.deadlock != null && !p.outsideWaits) {
            check(
                    p.deadlock.waiting().stream()
                            .map(TaskSnapshot::state)
                            .anyMatch(s -> s == TaskState.BUDGET_EXHAUSTED),
                    "a deadlock without anybody who waits for money: " + p.deadlock.getMessage());
        }
    }
}
