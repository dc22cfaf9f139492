package dev.stint.internal.driver.threads;

import dev.stint.env.Clock;
import dev.stint.env.Parking;
import dev.stint.env.Seam;
import dev.stint.internal.policy.PolicyDesk;
import dev.stint.internal.stack.Carrier;
import java.util.concurrent.TimeUnit;

/** Asks the policy service in a thread of its own, so that no worker ever does. */
@Seam("a real thread")
final class PolicyKeeper {
    private static final long LONGEST_PAUSE = TimeUnit.HOURS.toNanos(1);
    private static final long AFTER_ERROR = TimeUnit.SECONDS.toNanos(1);
    private static final long PATIENCE_MILLIS = 1_000;

    private final PolicyDesk desk;
    private final Clock clock;
    private final Carrier thread;
    private volatile boolean stopped;

    PolicyKeeper(PolicyDesk desk, Clock clock, String scheduler) {
        this.desk = desk;
        this.clock = clock;
        this.thread = new Carrier(this::keep, "stint-" + scheduler + "-policy");
    }

    /** Waits for the first answer, not for long, and leaves the rest to the thread. */
    void start() {
        Thread opener = Thread.currentThread();
        desk.wakes(() -> Parking.unpark(opener));
        long until = clock.after(desk.patienceNanos());
        desk.tick();
        while (desk.isFirstAwaited() && !opener.isInterrupted()) {
            long left = until - clock.nanos();
            if (left <= 0) {
                break;
            }
            Parking.parkNanos(desk, left);
            desk.tick();
        }
        desk.wakes(() -> Parking.unpark(thread));
        thread.start();
    }

    private void keep() {
        while (!stopped) {
            long next;
            try {
                next = desk.tick();
            } catch (Throwable e) { // no memory, for one; it must live on
                next = clock.after(AFTER_ERROR);
            }
            long pause = Math.min(next - clock.nanos(), LONGEST_PAUSE);
            if (pause > 0 && !stopped) {
                Parking.parkNanos(desk, pause);
            }
        }
    }

    /** A service that keeps the thread, against its contract, is left behind with it. */
    void stop() {
        stopped = true;
        Parking.unpark(thread);
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
