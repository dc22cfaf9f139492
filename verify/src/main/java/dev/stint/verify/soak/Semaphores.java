package dev.stint.verify.soak;

import dev.stint.sync.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A semaphore: never more inside than permits, and all of them are there in the end. */
final class Semaphores extends Exercise {
    private static final int PERMITS = 3;

    private final Semaphore semaphore = Semaphore.bounded(PERMITS).named("soaked");
    private final AtomicLong inside = new AtomicLong();

    Semaphores(Stage stage) {
        super("semaphore", stage);
    }

    @Override
    void act(Draw draw) throws Exception {
        long count = draw.oneIn(5) ? 1 + draw.below(PERMITS) : 1;
        if (draw.oneIn(2)) {
            hold(count, draw);
        } else {
            acquire(count, draw);
        }
    }

    /** By a guard, which gives back what it has once, however often it is closed. */
    private void hold(long count, Draw draw) throws InterruptedException {
        Semaphore.Guard guard =
                switch (draw.below(4)) {
                    case 0 -> semaphore.tryHold(count).orElse(null);
                    case 1 -> semaphore.hold(count, draw.moment()).orElse(null);
                    default -> semaphore.hold(count);
                };
        if (guard == null) {
            return;
        }
        try (guard) {
            beInside(count, draw);
        }
        guard.close();
        did();
    }

    private void acquire(long count, Draw draw) throws InterruptedException {
        boolean taken =
                switch (draw.below(4)) {
                    case 0 -> semaphore.tryAcquire(count);
                    case 1 -> semaphore.acquire(count, draw.moment());
                    default -> {
                        semaphore.acquire(count);
                        yield true;
                    }
                };
        if (!taken) {
            return;
        }
        try {
            beInside(count, draw);
        } finally {
            if (count > 1 || !stage().plants(Flaw.LEAKS_A_PERMIT, draw)) {
                semaphore.release(count);
            }
        }
        did();
    }

    private void beInside(long count, Draw draw) throws InterruptedException {
        try {
            if (inside.addAndGet(count) > PERMITS) {
                wrong("more inside than permits at a time");
            }
            if (draw.oneIn(4)) {
                Stage.giveWay();
            }
        } finally {
            inside.addAndGet(-count);
        }
    }

    @Override
    void stop() {
        long left = PERMITS - semaphore.snapshot().permits() - inside.get();
        if (left > 0 && stage().isFlawed(Flaw.LEAKS_A_PERMIT)) {
            wrong(left + " permits are gone");
            semaphore.release(left); // so that the round can end
        }
    }

    @Override
    void audit(Consumer<String> wrong) {
        var end = semaphore.snapshot();
        if (end.permits() != PERMITS || end.waiting() > 0) {
            wrong.accept("of %d permits, in the end: %s".formatted(PERMITS, end));
        }
    }
}
