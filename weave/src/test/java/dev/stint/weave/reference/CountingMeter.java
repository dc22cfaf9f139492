package dev.stint.weave.reference;

import dev.stint.hooks.Meter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A thread that lends woven code as much as it wants, and counts. */
final class CountingMeter extends Meter {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int LENT_OPS = 1 << 20;
    private static final long LENT_BYTES = 1L << 40;

    private long paidOps;
    private long paidBytes;

    private CountingMeter(Runnable body) {
        super(body, "counting");
        ops = LENT_OPS;
        bytes = LENT_BYTES;
    }

    static CountingMeter count(Runnable body) {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        CountingMeter meter =
                new CountingMeter(
                        () -> {
                            try {
                                body.run();
                            } catch (Throwable e) {
                                failure.set(e);
                            }
                        });
        finish(meter);
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new AssertionError("the woven program could not be run", thrown);
        }
        return meter;
    }

    /** Runs a thread to its end. */
    static void finish(Thread thread) {
        thread.setDaemon(true);
        thread.start();
        try {
            if (!thread.join(LONGEST)) {
                throw new AssertionError("no end: " + List.of(thread.getStackTrace()));
            }
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    long ops() {
        return paidOps + LENT_OPS - ops;
    }

    long bytes() {
        return paidBytes + LENT_BYTES - bytes;
    }

    @Override
    protected void ranOut(int operations, long memory) {
        paidOps += LENT_OPS - ops;
        ops = LENT_OPS;
        paidBytes += LENT_BYTES - bytes;
        bytes = LENT_BYTES;
    }

    @Override
    protected void payRarely(long moreOps, long moreBytes, long syscalls) {
        paidOps += moreOps;
        paidBytes += moreBytes;
    }
}
