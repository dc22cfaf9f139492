package dev.stint.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.Together;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class ConditionTest {
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final Duration LONG = Duration.ofHours(1);

    private final Setting on;

    ConditionTest(Setting on) {
        this.on = on;
    }

    /** A buffer of two, as everybody writes it. */
    private static final class Buffer {
        final Mutex mutex = Mutex.unlocked();
        final Condition notEmpty = mutex.condition();
        final Condition notFull = mutex.condition();
        final ArrayDeque<Integer> items = new ArrayDeque<>();

        void put(int item) throws InterruptedException {
            try (var _ = mutex.lock()) {
                while (items.size() == 2) {
                    notFull.await();
                }
                items.add(item);
                notEmpty.signal();
            }
        }

        int take() throws InterruptedException {
            try (var _ = mutex.lock()) {
                while (items.isEmpty()) {
                    notEmpty.await();
                }
                notFull.signal();
                return items.remove();
            }
        }
    }

    @Test
    void await_producersAndConsumers_passAllOnce() throws Exception {
        on.everywhere(
                place -> {
                    var buffer = new Buffer();
                    List<Integer> got = Collections.synchronizedList(new ArrayList<>());
                    try (Nursery nursery = place.open()) {
                        for (int i = 0; i < 3; i++) {
                            int first = i * 100;
                            nursery.spawn(
                                    () -> {
                                        for (int k = 0; k < 100; k++) {
                                            buffer.put(first + k);
                                        }
                                    });
                            nursery.spawn(
                                    () -> {
                                        for (int k = 0; k < 100; k++) {
                                            got.add(buffer.take());
                                        }
                                    });
                        }
                        nursery.join();
                    }
                    assertThat(got).hasSize(300).doesNotHaveDuplicates();
                    assertThat(buffer.mutex.isLocked()).isFalse();
                    assertThat(buffer.notEmpty.snapshot().waiting()).isZero();
                    assertThat(buffer.notFull.snapshot().waiting()).isZero();
                });
    }

    /** A task that waits for a signal and then writes down its number, mutex held. */
    private static Task<?> waiter(
            Nursery nursery, Mutex mutex, Condition condition, int number, List<Integer> order) {
        return nursery.spawn(
                "waiter " + number,
                () -> {
                    try (var _ = mutex.lock()) {
                        condition.await();
                        assertThat(mutex.isMine()).isTrue();
                        order.add(number);
                    }
                });
    }

    @Test
    void signal_severalWait_goesToThemInOrder() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    Condition condition = mutex.condition();
                    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
                    try (Nursery nursery = place.open()) {
                        for (int i = 0; i < 5; i++) {
                            int number = i;
                            waiter(nursery, mutex, condition, i, order);
                            place.until(() -> condition.snapshot().waiting() == number + 1);
                        }
                        try (var _ = mutex.lock()) {
                            condition.signal();
                            condition.signal();
                            assertThat(order).isEmpty(); // the mutex is still ours
                            assertThat(condition.snapshot().waiting()).isEqualTo(3);
                            assertThat(mutex.snapshot().waiting()).isEqualTo(2);
                        }
                        place.until(() -> order.size() == 2);
                        try (var _ = mutex.lock()) {
                            condition.signalAll();
                        }
                        nursery.join();
                    }
                    assertThat(order).containsExactly(0, 1, 2, 3, 4);
                });
    }

    /** The mutex is handed over: those who stand in line come first, nobody comes between. */
    @Test
    void signal_othersWaitForTheMutex_theSignalledComesBehindThem() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    Condition condition = mutex.condition();
                    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
                    try (Nursery nursery = place.open()) {
                        waiter(nursery, mutex, condition, 1, order);
                        place.until(() -> condition.snapshot().waiting() == 1);
                        Mutex.Guard mine = mutex.lock();
                        locker(nursery, mutex, 0, order);
                        place.until(() -> mutex.snapshot().waiting() == 1);
                        condition.signal();
                        locker(nursery, mutex, 2, order);
                        place.until(() -> mutex.snapshot().waiting() == 3);
                        mine.close();
                        nursery.join();
                    }
                    assertThat(order).containsExactly(0, 1, 2);
                });
    }

    private static void locker(Nursery nursery, Mutex mutex, int number, List<Integer> order) {
        nursery.spawn(
                () -> {
                    try (var _ = mutex.lock()) {
                        order.add(number);
                    }
                });
    }

    @Test
    void signal_nobodyWaits_isNotKept() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    Condition condition = mutex.condition();
                    try (var _ = mutex.lock()) {
                        condition.signal();
                        condition.signalAll();
                        assertThat(condition.await(SHORT)).isFalse();
                        assertThat(mutex.isMine()).isTrue();
                    }
                    assertThat(mutex.isLocked()).isFalse();
                });
    }

    @Test
    void await_noTimeLeft_keepsTheMutex() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    Condition condition = mutex.condition();
                    try (Nursery nursery = place.open()) {
                        Mutex.Guard mine = mutex.lock();
                        var got = new AtomicBoolean();
                        nursery.spawn(() -> mutex.withLock(() -> got.set(true)));
                        place.until(() -> mutex.snapshot().waiting() == 1);
                        assertThat(condition.await(Duration.ZERO)).isFalse();
                        assertThat(condition.await(Duration.ofSeconds(-1))).isFalse();
                        assertThat(mutex.isMine()).isTrue();
                        assertThat(got).isFalse();
                        mine.close();
                    }
                });
    }

    /** The time is up while another has the mutex: the wait ends when that gives it back. */
    @Test
    void await_timeIsUp_hasTheMutexAgain() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    Condition condition = mutex.condition();
                    var free = new AtomicBoolean();
                    try (Nursery nursery = place.open()) {
                        Task<Boolean> late =
                                nursery.spawn(
                                        () -> {
                                            try (var _ = mutex.lock()) {
                                                boolean signalled = condition.await(SHORT);
                                                assertThat(free).isTrue();
                                                assertThat(mutex.isMine()).isTrue();
                                                return signalled;
                                            }
                                        });
                        nursery.spawn(
                                () -> {
                                    try (var _ = mutex.lock()) {
                                        while (mutex.snapshot().waiting() == 0) {
                                            Stint.sleep(SHORT); // the other comes back meanwhile
                                        }
                                        condition.signal(); // too late
                                        free.set(true);
                                    }
                                });
                        assertThat(late.await()).isFalse();
                    }
                    assertThat(mutex.snapshot()).isEqualTo(new Mutex.Snapshot("", "", 0));
                });
    }

    @Test
    void await_cancelled_hasTheMutexAgain() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    Condition condition = mutex.condition();
                    var owned = new AtomicBoolean();
                    try (Nursery nursery = place.open()) {
                        Task<?> cancelled =
                                nursery.spawn(
                                        () -> {
                                            try (var _ = mutex.lock()) {
                                                try {
                                                    condition.await();
                                                } finally {
                                                    owned.set(mutex.isMine());
                                                }
                                            }
                                        });
                        place.until(() -> condition.snapshot().waiting() == 1);
                        Mutex.Guard mine = mutex.lock();
                        cancelled.cancel();
                        place.until(() -> mutex.snapshot().waiting() == 1);
                        assertThat(condition.snapshot().waiting()).isZero();
                        assertThat(cancelled.tryOutcome()).isEmpty();
                        mine.close();
                        assertThatThrownBy(cancelled::await)
                                .isInstanceOf(CancellationException.class);
                    }
                    assertThat(owned).isTrue();
                    assertThat(mutex.isLocked()).isFalse();
                });
    }

    /** Ruling R1: who was signalled returns normally, and learns of the cancel later. */
    @Test
    void await_signalledThenCancelled_returnsNormally() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    Condition condition = mutex.condition();
                    var returned = new AtomicBoolean();
                    try (Nursery nursery = place.open()) {
                        Task<?> waiter =
                                nursery.spawn(
                                        () -> {
                                            try (var _ = mutex.lock()) {
                                                condition.await(LONG);
                                                returned.set(mutex.isMine());
                                                Stint.yield();
                                            }
                                        });
                        place.until(() -> condition.snapshot().waiting() == 1);
                        Mutex.Guard mine = mutex.lock();
                        condition.signal();
                        waiter.cancel();
                        place.until(() -> mutex.snapshot().waiting() == 1);
                        mine.close();
                        assertThatThrownBy(waiter::await).isInstanceOf(CancellationException.class);
                    }
                    assertThat(returned).isTrue();
                    assertThat(mutex.isLocked()).isFalse();
                });
    }

    /** A signal that meets somebody who has given up goes to the next. */
    @Test
    void signal_theFirstIsCancelled_goesToTheNext() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    Condition condition = mutex.condition();
                    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
                    try (Nursery nursery = place.open()) {
                        Task<?> first = waiter(nursery, mutex, condition, 0, order);
                        place.until(() -> condition.snapshot().waiting() == 1);
                        Task<?> second = waiter(nursery, mutex, condition, 1, order);
                        place.until(() -> condition.snapshot().waiting() == 2);
                        try (var _ = mutex.lock()) {
                            first.cancel();
                            place.until(() -> condition.snapshot().waiting() == 1);
                            condition.signal();
                        }
                        second.await();
                        assertThatThrownBy(first::await).isInstanceOf(CancellationException.class);
                    }
                    assertThat(order).containsExactly(1);
                });
    }

    /** One token, one signal, two that wait, and the first is cancelled: one of them gets it. */
    @Test
    void signal_racesACancel_isNotLostInAnySchedule() throws Exception {
        if (!on.isSeeded()) {
            return; // a lost one would be a deadlock, which only a seeded run reports
        }
        var took = new int[2];
        for (long i = 1; i <= 300; i++) {
            long seed = i;
            try (var scheduler = on.open(c -> Setting.seeded(c, seed))) {
                took[scheduler.run(ConditionTest::raceACancel)]++;
            }
        }
        assertThat(took[0]).as("the first was faster than its cancel").isPositive();
        assertThat(took[1]).as("the cancel was faster").isPositive();
    }

    /** Returns which of the two has got the token. */
    private static int raceACancel() throws InterruptedException {
        var mutex = Mutex.unlocked();
        Condition condition = mutex.condition();
        int[] tokens = {0};
        var took = new AtomicInteger(-1);
        try (Nursery nursery = Stint.nursery()) {
            List<Task<?>> waiters = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int number = i;
                waiters.add(
                        nursery.spawn(
                                () -> {
                                    try (var _ = mutex.lock()) {
                                        while (tokens[0] == 0) {
                                            condition.await();
                                        }
                                        tokens[0]--;
                                        took.set(number);
                                    }
                                }));
                while (condition.snapshot().waiting() == i) {
                    Stint.yield();
                }
            }
            nursery.spawn(
                    () -> {
                        try (var _ = mutex.lock()) {
                            tokens[0]++;
                            condition.signal();
                        }
                    });
            nursery.spawn(() -> waiters.get(0).cancel());
            waiters.get(0).awaitOutcome();
            if (took.get() == 0) {
                waiters.get(1).cancel();
            } else {
                waiters.get(1).await();
            }
        }
        assertThat(mutex.isLocked()).isFalse();
        return took.get();
    }

    @Test
    void wrongUse_saysWhatToWrite() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked().named("books");
                    Condition condition = mutex.condition().named("new book");
                    assertThatThrownBy(condition::await)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining(
                                    "cannot wait for condition 'new book' of mutex 'books':"
                                            + " nobody has the mutex.")
                            .hasMessageContaining("try (var _ = mutex.lock())");
                    assertThatThrownBy(() -> condition.await(SHORT))
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(() -> condition.await(Duration.ZERO))
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(condition::signalAll)
                            .isInstanceOf(IllegalStateException.class);
                    try (Nursery nursery = place.open();
                            var _ = mutex.lock()) {
                        Task<?> stranger =
                                nursery.spawn(
                                        () ->
                                                assertThatThrownBy(condition::signal)
                                                        .isInstanceOf(IllegalStateException.class)
                                                        .hasMessageContaining("cannot signal")
                                                        .hasMessageContaining("has the mutex"));
                        stranger.await();
                    }
                    assertThat(condition.snapshot())
                            .isEqualTo(new Condition.Snapshot("new book", 0));
                });
    }

    @Test
    @SuppressWarnings("NullAway") // that is what is refused
    void nulls_areRefused() {
        Condition condition = Mutex.unlocked().condition();
        assertThatThrownBy(() -> condition.await(null)).hasMessage("timeout of a wait");
        assertThatThrownBy(() -> condition.named(null)).hasMessage("a name");
        assertThat(condition).hasToString("a condition of a mutex");
    }

    @Test
    void await_costsOneOperation_signalNothing() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        var mutex = Mutex.unlocked();
                        Condition condition = mutex.condition();
                        try (var _ = mutex.lock()) {
                            long before = Stint.budgetLeft().ops();
                            condition.await(SHORT);
                            assertThat(before - Stint.budgetLeft().ops()).isOne();
                            before = Stint.budgetLeft().ops();
                            condition.signal();
                            condition.signalAll();
                            assertThat(Stint.budgetLeft().ops()).isEqualTo(before);
                        }
                    });
        }
    }

    // ---- threads outside

    @Test
    void await_threadInterrupted_hasTheMutexAgain() {
        if (on.isSeeded()) {
            return; // threads that have not opened it cannot drive it
        }
        var mutex = Mutex.unlocked();
        Condition condition = mutex.condition();
        var thread = new AtomicReference<@Nullable Thread>();
        Together.run(
                () -> {
                    thread.set(Thread.currentThread());
                    try (var _ = mutex.lock()) {
                        assertThatThrownBy(condition::await)
                                .isInstanceOf(InterruptedException.class);
                        assertThat(mutex.isMine()).isTrue();
                        assertThat(Thread.currentThread().isInterrupted()).isFalse();
                    }
                },
                () -> {
                    while (condition.snapshot().waiting() == 0) {
                        Together.breathe();
                    }
                    try (var _ = mutex.lock()) {
                        Objects.requireNonNull(thread.get()).interrupt();
                        while (mutex.snapshot().waiting() == 0) {
                            Together.breathe();
                        }
                    }
                });
        assertThat(mutex.isLocked()).isFalse();
    }

    @Test
    void await_threadInterruptedWhileItWaitsForItsTurn_keepsTheInterrupt() {
        if (on.isSeeded()) {
            return; // threads that have not opened it cannot drive it
        }
        var mutex = Mutex.unlocked();
        Condition condition = mutex.condition();
        var thread = new AtomicReference<@Nullable Thread>();
        Together.run(
                () -> {
                    thread.set(Thread.currentThread());
                    try (var _ = mutex.lock()) {
                        condition.await();
                        assertThat(mutex.isMine()).isTrue();
                        assertThat(Thread.interrupted()).isTrue();
                    }
                },
                () -> {
                    while (condition.snapshot().waiting() == 0) {
                        Together.breathe();
                    }
                    try (var _ = mutex.lock()) {
                        condition.signal();
                        Objects.requireNonNull(thread.get()).interrupt();
                        for (int i = 0; i < 100; i++) {
                            Together.breathe(); // it may leave the line and come back
                        }
                    }
                });
        assertThat(mutex.isLocked()).isFalse();
    }

    /** Time-outs race signals: nothing is lost, and nobody is in twice. */
    @Test
    void await_tasksAndThreads_loseNoSignal() throws Exception {
        if (on.isSeeded()) {
            return; // threads that have not opened it cannot drive it
        }
        var mutex = Mutex.unlocked();
        Condition condition = mutex.condition();
        var tokens = new int[1];
        var inside = new AtomicInteger();
        int each = 300;
        try (var scheduler = on.open()) {
            Together.Piece consume =
                    () -> {
                        for (int i = 0; i < each; i++) {
                            try (var _ = mutex.lock()) {
                                while (tokens[0] == 0) {
                                    condition.await(Duration.ofNanos(1 + i % 7 * 10_000));
                                    assertThat(inside.incrementAndGet()).isOne();
                                    inside.decrementAndGet();
                                }
                                tokens[0]--;
                            }
                        }
                    };
            Together.Piece produce =
                    () -> {
                        for (int i = 0; i < 3 * each; i++) {
                            try (var _ = mutex.lock()) {
                                tokens[0]++;
                                condition.signal();
                            }
                        }
                    };
            Together.Piece tasks =
                    () -> {
                        try (Nursery nursery = scheduler.nursery()) {
                            nursery.spawn(consume::run);
                            nursery.spawn(consume::run);
                            nursery.join();
                        }
                    };
            Together.run(consume, produce, tasks);
        }
        assertThat(tokens[0]).isZero();
        assertThat(mutex.snapshot()).isEqualTo(new Mutex.Snapshot("", "", 0));
        assertThat(condition.snapshot().waiting()).isZero();
    }
}
