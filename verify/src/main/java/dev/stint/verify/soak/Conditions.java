package dev.stint.verify.soak;

import dev.stint.sync.Condition;
import dev.stint.sync.Mutex;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of a mutex and two conditions: what is put is taken once, and nobody is stuck.
 */
final class Conditions extends Exercise {
    private static final int ROOM = 4;

    private final Mutex mutex = Mutex.unlocked().named("monitor");
    private final Condition notEmpty = mutex.condition().named("not empty");
    private final Condition notFull = mutex.condition().named("not full");
    private final ArrayDeque<Long> queue = new ArrayDeque<>(); // guarded by the mutex
    private boolean over; // guarded by the mutex
    private final AtomicLong numbers = new AtomicLong();
    private final Tally put = new Tally();
    private final Tally taken = new Tally();

    Conditions(Stage stage) {
        super("condition", stage);
    }

    @Override
    int keepers() {
        return 4;
    }

    @Override
    void act(Draw draw) throws Exception {
        if (draw.oneIn(2)) {
            put(draw);
        } else {
            take(draw);
        }
    }

    private void put(Draw draw) throws InterruptedException {
        try (var _ = mutex.lock()) {
            while (queue.size() >= ROOM && !over) {
                if (!await(notFull, draw)) {
                    return;
                }
            }
            if (over) {
                return;
            }
            long number = numbers.incrementAndGet();
            queue.add(number);
            put.add(number);
            tell(notEmpty, draw);
        }
        did();
    }

    private void take(Draw draw) throws InterruptedException {
        try (var _ = mutex.lock()) {
            while (queue.isEmpty()) {
                if (over || !await(notEmpty, draw)) {
                    return;
                }
            }
            note(queue.remove());
            tell(notFull, draw);
        }
        did();
    }

    private void note(@Nullable Long number) {
        if (number != null) {
            taken.add(number);
        }
    }

    private boolean await(Condition condition, Draw draw) throws InterruptedException {
        try {
            if (draw.oneIn(3)) {
                return condition.await(draw.moment());
            }
            condition.await();
            return true;
        } finally {
            if (!mutex.isMine()) {
                wrong("a wait ended without the mutex");
            }
        }
    }

    private static void tell(Condition condition, Draw draw) {
        if (draw.oneIn(10)) {
            condition.signalAll();
        } else {
            condition.signal();
        }
    }

    /** Never waits: it is called again until all have ended. */
    @Override
    void stop() {
        try {
            mutex.tryLock()
                    .ifPresent(
                            guard -> {
                                try (guard) {
                                    over = true;
                                    notEmpty.signalAll();
                                    notFull.signalAll();
                                }
                            });
        } catch (InterruptedException e) {
            wrong("a thread was interrupted that nobody interrupts");
        }
    }

    @Override
    void audit(Consumer<String> wrong) {
        queue.forEach(taken::add);
        if (!put.isSameAs(taken)) {
            wrong.accept("of " + put + " numbers " + taken + " came: lost or doubled");
        }
        if (notEmpty.snapshot().waiting() + notFull.snapshot().waiting() > 0
                || mutex.snapshot().waiting() > 0) {
            wrong.accept("somebody waits in the end: " + notEmpty + ", " + notFull + ", " + mutex);
        }
    }
}
