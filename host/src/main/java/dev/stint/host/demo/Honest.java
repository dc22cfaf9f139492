package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.channel.Channel;
import dev.stint.context.ContextConfig;
import dev.stint.context.Overrun;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * The honest tenant: answers a request every few milliseconds, whoever else is there. What a
 * request takes counts from the moment when it should have come, so that none is left out because
 * an earlier one was late.
 *
 * <p>It is one task that serves, on a scheduling context: a fair share alone would not do. A share
 * is a sum over time, and an attacker's step that cannot be cut short is made good to all others
 * first, who were there before the request.
 */
final class Honest {
    static final Duration BETWEEN = Duration.ofMillis(3);

    private final Tenant tenant;
    private final IntSupplier service;
    private final int right;
    private final Channel<Long> requests = Channel.unbounded(); // when each should have come
    private final Task<?> server;
    private final Latencies latencies = new Latencies();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();

    Honest(Scheduler scheduler, TenantCode code) throws ReflectiveOperationException {
        this.tenant = scheduler.openTenant(t -> t.withName("honest"));
        Class<?> loaded = code.load("dev.stint.host.demo.tenant.Request");
        this.service = TenantCode.make(loaded, IntSupplier.class);
        this.right = new dev.stint.host.demo.tenant.Request().getAsInt();
        this.server = tenant.root().spawn("honest", this::answer);
        scheduler.openContext(Honest::right).bind(server);
    }

    /** Half of a worker at most; more of it is as everybody's. */
    private static ContextConfig right(ContextConfig c) {
        return c.withName("honest")
                .withPeriod(Duration.ofMillis(10))
                .withTime(Duration.ofMillis(5))
                .withOperations(500_000)
                .withOverrun(Overrun.DEMOTE);
    }

    private void answer() throws InterruptedException {
        for (long due : requests) {
            if (service.getAsInt() != right) {
                wrong.incrementAndGet();
            }
            latencies.add(System.nanoTime() - due);
        }
    }

    /** Asks until the time is up. */
    void serve(long until) throws InterruptedException {
        long next = System.nanoTime();
        while (next < until) {
            requests.trySend(next);
            asked.incrementAndGet();
            next += BETWEEN.toNanos();
            long rest = next - System.nanoTime();
            if (rest > 0) {
                Thread.sleep(Duration.ofNanos(rest));
            }
        }
        requests.close();
    }

    /** Waits for the answers that have not come yet. */
    void finish(Duration patience) throws InterruptedException {
        try {
            server.await(patience);
        } catch (TimeoutException e) {
            // it shows in the count
        }
    }

    int asked() {
        return asked.get();
    }

    int wrong() {
        return wrong.get();
    }

    Latencies latencies() {
        return latencies;
    }

    Budget spent() {
        return tenant.ledger().spent();
    }
}
