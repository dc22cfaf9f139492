package dev.stint.verify.soak;

import dev.stint.channel.Lease;
import dev.stint.channel.ObjectPool;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A pool: an object is lent to one at a time, and whatever was made is destroyed in the end. */
final class Pools extends Exercise {
    private static final int CAPACITY = 3;

    /** What is lent. */
    private static final class Thing {
        final AtomicBoolean inUse = new AtomicBoolean();
    }

    private final AtomicInteger alive = new AtomicInteger();
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong destroyed = new AtomicLong();
    private final ObjectPool<Thing> pool;

    Pools(Stage stage) {
        super("pool", stage);
        pool =
                ObjectPool.open(
                        CAPACITY,
                        this::make,
                        p -> p.withName("soaked").withOnDestroy(_ -> destroy()));
    }

    private Thing make() {
        made.incrementAndGet();
        if (alive.incrementAndGet() > CAPACITY) {
            wrong("more alive than the pool may have");
        }
        return new Thing();
    }

    private void destroy() {
        destroyed.incrementAndGet();
        alive.decrementAndGet();
    }

    @Override
    void act(Draw draw) throws Exception {
        Optional<Lease<Thing>> lease =
                switch (draw.below(4)) {
                    case 0 -> pool.tryTake();
                    case 1 -> pool.take(draw.moment());
                    default -> Optional.of(pool.take());
                };
        if (lease.isPresent()) {
            use(lease.get(), draw);
            did();
        }
    }

    private void use(Lease<Thing> lease, Draw draw) throws InterruptedException {
        try (lease) {
            Thing thing = lease.get();
            if (!thing.inUse.compareAndSet(false, true)) {
                wrong("one object was lent to two");
            }
            try {
                if (draw.oneIn(4)) {
                    Stage.giveWay();
                }
            } finally {
                thing.inUse.set(false);
            }
            if (draw.oneIn(20)) {
                lease.discard();
            }
        }
    }

    @Override
    void audit(Consumer<String> wrong) {
        pool.close();
        var end = pool.snapshot();
        if (made.get() != destroyed.get() || end.out() > 0 || end.waiting() > 0) {
            wrong.accept("made %s, destroyed %s, in the end: %s".formatted(made, destroyed, end));
        }
    }
}
