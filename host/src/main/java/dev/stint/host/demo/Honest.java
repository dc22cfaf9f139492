package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * The honest tenant: answers a request every few milliseconds, whoever else is there. What a
 * request takes counts from the moment when it should have come, so that none is left out because
 * an earlier one was late.
 */
final class Honest {
    static final Duration BETWEEN = Duration.ofMillis(3);

    /** It asks for little at once, and so gets it soon. */
    private static final int LITTLE = 1_000;

    private final Tenant tenant;
    private final IntSupplier service;
    private final int right;
    private final Latencies latencies = new Latencies();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();
    private final List<Task<Integer>> open = new ArrayList<>();

    Honest(Scheduler scheduler, TenantCode code) throws ReflectiveOperationException {
        this.tenant = scheduler.openTenant(t -> t.withName("honest").withSlice(LITTLE));
        Class<?> loaded = code.load("dev.stint.host.demo.tenant.Request");
        this.service = TenantCode.make(loaded, IntSupplier.class);
        this.right = new dev.stint.host.demo.tenant.Request().getAsInt();
    }

    /** Asks until the time is up. */
    void serve(long until) throws InterruptedException {
        long next = System.nanoTime();
        while (next < until) {
            long due = next;
            open.add(
                    tenant.root()
                            .spawn(
                                    "request",
                                    () -> {
                                        int answer = service.getAsInt();
                                        latencies.add(System.nanoTime() - due);
                                        return answer;
                                    }));
            asked.incrementAndGet();
            next += BETWEEN.toNanos();
            long rest = next - System.nanoTime();
            if (rest > 0) {
                Thread.sleep(Duration.ofNanos(rest));
            }
        }
    }

    /** Waits for the answers that have not come yet. */
    void finish(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        for (Task<Integer> request : open) {
            try {
                long rest = Math.max(0, until - System.nanoTime());
                if (request.await(Duration.ofNanos(rest)) != right) {
                    wrong.incrementAndGet();
                }
            } catch (TimeoutException e) {
                return; // it shows in the count
            } catch (RuntimeException e) {
                wrong.incrementAndGet();
            }
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
