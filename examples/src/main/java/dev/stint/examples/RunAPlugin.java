package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.Cost;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.nursery.NurseryResult;

/** Runs code that may not end under a budget, and says what it has cost. */
public final class RunAPlugin {
    private RunAPlugin() {}

    public static void main(String[] args) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            run(scheduler, "modest", 3);
            run(scheduler, "greedy", Integer.MAX_VALUE);
        }
    }

    // tag::run
    static void run(Scheduler scheduler, String name, int pages) throws InterruptedException {
        var pool = new Budget(10_000, 1 << 20, 5, 0, 0);
        scheduler.runInNursery(
                n -> n.withName(name).withBudget(pool),
                nursery -> {
                    nursery.spawn(name, () -> plugin(pages));
                    switch (nursery.awaitAll()) {
                        case NurseryResult.ChildFailed(var first, var _)
                                when first.cause() instanceof BudgetExhaustedException e ->
                                System.out.println(
                                        name
                                                + " was stopped: no "
                                                + e.bill().component().inWords());
                        case NurseryResult.ChildFailed failed -> failed.orThrow();
                        case NurseryResult.Success _, NurseryResult.Cancelled _ ->
                                System.out.println(name + " has ended");
                    }
                    var receipt = nursery.receipt().orElseThrow();
                    System.out.println(
                            name
                                    + " pays for "
                                    + receipt.spent().ops()
                                    + " operations and "
                                    + receipt.spent().memory()
                                    + " bytes");
                });
    }

    /** Code that is not metered pays where it says so. */
    static void plugin(int pages) throws InterruptedException {
        for (int page = 0; page < pages; page++) {
            Stint.charge(Cost.allocation(1024));
            Stint.checkpoint(100);
        }
    }
    // end::run
}
