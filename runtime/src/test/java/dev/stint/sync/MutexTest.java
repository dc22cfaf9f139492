package dev.stint.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.Together;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class MutexTest {
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final Duration LONG = Duration.ofHours(1);

    private final Setting on;

    MutexTest(Setting on) {
        this.on = on;
    }

    @Test
    void lock_heldAcrossASuspension_letsNobodyIn() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    int[] plain = {0};
                    try (Nursery nursery = place.open()) {
                        for (int i = 0; i < 8; i++) {
                            nursery.spawn(
                                    () -> {
                                        for (int k = 0; k < 20; k++) {
                                            mutex.withLock(() -> addSlowly(plain));
                                        }
                                    });
                        }
                        nursery.join();
                    }
                    assertThat(plain[0]).isEqualTo(160);
                    assertThat(mutex.snapshot()).isEqualTo(new Mutex.Snapshot("", "", 0));
                });
    }

    private static void addSlowly(int[] plain) throws InterruptedException {
        int before = plain[0];
        Stint.yield();
        plain[0] = before + 1;
    }

    @Test
    void lock_severalWait_getItInOrder() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
                    try (Nursery nursery = place.open()) {
                        Mutex.Guard mine = mutex.lock();
                        for (int i = 0; i < 4; i++) {
                            int number = i;
                            nursery.spawn(
                                    () -> {
                                        try (var _ = mutex.lock()) {
                                            order.add(number);
                                        }
                                    });
                            place.until(() -> mutex.snapshot().waiting() == number + 1);
                        }
                        mine.close();
                        nursery.join();
                    }
                    assertThat(order).containsExactly(0, 1, 2, 3);
                });
    }

    @Test
    void lock_byItsOwner_isAnError() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked().named("books");
                    try (var _ = mutex.lock()) {
                        assertThat(mutex.isMine()).isTrue();
                        for (Runnable again : lockings(mutex)) {
                            assertThatThrownBy(again::run)
                                    .isInstanceOf(IllegalStateException.class)
                                    .hasMessageContaining("mutex 'books'")
                                    .hasMessageContaining("not reentrant");
                        }
                        assertThat(mutex.isMine()).isTrue();
                    }
                    assertThat(mutex.isMine()).isFalse();
                });
    }

    private static List<Runnable> lockings(Mutex mutex) {
        return List.of(
                () -> quietly(mutex::lock),
                () -> quietly(mutex::tryLock),
                () -> quietly(() -> mutex.lock(SHORT)));
    }

    private static void quietly(java.util.concurrent.Callable<?> call) {
        try {
            call.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void unlock_byAnother_isAnErrorAndChangesNothing() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked().named("books");
                    var theirs = new AtomicReference<Mutex.Guard>();
                    try (Nursery nursery = place.open()) {
                        Task<?> owner =
                                nursery.spawn(
                                        "owner",
                                        () -> {
                                            theirs.set(mutex.lock());
                                            Stint.sleep(LONG);
                                        });
                        place.until(() -> theirs.get() != null);
                        assertThatThrownBy(mutex::unlock)
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("cannot unlock mutex 'books'")
                                .hasMessageContaining("'owner' has it");
                        Mutex.Guard guard = Objects.requireNonNull(theirs.get());
                        assertThatThrownBy(guard::close).isInstanceOf(IllegalStateException.class);
                        assertThat(mutex.tryLock()).isEmpty();
                        assertThat(mutex.snapshot().owner()).contains("'owner'");
                        owner.cancel();
                    }
                });
    }

    @Test
    void isLocked_whoeverHasIt_isTrue() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    assertThat(mutex.isLocked()).isFalse();
                    try (Nursery nursery = place.open();
                            var _ = mutex.lock()) {
                        assertThat(mutex.isLocked()).isTrue();
                        Task<Boolean> other = nursery.spawn(() -> mutex.isLocked());
                        assertThat(other.await()).isTrue();
                    }
                    assertThat(mutex.isLocked()).isFalse();
                });
    }

    @Test
    void unlock_whenNobodyHasIt_isAnError() throws Exception {
        on.everywhere(
                place ->
                        assertThatThrownBy(() -> Mutex.unlocked().unlock())
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("nobody has it"));
    }

    @Test
    void close_ofAGuardTwice_doesNotUnlockWhatCameAfter() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    Mutex.Guard first = mutex.lock();
                    mutex.unlock();
                    first.close();
                    Mutex.Guard second = mutex.lock();
                    first.close();
                    assertThat(mutex.isMine()).isTrue();
                    second.close();
                    second.close();
                    assertThat(mutex.isMine()).isFalse();
                });
    }

    @Test
    void lock_timesOutOrIsCancelled_leavesNothingBehind() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    try (Nursery nursery = place.open();
                            var _ = mutex.lock()) {
                        Task<Boolean> late = nursery.spawn(() -> mutex.lock(SHORT).isPresent());
                        assertThat(late.await()).isFalse();
                        Task<?> cancelled = nursery.spawn(() -> mutex.withLock(() -> {}));
                        place.until(() -> mutex.snapshot().waiting() == 1);
                        cancelled.cancel();
                        assertThatThrownBy(cancelled::await)
                                .isInstanceOf(CancellationException.class);
                        assertThat(mutex.snapshot().waiting()).isZero();
                    }
                    assertThat(mutex.tryLock()).isPresent();
                });
    }

    @Test
    void withLock_bodyThrows_unlocks() throws Exception {
        on.everywhere(
                place -> {
                    var mutex = Mutex.unlocked();
                    assertThatThrownBy(
                                    () ->
                                            mutex.withLock(
                                                    () -> {
                                                        throw new java.io.IOException("planned");
                                                    }))
                            .isInstanceOf(java.io.IOException.class);
                    assertThat(mutex.snapshot().owner()).isEmpty();
                    String value = mutex.withLock(() -> "value");
                    assertThat(value).isEqualTo("value");
                });
    }

    @Test
    void lock_costsOneOperation() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        var mutex = Mutex.unlocked();
                        long before = Stint.budgetLeft().ops();
                        mutex.lock().close();
                        assertThat(before - Stint.budgetLeft().ops()).isOne();
                    });
        }
    }

    @Test
    void lock_tasksAndThreads_excludeEachOther() throws Exception {
        if (on.isSeeded()) {
            return; // threads that have not opened it cannot drive it
        }
        var mutex = Mutex.unlocked();
        int[] plain = {0};
        try (var scheduler = on.open()) {
            Together.Piece outside =
                    () -> {
                        for (int i = 0; i < 500; i++) {
                            try (var _ = mutex.lock()) {
                                plain[0]++;
                            }
                        }
                    };
            Together.Piece inside =
                    () -> {
                        try (Nursery nursery = scheduler.nursery()) {
                            for (int i = 0; i < 4; i++) {
                                nursery.spawn(
                                        () -> {
                                            for (int k = 0; k < 250; k++) {
                                                try (var _ = mutex.lock()) {
                                                    plain[0]++;
                                                }
                                            }
                                        });
                            }
                            nursery.join();
                        }
                    };
            Together.run(outside, outside, inside);
        }
        assertThat(plain[0]).isEqualTo(2000);
    }
}
