package dev.stint.verify.soak;

import dev.stint.sync.RateLimiter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** A rate limiter: never more permits than time has brought. */
final class Rates extends Exercise {
    private static final int A_SECOND = 20_000;
    private static final int BURST = 10;

    private final RateLimiter limiter = RateLimiter.of(A_SECOND, Duration.ofSeconds(1), BURST);
    private final LongAdder taken = new LongAdder();
    private final long begun = System.nanoTime();

    Rates(Stage stage) {
        super("rate limiter", stage);
    }

    @Override
    void act(Draw draw) throws Exception {
        int count = 1 + draw.below(3);
        boolean got =
                switch (draw.below(3)) {
                    case 0 -> limiter.tryAcquire(count);
                    case 1 -> limiter.acquire(count, draw.moment());
                    default -> {
                        limiter.acquire(count);
                        yield true;
                    }
                };
        if (got) {
            taken.add(count);
            did();
        }
    }

    @Override
    void audit(Consumer<String> wrong) {
        long nanos = System.nanoTime() - begun;
        // A permit may be taken a moment before it is due, by the clock's grain.
        long most = BURST + 2 + nanos / (TimeUnit.SECONDS.toNanos(1) / A_SECOND);
        if (taken.sum() > most) {
            wrong.accept("gave %d permits where %d were due".formatted(taken.sum(), most));
        }
        if (limiter.snapshot().waiting() > 0) {
            wrong.accept("somebody waits: " + limiter.snapshot());
        }
    }
}
