package dev.stint.verify.history;

import dev.stint.env.Xoshiro256;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads outside any scheduler that want the same few units. They park in earnest, give up after a
 * moment, and are interrupted. Never has one more of them a unit than there are; whoever waits is
 * served; and in the end all units are there.
 */
final class Crowd {
    private static final int CALLERS = 3;
    private static final int TAKES = 200;

    private static final int MOST_USE = 100;

    /** Nothing has happened for so long: nothing will. */
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Supplier<Units> open;

    Crowd(Supplier<Units> open) {
        this.open = open;
    }

    /** Null if all was well under this seed, else what was not. */
    @Nullable String judge(long seed) {
        var run = new Run(open.get());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            long own = seed * CALLERS + i;
            Thread thread = new Thread(() -> run.act(new Xoshiro256(own)), "caller " + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        run.isOpen = true;
        String found = run.awaitEnd(threads, new Xoshiro256(seed));
        threads.forEach(Thread::interrupt);
        return found == null ? null : found + " under seed " + seed;
    }

    /** One crowd. */
    private static final class Run {
        private final Units units;
        private final AtomicInteger inUse = new AtomicInteger();
        private final AtomicInteger steps = new AtomicInteger();
        private final AtomicInteger interrupts = new AtomicInteger();
        private final AtomicReference<@Nullable String> wrong = new AtomicReference<>();
        volatile boolean isOpen; // lets all begin together

        Run(Units units) {
            this.units = units;
        }

        void act(Xoshiro256 random) {
            while (!isOpen) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < TAKES; i++) {
                try {
                    use(random.nextInt(3) == 0 ? units.take(moment(random)) : units.take(), random);
                } catch (InterruptedException takenNothing) {
                    interrupts.incrementAndGet();
                } catch (RuntimeException e) {
                    wrong.compareAndSet(null, String.valueOf(e.getMessage()));
                }
                steps.incrementAndGet();
            }
        }

        private static Duration moment(Xoshiro256 random) {
            return Duration.ofNanos(1_000L * random.nextInt(50));
        }

        private void use(@Nullable Object unit, Xoshiro256 random) {
            if (unit == null) {
                return;
            }
            int users = inUse.incrementAndGet();
            if (users > units.count) {
                wrong.set(users + " have one of " + units.count);
            }
            for (int i = random.nextInt(MOST_USE); i > 0; i--) {
                Thread.onSpinWait(); // for about as long as another needs to stand in line
            }
            inUse.decrementAndGet();
            units.giveBack(unit);
        }

        /** Interrupts one or the other meanwhile, as long as they get on. */
        @Nullable String awaitEnd(List<Thread> threads, Xoshiro256 random) {
            int seen = -1;
            long since = System.nanoTime();
            while (threads.stream().anyMatch(Thread::isAlive)) {
                if (steps.get() != seen) {
                    seen = steps.get();
                    since = System.nanoTime();
                    threads.get(random.nextInt(CALLERS)).interrupt();
                } else if (System.nanoTime() - since > STUCK_NANOS) {
                    wrong.compareAndSet(null, "somebody waits for ever: " + units.rest());
                    return wrong.get() + ", after " + interrupts + " interrupts";
                }
                giveWay();
            }
            String rest = units.rest();
            return wrong.get() == null && !rest.equals(units.whole())
                    ? "in the end there are " + rest
                    : wrong.get();
        }

        @SuppressWarnings("ThreadPriorityCheck") // only so that others get on
        private static void giveWay() {
            Thread.yield();
        }
    }
}
