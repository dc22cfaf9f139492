package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.CapabilityRefusedException;
import dev.stint.error.StackOverflowException;
import dev.stint.hooks.AccessRefusedException;
import dev.stint.host.demo.Attack.Ending;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import dev.stint.weave.WeaveRefusedException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One hostile tenant: tries its attack again and again, each time with a small budget, and notes
 * how that ended. Other threads may look at it meanwhile.
 */
final class Besieger {
    /** For one attempt: some milliseconds of work, a few megabytes. */
    private static final Budget ATTEMPT = new Budget(1_000_000, 16 << 20, 20, 100, 10);

    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration LONG_PAUSE = Duration.ofMillis(200);

    private static final Object LOADING = new Object();

    private final Attack attack;
    private final Tenant tenant;
    private final TenantCode code;
    private @Nullable Class<?> loaded;
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile Ending last = Ending.RUNNING;
    private volatile @Nullable String escaped; // how an attempt ended that was not contained

    Besieger(Attack attack, Scheduler scheduler, TenantCode code) {
        this.attack = attack;
        this.tenant = scheduler.openTenant(t -> t.withName(attack.title()));
        this.code = code;
    }

    /** Attempts until the time is up, or until it was not contained. */
    void besiege(long until, Duration patience) throws InterruptedException {
        do {
            Ending ending = attempt(patience);
            last = ending;
            attempts.incrementAndGet();
            if (escaped != null || ending == Ending.RUNNING) {
                return;
            }
            Thread.sleep(ending == Ending.REFUSED ? LONG_PAUSE : PAUSE);
        } while (System.nanoTime() < until);
    }

    private Ending attempt(Duration patience) throws InterruptedException {
        Class<?> loaded;
        try {
            loaded = load();
        } catch (WeaveRefusedException e) {
            return judged(Ending.REFUSED, e.getMessage());
        } catch (ClassNotFoundException e) {
            return judged(Ending.FAILED, e.toString());
        }
        return attempt(loaded, patience);
    }

    /**
     * Here, and not in the task: weaving is the host's work, and nobody waits for it on a worker.
     * One at a time: so attackers take no more of the machine than one thread of the host's.
     */
    private Class<?> load() throws ClassNotFoundException {
        Class<?> known = loaded;
        if (known == null || attack.isOnceAClass()) { // that fails only once per class
            synchronized (LOADING) {
                known = code.load(attack.className());
            }
            loaded = known;
        }
        return known;
    }

    private Ending judged(Ending ending, @Nullable String how) {
        if (!attack.isContainedBy(ending)) {
            escaped = "it ended " + ending + ": " + how;
        }
        return ending;
    }

    private Ending attempt(Class<?> attacker, Duration patience) throws InterruptedException {
        Nursery nursery =
                tenant.nursery(
                        n ->
                                n.withBudget(ATTEMPT.plus(Budget.ofOps(1_000_000)))
                                        .withChildBudget(ATTEMPT)
                                        .withOnExhaustion(OnExhaustion.FAIL)
                                        .withCancelOnError(false));
        Callable<@Nullable Object> body =
                () -> {
                    TenantCode.make(attacker, Runnable.class).run();
                    return null;
                };
        Task<?> task = nursery.spawn(attack.title(), body);
        Outcome<?> outcome;
        try {
            outcome = awaitOutcome(task, patience);
            nursery.cancel();
            // Until then this thread stands in its block.
            if (nursery.awaitAll(patience).isEmpty()) {
                throw new TimeoutException("what it has started");
            }
        } catch (TimeoutException e) {
            escaped = "it was still running after " + patience.toSeconds() + " s";
            return Ending.RUNNING;
        }
        return judged(endingOf(outcome), outcome.toString());
    }

    private static Outcome<?> awaitOutcome(Task<?> task, Duration patience)
            throws InterruptedException, TimeoutException {
        try {
            task.await(patience);
        } catch (TimeoutException e) {
            throw e;
        } catch (RuntimeException e) {
            // It has failed: the outcome says how.
        }
        return task.awaitOutcome();
    }

    private static Ending endingOf(Outcome<?> outcome) {
        if (!(outcome instanceof Outcome.Failure<?>(var cause))) {
            return Ending.SUCCEEDED;
        }
        for (Throwable at = cause; at != null; at = at.getCause()) {
            switch (at) {
                case BudgetExhaustedException _ -> {
                    return Ending.EXHAUSTED;
                }
                case WeaveRefusedException _,
                        AccessRefusedException _,
                        CapabilityRefusedException _ -> {
                    return Ending.REFUSED;
                }
                case StackOverflowException _ -> {
                    return Ending.OVERFLOWN;
                }
                default -> {}
            }
        }
        return Ending.FAILED;
    }

    Attack attack() {
        return attack;
    }

    int attempts() {
        return attempts.get();
    }

    Ending last() {
        return last;
    }

    Budget spent() {
        return tenant.ledger().spent();
    }

    /** How it got out; null if it never did. */
    @Nullable String escaped() {
        return escaped;
    }
}
