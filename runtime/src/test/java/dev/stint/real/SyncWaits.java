package dev.stint.real;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.nursery.Nursery;
import dev.stint.sync.Condition;
import dev.stint.sync.Latch;
import dev.stint.sync.Mutex;
import dev.stint.sync.RateLimiter;
import dev.stint.sync.Semaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waits for time, and for what {@code dev.stint.sync} has. */
final class SyncWaits {
    private SyncWaits() {}

    static final class Sleep extends Wait {
        private final Channel<Integer> never = Channel.rendezvous();

        @Override
        void run() throws Exception {
            if (outside) {
                never.receiver().receive(Wait.MOMENT);
            } else {
                Stint.sleep(Wait.MOMENT);
            }
        }

        @Override
        void complete() {}
    }

    static final class Lock extends Wait {
        private final Mutex mutex = Mutex.unlocked();
        private Mutex.@Nullable Guard mine;
        private Mutex.@Nullable Guard theirs;

        @Override
        void in(Scheduler scheduler, Nursery nursery, boolean outside) throws Exception {
            super.in(scheduler, nursery, outside);
            mine = mutex.lock();
        }

        @Override
        void run() throws Exception {
            if (theirs == null) {
                theirs = mutex.lock();
            }
            theirs.close(); // if refused, next time
            theirs = null;
        }

        @Override
        void after() {
            if (theirs != null) {
                theirs.close();
            }
        }

        @Override
        void complete() throws Exception {
            if (mine != null && mutex.snapshot().waiting() > 0) {
                mine.close();
                mine = mutex.lock(Duration.ofSeconds(20)).orElseThrow();
            }
        }

        @Override
        long waiting() {
            expect("mutex is mine", mutex.isMine() ? 1 : 0, 1);
            return mutex.snapshot().waiting();
        }
    }

    static final class Acquire extends Wait {
        private final Semaphore permits = Semaphore.of(0);
        private int given;
        private int got;

        @Override
        void run() throws Exception {
            permits.acquire();
            got++;
        }

        @Override
        void complete() {
            if (permits.snapshot().waiting() > 0) {
                permits.release();
                given++;
            }
        }

        @Override
        long waiting() {
            expect("permits left", permits.snapshot().permits(), given - got);
            return permits.snapshot().waiting();
        }
    }

    static final class Hold extends Wait {
        private final Semaphore permits = Semaphore.bounded(1);
        private Semaphore.@Nullable Guard mine;
        private Semaphore.@Nullable Guard theirs;

        @Override
        void in(Scheduler scheduler, Nursery nursery, boolean outside) throws Exception {
            super.in(scheduler, nursery, outside);
            mine = permits.hold();
        }

        @Override
        void run() throws Exception {
            if (theirs == null) {
                theirs = permits.hold();
            }
            theirs.close(); // if refused, next time
            theirs = null;
        }

        @Override
        void after() {
            if (theirs != null) {
                theirs.close();
            }
        }

        @Override
        void complete() throws Exception {
            if (mine != null && permits.snapshot().waiting() > 0) {
                mine.close();
                mine = permits.hold(Duration.ofSeconds(20)).orElseThrow();
            }
        }

        @Override
        long waiting() {
            return permits.snapshot().waiting();
        }
    }

    static final class Signalled extends Wait {
        private final Mutex mutex = Mutex.unlocked();
        private final Condition condition = mutex.condition();

        @Override
        void before() throws Exception {
            mutex.lock();
        }

        @Override
        void run() throws Exception {
            try {
                condition.await();
            } finally {
                expect("mutex is mine", isMine(), 1);
            }
        }

        private int isMine() {
            try {
                return mutex.isMine() ? 1 : 0;
            } catch (StackOverflowError e) {
                return 1; // cannot tell from here
            }
        }

        @Override
        void after() {
            mutex.unlock();
        }

        @Override
        void complete() throws Exception {
            if (condition.snapshot().waiting() > 0) {
                try (var _ = mutex.lock()) {
                    condition.signal();
                }
            }
        }

        @Override
        long waiting() {
            expect("locked", mutex.isLocked() ? 1 : 0, 0);
            return 0L + condition.snapshot().waiting() + mutex.snapshot().waiting();
        }
    }

    static final class Latched extends Wait {
        private final List<Latch> latches = new ArrayList<>();
        private int opened;
        private int got;

        Latched() {
            for (int i = 0; i < 10; i++) {
                latches.add(Latch.of(1));
            }
        }

        @Override
        void run() throws Exception {
            latches.get(got).await();
            got++;
        }

        @Override
        void complete() {
            Latch next = latches.get(opened);
            if (next.snapshot().waiting() > 0) {
                next.countDown();
                opened++;
            }
        }

        @Override
        long waiting() {
            return latches.stream().mapToLong(each -> each.snapshot().waiting()).sum();
        }
    }

    static final class Paced extends Wait {
        private final RateLimiter pace = RateLimiter.of(1, Duration.ofMillis(3));

        @Override
        void run() throws Exception {
            pace.acquire();
        }

        @Override
        void complete() {}

        @Override
        long waiting() {
            return pace.snapshot().waiting();
        }
    }
}
