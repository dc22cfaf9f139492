package dev.stint.host.demo;

import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** A tenant whose tasks do nothing but start more, beside one that goes about its business. */
final class Bomb implements Scene {
    private static final int HONEST = 200;
    private static final int CHILDREN = 4;

    private final Budget budget;

    Bomb() {
        this(new Budget(2_000_000, 0, 100_000, 0, 0));
    }

    Bomb(Budget budget) {
        this.budget = budget;
    }

    @Override
    public String name() {
        return "bomb";
    }

    @Override
    public String claim() {
        return "a fork bomb spends its own budget, nobody else's";
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        try (var scheduler = Stage.open(this, c -> c.withWorkers(2))) {
            Tenant bomber = scheduler.openTenant(t -> t.withName("bomber").withBudget(budget));
            Tenant honest = scheduler.openTenant(t -> t.withName("honest"));
            var started = new LongAdder();
            Task<?> bomb = bomber.root().spawn("bomb", () -> multiply(started));
            List<Task<Integer>> work = new ArrayList<>();
            for (int i = 0; i < HONEST; i++) {
                int nth = i;
                work.add(honest.root().<Integer>spawn("honest", () -> nth));
            }
            long sum = 0;
            for (Task<Integer> task : work) {
                sum += task.await(stage.patience());
            }
            bomb.awaitOutcome();
            bomber.close();
            honest.close();

            Ledger books = bomber.ledger();
            findings.expectEqual("sum of the honest", sum, HONEST * (HONEST - 1) / 2);
            findings.expect(books.isBalanced(), "the bomber's books are wrong: " + books);
            findings.expect(books.held().isZero(), "the bomber still holds " + books.held());
            findings.expectEqual("spawns billed", books.spent().spawns(), started.sum() + 1);
            findings.expect(
                    budget.covers(books.spent()),
                    "the bomber has spent " + books.spent() + " of " + budget);
            findings.expectEqual(
                    "spawns billed to the honest", honest.ledger().spent().spawns(), HONEST);
            findings.number("spawns", books.spent().spawns());
            findings.figure(
                    Text.number(books.spent().spawns())
                            + " spawns, then refused; "
                            + HONEST
                            + " honest tasks done");
        }
    }

    /** Starts children that do the same, until nobody can pay for another. */
    private static void multiply(LongAdder started) {
        try (var nursery = Stint.nursery(n -> n.withCancelOnError(false))) {
            for (int i = 0; i < CHILDREN; i++) {
                nursery.spawn(() -> multiply(started));
                started.increment();
            }
        } catch (BudgetExhaustedException e) {
            return; // that is the point
        }
    }
}
