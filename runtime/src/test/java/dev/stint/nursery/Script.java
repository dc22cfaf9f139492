package dev.stint.nursery;

import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A program for a scheduler, as data: a tree of nurseries and tasks and what each task does. Tasks
 * and nurseries have numbers; number 0 is the nursery that the thread outside opens.
 *
 * @param tenantBudget all that may be spent
 * @param limit how much the rights that tasks hold may recharge, all in all
 * @param yieldInterval and
 * @param slice as the scheduler's configuration has them
 * @param top what the thread outside does
 */
record Script(
        long seed, Budget tenantBudget, Budget limit, int yieldInterval, long slice, Scope top) {
    static final int OUTSIDE = -1;

    /** Which right a task holds. */
    enum Right {
        NONE,
        FIRST,
        SECOND
    }

    /** How a task leaves a nursery. */
    enum End {
        CLOSE,
        JOIN,
        AWAIT_ALL,
        IN_NURSERY,
        LEAVE_OPEN
    }

    enum Kind {
        ALL_SUCCEED,
        FIRST_SUCCESS,
        RUN_ALL,
        COLLECT;

        Policy make() {
            return switch (this) {
                case ALL_SUCCEED -> Policy.allSucceed();
                case FIRST_SUCCESS -> Policy.firstSuccess();
                case RUN_ALL -> Policy.runAll();
                case COLLECT -> Policy.collect();
            };
        }
    }

    /** A nursery and what its opener does in it. */
    record Scope(
            int number,
            Optional<Budget> budget,
            Budget childBudget,
            OnExhaustion onExhaustion,
            boolean selfRecharge,
            Kind policy,
            int deadlineMillis,
            End end,
            List<Step> steps) {
        static final int NO_DEADLINE = -1;

        @Override
        public String toString() {
            return "nursery n"
                    + number
                    + budget.map(b -> " walled " + b).orElse("")
                    + " child "
                    + childBudget
                    + " "
                    + onExhaustion
                    + (selfRecharge ? " by right " : " ")
                    + policy
                    + (deadlineMillis < 0 ? "" : " deadline " + deadlineMillis + "ms")
                    + " "
                    + end;
        }
    }

    /** A task. */
    record Part(int number, Optional<Budget> budget, Right right, List<Step> steps) {
        @Override
        public String toString() {
            return "t"
                    + number
                    + budget.map(b -> " with " + b).orElse("")
                    + (right == Right.NONE ? "" : " right " + right);
        }
    }

    sealed interface Step {
        record Charge(Budget cost) implements Step {}

        record Count(long operations) implements Step {}

        record Yield() implements Step {}

        record Sleep(int millis) implements Step {}

        record Fail() implements Step {}

        record Open(Scope scope) implements Step {}

        record Spawn(int nursery, Part part) implements Step {}

        record Await(int task) implements Step {}

        record CancelTask(int task) implements Step {}

        record CancelNursery(int nursery) implements Step {}

        /** The opener pays what the children of a nursery lack. */
        record PayBills(int nursery, Budget amount) implements Step {}

        record Fund(int nursery, Budget amount) implements Step {}

        record PayByRight(int task, Budget amount) implements Step {}

        record PayMyself(Budget amount) implements Step {}

        record Revoke(Right right) implements Step {}

        /** Goes on whatever the steps throw. */
        record Eat(List<Step> steps) implements Step {}

        record Shield(List<Step> steps) implements Step {}

        /** The thread outside lets the scheduler run for a while. */
        record Pause(int millis) implements Step {}
    }

    /** Where everything is in the tree, by number. */
    static final class Plan {
        final List<Integer> nurseryOf = new ArrayList<>(); // by task
        final List<Integer> ownerOf = new ArrayList<>(); // by nursery; OUTSIDE for number 0
        final List<Part> parts = new ArrayList<>();
        final List<Scope> scopes = new ArrayList<>();

        Plan(Script script) {
            add(OUTSIDE, script.top);
        }

        private void add(int owner, Scope scope) {
            put(scopes, scope.number(), scope);
            put(ownerOf, scope.number(), owner);
            addAll(owner, scope.steps());
        }

        private void addAll(int me, List<Step> steps) {
            for (Step step : steps) {
                switch (step) {
                    case Step.Open(Scope inner) -> add(me, inner);
                    case Step.Spawn(int nursery, Part part) -> {
                        put(parts, part.number(), part);
                        put(nurseryOf, part.number(), nursery);
                        addAll(part.number(), part.steps());
                    }
                    case Step.Eat(var inner) -> addAll(me, inner);
                    case Step.Shield(var inner) -> addAll(me, inner);
                    default -> {}
                }
            }
        }

        private static <T> void put(List<T> list, int index, T value) {
            while (list.size() <= index) {
                list.addAll(Collections.nCopies(1, value));
            }
            list.set(index, value);
        }

        /**
         * True if a task of nursery {@code low}, or that nursery, is below nursery {@code high}.
         */
        boolean isWithin(int low, int high) {
            int at = low;
            while (at != high) {
                int owner = ownerOf.get(at);
                if (owner == OUTSIDE) {
                    return false;
                }
                at = nurseryOf.get(owner);
            }
            return true;
        }
    }

    /** The program, one step a line. */
    String text() {
        var out = new StringBuilder();
        out.append("seed ").append(seed).append(" tenant ").append(tenantBudget);
        out.append(" limit ").append(limit).append(" interval ").append(yieldInterval);
        out.append(" slice ").append(slice).append('\n').append(top).append('\n');
        print(out, top.steps(), 1);
        return out.toString();
    }

    private static void print(StringBuilder out, List<Step> steps, int depth) {
        for (Step step : steps) {
            out.append("  ".repeat(depth));
            switch (step) {
                case Step.Open(Scope inner) -> {
                    out.append(inner).append('\n');
                    print(out, inner.steps(), depth + 1);
                }
                case Step.Spawn(int nursery, Part part) -> {
                    out.append("spawn in n").append(nursery).append(' ').append(part).append('\n');
                    print(out, part.steps(), depth + 1);
                }
                case Step.Eat(var inner) -> {
                    out.append("eat\n");
                    print(out, inner, depth + 1);
                }
                case Step.Shield(var inner) -> {
                    out.append("shield\n");
                    print(out, inner, depth + 1);
                }
                default -> out.append(step).append('\n');
            }
        }
    }
}
