package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.Together;
import dev.stint.error.ChannelClosedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.sync.Latch;
import dev.stint.task.Task;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** [FIBER:owned] */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class ObjectPoolTest {
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final Duration LONG = Duration.ofHours(1);

    private final Setting on;

    ObjectPoolTest(Setting on) {
        this.on = on;
    }

    /** What a pool was asked to do; its objects are numbers. */
    private static final class Workshop {
        final AtomicInteger made = new AtomicInteger();
        final List<Integer> reset = Collections.synchronizedList(new ArrayList<>());
        final List<Integer> destroyed = Collections.synchronizedList(new ArrayList<>());

        ObjectPool<Integer> pool(int capacity) {
            return ObjectPool.open(
                    capacity,
                    made::incrementAndGet,
                    p ->
                            p.withName("numbers")
                                    .withOnReset(reset::add)
                                    .withOnDestroy(destroyed::add));
        }
    }

    private static Callable<Integer> takeAndGiveBack(ObjectPool<Integer> pool) {
        return () -> {
            try (var lease = pool.take()) {
                return lease.get();
            }
        };
    }

    @Test
    void take_onDemand_makesUpToTheCapacityAndUsesThemAgain() throws Exception {
        on.everywhere(
                place -> {
                    var shop = new Workshop();
                    ObjectPool<Integer> pool = shop.pool(2);
                    assertThat(shop.made.get()).isZero();
                    for (int i = 0; i < 3; i++) {
                        assertThat(takeAndGiveBack(pool).call()).isEqualTo(1);
                    }
                    try (var first = pool.take();
                            var second = pool.take()) {
                        assertThat(List.of(first.get(), second.get())).containsExactly(1, 2);
                        assertThat(pool.tryTake()).isEmpty();
                        assertThat(pool.take(SHORT)).isEmpty();
                        assertThat(pool.snapshot())
                                .isEqualTo(
                                        new ObjectPool.Snapshot(
                                                "numbers", 2, 0, 2, 0, 0, Optional.empty(), false));
                    }
                    assertThat(shop.made.get()).isEqualTo(2);
                    assertThat(shop.reset).containsExactly(1, 1, 1, 2, 1);
                    pool.close();
                });
    }

    @Test
    void take_allOut_servedInOrderAsTheyComeBack() throws Exception {
        on.everywhere(
                place -> {
                    ObjectPool<Integer> pool = new Workshop().pool(1);
                    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
                    try (Nursery nursery = place.open()) {
                        Lease<Integer> mine = pool.take();
                        for (int i = 0; i < 4; i++) {
                            int number = i;
                            nursery.spawn(
                                    () -> {
                                        try (var lease = pool.take()) {
                                            order.add(number * 10 + lease.get());
                                        }
                                    });
                            place.until(() -> pool.snapshot().waiting() == number + 1);
                        }
                        mine.close();
                        nursery.join();
                    }
                    assertThat(order).containsExactly(1, 11, 21, 31);
                    pool.close();
                });
    }

    @Test
    void take_cannotBeMade_freesThePlaceForTheNextThatWaits() throws Exception {
        on.everywhere(
                place -> {
                    var gate = Latch.of(1);
                    var attempts = new AtomicInteger();
                    ObjectPool<String> pool =
                            ObjectPool.open(
                                    1,
                                    () -> {
                                        gate.await();
                                        if (attempts.incrementAndGet() < 3) {
                                            throw new IOException("planned");
                                        }
                                        return "made";
                                    });
                    try (Nursery nursery = place.open(n -> n.withPolicy(Policy.collect()))) {
                        List<Task<String>> all = new ArrayList<>();
                        for (int i = 0; i < 4; i++) {
                            int waiting = i;
                            all.add(
                                    nursery.spawn(
                                            () -> {
                                                try (var lease = pool.take()) {
                                                    return lease.get();
                                                }
                                            }));
                            place.until(
                                    () ->
                                            pool.snapshot().waiting() == waiting
                                                    && pool.snapshot().out() == 1);
                        }
                        gate.countDown();
                        for (int i = 0; i < 2; i++) {
                            assertThatThrownBy(all.get(i)::await)
                                    .hasCauseInstanceOf(CompletionException.class)
                                    .hasRootCauseInstanceOf(IOException.class);
                        }
                        assertThat(all.get(2).await()).isEqualTo("made");
                        assertThat(all.get(3).await()).isEqualTo("made");
                    }
                    pool.close();
                });
    }

    @Test
    void take_makesNullOrThrows_leavesThePlaceFree() throws Exception {
        on.everywhere(
                place -> {
                    List<Callable<String>> makers = new ArrayList<>();
                    ObjectPool<String> pool = ObjectPool.open(1, () -> makers.removeFirst().call());
                    makers.add(ObjectPoolTest::nothing);
                    makers.add(
                            () -> {
                                throw new IllegalStateException("planned");
                            });
                    makers.add(
                            () -> {
                                throw new AssertionError("planned");
                            });
                    makers.add(() -> "made");
                    assertThatThrownBy(pool::take).isInstanceOf(NullPointerException.class);
                    assertThatThrownBy(pool::take).isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(pool::take).isInstanceOf(AssertionError.class);
                    assertThat(pool.take().get()).isEqualTo("made");
                    assertThat(pool.snapshot().out()).isOne();
                });
    }

    @SuppressWarnings("NullAway") // on purpose
    private static String nothing() {
        return null;
    }

    @Test
    void close_ofALease_cannotBeReset_destroysItAndFreesThePlace() throws Exception {
        on.everywhere(
                place -> {
                    var made = new AtomicInteger();
                    List<Integer> destroyed = Collections.synchronizedList(new ArrayList<>());
                    ObjectPool<Integer> pool =
                            ObjectPool.open(
                                    1,
                                    made::incrementAndGet,
                                    p ->
                                            p.withOnReset(
                                                            number -> {
                                                                if (number == 1) {
                                                                    throw new IOException("worn");
                                                                }
                                                            })
                                                    .withOnDestroy(destroyed::add));
                    try (Nursery nursery = place.open()) {
                        Lease<Integer> first = pool.take();
                        Task<Integer> waits = nursery.spawn(takeAndGiveBack(pool));
                        place.until(() -> pool.snapshot().waiting() == 1);
                        first.close();
                        assertThat(waits.await()).isEqualTo(2);
                    }
                    assertThat(destroyed).containsExactly(1);
                    assertThat(pool.snapshot().failures()).isOne();
                    assertThat(pool.snapshot().lastFailure().orElseThrow()).hasMessage("worn");
                    assertThat(pool.snapshot().idle()).isOne();
                });
    }

    @Test
    void close_ofALease_twiceOrUsedAfter_isHarmlessOrAClearError() throws Exception {
        on.everywhere(
                place -> {
                    ObjectPool<Integer> pool = new Workshop().pool(2);
                    Lease<Integer> old = pool.take();
                    old.close();
                    Lease<Integer> next = pool.take();
                    assertThat(next.get()).isEqualTo(1);
                    old.close();
                    old.discard();
                    assertThat(pool.snapshot().out()).isOne();
                    assertThatThrownBy(old::get)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("object pool 'numbers'")
                            .hasMessageContaining("lease is over");
                    assertThat(next.get()).isEqualTo(1);
                });
    }

    @Test
    void discard_brokenObject_isReplaced() throws Exception {
        on.everywhere(
                place -> {
                    var shop = new Workshop();
                    ObjectPool<Integer> pool = shop.pool(1);
                    try (var lease = pool.take()) {
                        lease.discard();
                    }
                    assertThat(takeAndGiveBack(pool).call()).isEqualTo(2);
                    assertThat(shop.destroyed).containsExactly(1);
                    assertThat(shop.reset).containsExactly(2);
                });
    }

    @Test
    void close_destroysWhatIsThereAndWhatComesBack() throws Exception {
        on.everywhere(
                place -> {
                    var shop = new Workshop();
                    ObjectPool<Integer> pool = shop.pool(2);
                    try (Nursery nursery = place.open(n -> n.withPolicy(Policy.collect()))) {
                        Lease<Integer> first = pool.take();
                        Lease<Integer> second = pool.take();
                        Task<?> waits = nursery.spawn(takeAndGiveBack(pool));
                        place.until(() -> pool.snapshot().waiting() == 1);
                        pool.close();
                        assertThatThrownBy(waits::await)
                                .hasCauseInstanceOf(ChannelClosedException.class);
                        assertThat(first.get()).isEqualTo(1); // still lent
                        first.close();
                        second.close();
                    }
                    assertThat(shop.destroyed).containsExactly(1, 2);
                    assertThatThrownBy(pool::take)
                            .isInstanceOf(ChannelClosedException.class)
                            .hasMessageContaining("object pool 'numbers'");
                    assertThatThrownBy(pool::tryTake).isInstanceOf(ChannelClosedException.class);
                    pool.close();
                    assertThat(pool.isClosed()).isTrue();
                    assertThat(pool.snapshot().out()).isZero();
                    ObjectPool<Integer> idle = shop.pool(3);
                    takeAndGiveBack(idle).call();
                    idle.close();
                    assertThat(shop.destroyed).containsExactly(1, 2, 3);
                });
    }

    @Test
    void close_whileOneIsMade_destroysIt() throws Exception {
        on.everywhere(
                place -> {
                    var gate = Latch.of(1);
                    List<String> destroyed = Collections.synchronizedList(new ArrayList<>());
                    ObjectPool<String> pool =
                            ObjectPool.open(
                                    1,
                                    () -> {
                                        gate.await();
                                        return "late";
                                    },
                                    p -> p.withOnDestroy(destroyed::add));
                    try (Nursery nursery = place.open(n -> n.withPolicy(Policy.collect()))) {
                        Task<?> takes = nursery.spawn(() -> pool.take());
                        place.until(() -> pool.snapshot().out() == 1);
                        pool.close();
                        gate.countDown();
                        assertThatThrownBy(takes::await)
                                .hasCauseInstanceOf(ChannelClosedException.class);
                    }
                    assertThat(destroyed).containsExactly("late");
                });
    }

    @Test
    void take_cancelledOrTooLate_losesNoObject() throws Exception {
        on.everywhere(
                place -> {
                    ObjectPool<Integer> pool = new Workshop().pool(1);
                    try (Nursery nursery = place.open()) {
                        try (var mine = pool.take()) {
                            assertThat(mine.get()).isOne();
                            Task<?> waits = nursery.spawn(takeAndGiveBack(pool));
                            place.until(() -> pool.snapshot().waiting() == 1);
                            waits.cancel();
                            waits.awaitOutcome();
                            Task<Boolean> late = nursery.spawn(() -> pool.take(SHORT).isPresent());
                            assertThat(late.await()).isFalse();
                            assertThat(pool.snapshot().waiting()).isZero();
                        }
                        assertThat(takeAndGiveBack(pool).call()).isOne();
                    }
                });
    }

    @Test
    void close_ofALeaseInACancelledTask_resetsWithinItsGrace() throws Exception {
        var resets = new AtomicInteger();
        ObjectPool<String> pool =
                ObjectPool.open(
                        1,
                        () -> "kept",
                        p ->
                                p.withOnReset(
                                        _ -> {
                                            Stint.sleep(SHORT);
                                            resets.incrementAndGet();
                                        }));
        try (var scheduler = on.open()) {
            var has = new AtomicBoolean();
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        try (var lease = pool.take()) {
                                            has.set(lease.get() != null);
                                            Stint.sleep(LONG);
                                        }
                                    });
            Setting.until(scheduler, has::get);
            task.cancel();
            task.awaitOutcome();
        }
        assertThat(resets.get()).isOne();
        assertThat(pool.snapshot().idle()).isOne();
    }

    @Test
    void take_costsOneOperationAndOneChannelOperation() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        ObjectPool<Integer> pool = new Workshop().pool(1);
                        long ops = Stint.budgetLeft().ops();
                        long channelOps = Stint.budgetLeft().channelOps();
                        pool.take().close();
                        assertThat(ops - Stint.budgetLeft().ops()).isOne();
                        assertThat(channelOps - Stint.budgetLeft().channelOps()).isOne();
                    });
        }
    }

    @Test
    void open_badInput_isRefused() {
        assertThatThrownBy(() -> ObjectPool.open(0, () -> ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 object or more");
    }

    @Test
    void take_tasksAndThreads_neverShareAnObject() throws Exception {
        assumeFalse(on.isSeeded(), "threads that have not opened it cannot drive it");
        ObjectPool<AtomicBoolean> pool = ObjectPool.open(2, AtomicBoolean::new);
        try (var scheduler = on.open()) {
            Together.Piece outside = () -> use(pool, 300);
            Together.Piece inside =
                    () -> {
                        for (int i = 0; i < 60; i++) {
                            Task<?> a = scheduler.root().spawn(() -> use(pool, 10));
                            Task<?> b = scheduler.root().spawn(() -> use(pool, 10));
                            a.cancel();
                            a.awaitOutcome();
                            b.await();
                        }
                    };
            Together.run(outside, outside, inside);
        }
        assertThat(pool.snapshot().out()).isZero();
        assertThat(pool.snapshot().waiting()).isZero();
    }

    private static void use(ObjectPool<AtomicBoolean> pool, int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            var taken = pool.take(Duration.ofNanos(1 + i * 100L));
            if (taken.isPresent()) {
                try (var lease = taken.get()) {
                    assertThat(lease.get().getAndSet(true)).isFalse();
                    lease.get().set(false);
                }
            }
        }
    }
}
