package dev.stint.real;

import dev.stint.Scheduler;
import dev.stint.task.Action;
import dev.stint.tenant.Tenant;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;

/**
 * A hundred tasks of one tenant that need a class whose initialiser never ends, beside a tenant
 * that has little to do. Prints how long that took. A program of its own, because such a class is
 * lost for good, and with it the carriers that wait for it. Its argument says what the initialisers
 * wait for.
 */
final class StuckInitialisers {
    private static final int ROUNDS = 200;
    private static final CyclicBarrier BOTH_BEGUN = new CyclicBarrier(2);

    private StuckInitialisers() {}

    /** Two that wait for each other. */
    private static final class Ping {
        static final int VALUE = needs(true);
    }

    private static final class Pong {
        static final int VALUE = needs(false);
    }

    private static int needs(boolean other) {
        try {
            BOTH_BEGUN.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return other ? Pong.VALUE : Ping.VALUE;
    }

    /** One that waits for a permit that nobody gives. */
    private static final class Permit {
        static final int VALUE = await();

        private static int await() {
            new Semaphore(0).acquireUninterruptibly();
            return 1;
        }
    }

    /** One that waits to be notified by nobody. */
    private static final class Monitor {
        static final int VALUE = await();

        private static int await() {
            var monitor = new Object();
            synchronized (monitor) {
                while (true) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        // It goes on, as hostile code would.
                    }
                }
            }
        }
    }

    private static Action need(String kind, int task) {
        return switch (kind) {
            case "CLASS" -> task % 2 == 0 ? () -> check(Ping.VALUE) : () -> check(Pong.VALUE);
            case "PERMIT" -> () -> check(Permit.VALUE);
            case "MONITOR" -> () -> check(Monitor.VALUE);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static void check(int value) {
        if (value != 1) {
            throw new AssertionError();
        }
    }

    public static void main(String[] args) throws Exception {
        Scheduler scheduler = Scheduler.open(c -> c.withWorkers(2));
        Tenant bad = scheduler.openTenant(t -> t.withName("bad"));
        Tenant good = scheduler.openTenant(t -> t.withName("good"));
        for (int i = 0; i < 100; i++) {
            bad.root().spawn(need(args[0], i));
        }
        long begun = System.nanoTime();
        int done = 0;
        for (int i = 0; i < ROUNDS; i++) {
            done += good.root().spawn(() -> 1).await();
        }
        long millis = (System.nanoTime() - begun) / 1_000_000;
        System.out.println(done + " rounds in " + millis + " ms");
        Runtime.getRuntime().halt(0);
    }
}
