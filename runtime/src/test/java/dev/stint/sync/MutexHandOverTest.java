package dev.stint.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Setting;
import dev.stint.Together;
import dev.stint.internal.wait.Cell;
import dev.stint.nursery.Nursery;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A waiter goes on as soon as its cell is claimed, also before the one who claimed it has left its
 * section. What it does then must find it the holder.
 */
@Timeout(60)
class MutexHandOverTest {
    private static final Duration STRESS = Duration.ofMillis(700);
    private static final Duration LIMIT = Duration.ofSeconds(15);

    /** What a new holder may do first. */
    enum First {
        CLOSE,
        UNLOCK,
        ASK,
        LOCK_AGAIN,
        TRY_AGAIN;

        void run(Mutex mutex, Mutex.Guard mine) throws InterruptedException {
            switch (this) {
                case CLOSE -> {}
                case UNLOCK -> mutex.unlock();
                case ASK -> assertThat(mutex.isMine()).isTrue();
                case LOCK_AGAIN ->
                        assertThatThrownBy(mutex::lock).hasMessageContaining("not reentrant");
                case TRY_AGAIN ->
                        assertThatThrownBy(mutex::tryLock).hasMessageContaining("not reentrant");
            }
            mine.close();
        }
    }

    @ParameterizedTest
    @EnumSource(First.class)
    void claimedWaiter_goesOnBeforeTheSectionEnds_isTheHolder(First first) throws Exception {
        var mutex = new MutexImpl();
        Mutex.Guard mine = mutex.lock();
        var has = new AtomicReference<Mutex.@Nullable Guard>();
        var failed = new AtomicReference<@Nullable Throwable>();
        Thread waiter =
                Thread.ofPlatform()
                        .daemon()
                        .name("waiter")
                        .start(
                                () -> {
                                    try {
                                        Mutex.Guard guard = mutex.lock();
                                        has.set(guard);
                                        first.run(mutex, guard);
                                    } catch (Throwable e) {
                                        failed.set(e);
                                    }
                                });
        while (mutex.snapshot().waiting() == 0) {
            Together.breathe();
        }

        // What an unlock does, with a pause in the middle of its section.
        mutex.acquire();
        Cell next = Objects.requireNonNull(mutex.line.take());
        next.wake();
        while (has.get() == null
                || !(waiter.getState() == Thread.State.TERMINATED || spins(waiter))) {
            Together.breathe();
        }
        mutex.holder = (MutexImpl.Hold) next.item;
        mutex.release();

        waiter.join();
        assertThat(failed.get()).isNull();
        assertThat(mutex.snapshot()).isEqualTo(new Mutex.Snapshot("", "", 0));
        mine.close();
        assertThat(mutex.tryLock()).as("nobody has it").isPresent();
    }

    private static boolean spins(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("acquireContended"));
    }

    @Test
    void lock_twoThreadsInTurn_isNeverLost() {
        var mutex = Mutex.unlocked().named("between threads");
        var count = new AtomicLong();
        Together.Piece piece = () -> lockAndUnlock(mutex, count);
        orSay(mutex, count, () -> Together.run(LIMIT, List.of(piece, piece)));
    }

    @ParameterizedTest
    @EnumSource(
            value = Setting.class,
            names = {"THREADS_VIRTUAL", "THREADS_BARE"})
    void lock_tasksInTurn_isNeverLost(Setting on) {
        var mutex = Mutex.unlocked().named("between tasks");
        var count = new AtomicLong();
        try (var scheduler = on.open()) {
            Together.Piece tasks =
                    () -> {
                        try (Nursery nursery = scheduler.nursery()) {
                            for (int i = 0; i < 3; i++) {
                                nursery.spawn("locker " + i, () -> lockAndUnlock(mutex, count));
                            }
                            nursery.join();
                        }
                    };
            Together.Piece thread = () -> lockAndUnlock(mutex, count);
            orSay(mutex, count, () -> Together.run(LIMIT, List.of(tasks, thread)));
        }
    }

    private static void lockAndUnlock(Mutex mutex, AtomicLong count) throws InterruptedException {
        long until = System.nanoTime() + STRESS.toNanos();
        while (System.nanoTime() < until) {
            try (var _ = mutex.lock()) {
                count.setPlain(count.getPlain() + 1);
            }
            try (var _ = mutex.lock()) {
                assertThat(mutex.isMine()).isTrue();
                mutex.unlock();
            }
        }
    }

    private static void orSay(Mutex mutex, AtomicLong count, Runnable run) {
        try {
            run.run();
        } catch (AssertionError e) {
            throw new AssertionError(
                    mutex.snapshot() + " after " + count + " rounds; see the cause", e);
        }
    }
}
