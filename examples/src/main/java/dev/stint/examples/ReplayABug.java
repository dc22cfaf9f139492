package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.task.Task;

/** Finds a seed under which a racy program goes wrong, and runs it again under that seed. */
public final class ReplayABug {
    private ReplayABug() {}

    // tag::bug
    /** Two deposits of 1 into one account. The second read may come before the first write. */
    static final class Account {
        private int balance;

        void deposit() throws InterruptedException {
            int seen = balance;
            audit();
            balance = seen + 1;
        }

        /** Looks harmless, but gives way. */
        private static void audit() throws InterruptedException {
            Stint.yield();
        }
    }

    /** What a run leaves behind: the balance, and the hash of everything that happened. */
    record Run(int balance, long trace) {}

    static Run run(long seed) throws InterruptedException {
        var account = new Account();
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(seed))) {
            Task<?> quick = scheduler.root().spawn("quick", account::deposit);
            Task<?> slow =
                    scheduler
                            .root()
                            .spawn(
                                    "slow",
                                    () -> {
                                        for (int i = 0; i < 5; i++) {
                                            Stint.yield();
                                        }
                                        account.deposit();
                                    });
            quick.await();
            slow.await();
            return new Run(account.balance, scheduler.traceHash());
        }
    }

    // end::bug

    public static void main(String[] args) throws InterruptedException {
        // tag::search
        long seed = 1;
        while (run(seed).balance() == 2) {
            seed++;
        }
        System.out.println("a deposit is lost under seed " + seed);
        System.out.println("again under seed " + seed + ": balance " + run(seed).balance());
        System.out.println("the same run: " + run(seed).equals(run(seed)));
        // end::search
    }
}
