package dev.stint.verify.soak;

import dev.stint.Stint;
import dev.stint.sync.Mutex;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A mutex: one at a time, and every hold is counted by a number that nothing else guards. */
final class Locks extends Exercise {
    private static final int HOT = 300;

    private final Mutex mutex = Mutex.unlocked().named("soaked");
    private final AtomicInteger inside = new AtomicInteger();
    private final LongAdder holds = new LongAdder();
    private long guarded; // by the mutex
    private final boolean hot;
    private final Mutex between = Mutex.unlocked().named("hammered");
    private final LongAdder blows = new LongAdder();
    private long hammered; // by the other mutex

    Locks(Stage stage, boolean hot) {
        super("mutex", stage);
        this.hot = hot;
    }

    /** Two who do nothing else: only so does one come to wait just as the other hands it on. */
    @Override
    List<Runnable> outside() {
        return hot ? List.of(this::hammer, this::hammer) : List.of();
    }

    private void hammer() {
        try {
            while (!stage().isOver()) {
                try (var _ = between.lock()) {
                    hammered++;
                }
                blows.increment();
                did();
            }
        } catch (InterruptedException e) {
            wrong("a thread was interrupted that nobody interrupts");
        }
    }

    @Override
    int keepers() {
        return 5;
    }

    @Override
    void act(Draw draw) throws Exception {
        if (stage().plants(Flaw.LETS_TWO_IN, draw)) {
            hold(draw); // without the lock
            return;
        }
        Mutex.Guard guard = lock(draw);
        if (guard == null) {
            return;
        }
        if (stage().plants(Flaw.KEEPS_THE_LOCK, draw)) {
            throw new CancellationException("and keeps the lock");
        }
        try (guard) {
            hold(draw);
        }
        did();
        if (draw.oneIn(10)) {
            again();
        }
    }

    /** As fast as possible, so that one comes to wait just as another hands it on. */
    private void again() throws InterruptedException {
        for (int i = 0; i < HOT; i++) {
            try (var _ = mutex.lock()) {
                holds.increment();
                guarded++;
            }
            did();
        }
    }

    private Mutex.@Nullable Guard lock(Draw draw) throws InterruptedException {
        return switch (draw.below(4)) {
            case 0 -> mutex.tryLock().orElse(null);
            case 1 -> mutex.lock(draw.moment()).orElse(null);
            default -> mutex.lock();
        };
    }

    private void hold(Draw draw) throws InterruptedException {
        if (inside.incrementAndGet() != 1) {
            wrong("two had the lock at a time");
        }
        try {
            holds.increment();
            guarded++;
            if (draw.oneIn(8)) {
                Stage.giveWay();
            }
            if (draw.oneIn(50) && Stage.inTask()) {
                Stint.sleep(draw.moment());
            }
        } finally {
            inside.decrementAndGet();
        }
    }

    @Override
    void audit(Consumer<String> wrong) throws Exception {
        if (guarded != holds.sum()) {
            wrong.accept("counted %d of %d holds".formatted(guarded, holds.sum()));
        }
        if (hammered != blows.sum()) {
            wrong.accept("counted %d of %d blows".formatted(hammered, blows.sum()));
        }
        if (!mutex.snapshot().owner().isEmpty() || mutex.snapshot().waiting() > 0) {
            wrong.accept("somebody has it, or waits: " + mutex.snapshot());
        }
    }
}
