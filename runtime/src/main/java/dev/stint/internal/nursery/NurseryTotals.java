package dev.stint.internal.nursery;

import dev.stint.internal.money.Account;
import dev.stint.internal.money.Amounts;
import dev.stint.internal.stack.UsageSum;
import dev.stint.internal.task.Opener;
import dev.stint.internal.task.TaskImpl;
import dev.stint.nursery.NurseryConfig;
import org.jspecify.annotations.Nullable;

/** What has ended in a nursery and below came to. Guarded by the lock, but for what says so. */
abstract class NurseryTotals extends NurseryPlace {
    private long runs;
    private long waited; // for workers; in nanoseconds
    private @Nullable UsageSum usage; // the rest, operations aside; none until the first
    private long tasks;
    private long hash;
    private boolean isCredited; // all this was added above; guarded by the lock of that

    NurseryTotals(
            NurseryHome home,
            TenantImpl tenant,
            @Nullable NurseryImpl above,
            @Nullable TaskImpl<?> owner,
            @Nullable Opener opener,
            boolean hasBlock,
            NurseryConfig config) {
        super(home, tenant, above, owner, opener, hasBlock, config);
    }

    /** Adds a child that has ended, and gives back what is left of its allowance. */
    final void settle(TaskImpl<?> task) {
        Account account = task.toAccount();
        runs += task.epoch();
        waited += task.waited();
        if (!task.isPlain()) {
            task.addRestTo(usage());
        }
        if (account == null) {
            books().returnAll(task.allowance());
            tasks++;
            hash += Account.hashOfNothing(task.name());
        } else {
            settle(account);
        }
    }

    /** Adds what a child's nurseries, or a guest, came to. */
    final void settle(Account account) {
        books().settle(account);
        tasks += account.tasks;
        hash += account.hash;
        runs += account.runs;
        waited += account.waited;
        if (account.usage != null) {
            usage().add(account.usage);
        }
    }

    private UsageSum usage() {
        UsageSum sum = usage;
        if (sum == null) {
            sum = new UsageSum();
            usage = sum;
        }
        return sum;
    }

    /** No lock: all has ended, and nothing is added any more. */
    final void writeTotals(Account account) {
        account.tasks = tasks;
        account.hash = hash;
        account.runs = runs;
        account.waited = waited;
        account.usage = usage;
    }

    final void addTotalsTo(UsageSum sum) {
        sum.runs += runs;
        sum.waited += waited;
        if (usage != null) {
            sum.add(usage);
        }
        sum.ops += books().spent(Amounts.OPS);
    }

    /** What it came to stands above now. The lock of that is held. */
    final void credited() {
        isCredited = true;
    }

    final boolean hasBeenCredited() {
        return isCredited;
    }

    /** How many tasks have ended below, and the sum of their hashes. */
    final long tasksEnded() {
        return tasks;
    }

    final long hashOfTasks() {
        return hash;
    }
}
