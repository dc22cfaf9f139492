package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.error.GuardExceededException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;

/** A tenant that allocates what nobody charges is stopped near its allowance; the other goes on. */
public final class StoppedByAGuard {
    @SuppressWarnings("UnusedVariable") // so that the compiler does not leave out what is made
    private static volatile Object last = "";

    private StoppedByAGuard() {}

    // tag::program
    public static void main(String[] args) throws InterruptedException {
        Budget little = Budget.UNLIMITED.withMemory(1 << 20);
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2));
                Tenant mallory =
                        scheduler.openTenant(
                                t ->
                                        t.withName("mallory")
                                                .withBudget(little)
                                                .withLimits(l -> l.withUnchargedMemory(32 << 20)));
                Tenant alice = scheduler.openTenant(t -> t.withName("alice").withBudget(little))) {
            Task<Long> greedy = mallory.root().spawn(StoppedByAGuard::allocate);
            Task<Integer> modest = alice.root().spawn(() -> 6 * 7);

            System.out.println("mallory: " + inWords(greedy.awaitOutcome()));
            System.out.println("alice: " + inWords(modest.awaitOutcome()));
        }
    }

    /** Stands for a method that the host has lent, and put no price on. */
    private static long allocate() throws InterruptedException {
        long sum = 0;
        while (sum < 1L << 35) {
            last = new byte[1 << 16];
            sum += 1 << 16;
            Stint.checkpoint();
        }
        return sum;
    }

    private static String inWords(Outcome<?> outcome) {
        return switch (outcome) {
            case Outcome.Failure<?>(GuardExceededException e) ->
                    "stopped by the guard of " + e.reading().guard().inWords();
            case Outcome.Failure<?>(var cause) -> "failed, " + cause;
            case Outcome.Success<?>(var value) -> "done, " + value;
            case Outcome.Cancelled<?>() -> "cancelled";
        };
    }
    // end::program
}
