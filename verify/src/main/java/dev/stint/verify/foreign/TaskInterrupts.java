package dev.stint.verify.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.channel.Broadcast;
import dev.stint.channel.Channel;
import dev.stint.channel.ObjectPool;
import dev.stint.channel.OrderedChannel;
import dev.stint.channel.Overflow;
import dev.stint.channel.Select;
import dev.stint.channel.Watch;
import dev.stint.nursery.Nursery;
import dev.stint.sync.Latch;
import dev.stint.sync.Mutex;
import dev.stint.sync.RateLimiter;
import dev.stint.sync.Semaphore;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import dev.stint.verify.foreign.Scene.Side;
import dev.stint.verify.foreign.Views.Interrupted;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** {@code Thread.interrupt()} of whoever waits here: as in the JDK, and no cancellation. */
final class TaskInterrupts {
    private TaskInterrupts() {}

    private static boolean hasNoThread(Place place) {
        return place.inTask() && !Views.mayBlockInJdk(place);
    }

    /** Every wait ends with the exception, without a flag left, and without a trace in a line. */
    @Scene(Side.BOTH_ON_THREADS)
    static void everyWait_isInterrupted(Place place) throws Exception {
        if (hasNoThread(place)) {
            return; // a task on a bare core has no thread of its own
        }
        Mutex held = Mutex.unlocked();
        Semaphore none = Semaphore.of(0);
        Latch shut = Latch.of(1);
        Watch<Integer> steady = Watch.of(1);
        RateLimiter slow = RateLimiter.of(1, Place.LONG);
        slow.acquire();
        Channel<Integer> empty = Channel.rendezvous();
        Channel<Integer> full = Channel.buffered(1);
        full.send(1);
        Broadcast<Integer> stuck = Broadcast.open();
        stuck.subscribe(1, Overflow.SUSPEND);
        stuck.send(1);
        try (Nursery around = place.nursery();
                ObjectPool<Integer> pool = ObjectPool.open(1, () -> 1)) {
            OrderedChannel<Integer> ordered = OrderedChannel.over(around, 1);
            Task<?> holder =
                    around.spawn(
                            () -> {
                                try (var _ = held.lock();
                                        var _ = pool.take()) {
                                    shut.await();
                                }
                            });
            place.until(() -> pool.snapshot().out() == 1);
            List<Action> waits =
                    List.of(
                            empty::receive,
                            empty::receiveOrClosed,
                            () -> empty.receive(Place.LONG),
                            () -> full.send(2),
                            () -> full.send(2, Place.LONG),
                            () -> Select.from(empty.onReceive(v -> v), full.onSend(3, () -> 3)),
                            () -> Select.from(Select.onTimeout(Place.LONG, () -> 0)),
                            held::lock,
                            () -> held.lock(Place.LONG),
                            none::acquire,
                            shut::await,
                            () -> steady.observe().awaitChange(),
                            slow::acquire,
                            () -> stuck.send(2),
                            pool::take,
                            ordered::receive,
                            holder::await,
                            holder::awaitOutcome,
                            () -> holder.await(Place.LONG));
            for (Action wait : waits) {
                Interrupted how = Views.interrupt(place, wait);
                assertThat(how.thrown())
                        .as("wait %d", waits.indexOf(wait))
                        .isInstanceOf(InterruptedException.class)
                        .isNotInstanceOf(TaskCancelledException.class);
                assertThat(how.flagged()).isFalse();
            }
            shut.countDown();
        }
        assertThat(held.snapshot().waiting()).isZero();
        assertThat(none.snapshot().waiting()).isZero();
        assertThat(empty.snapshot().receiversWaiting()).isZero();
        assertThat(full.snapshot().sendersWaiting()).isZero();
        assertThat(full.drain()).containsExactly(1);
    }

    @Scene
    static void interruptedBefore_theNextWaitThrows(Place place) throws Exception {
        if (hasNoThread(place)) {
            return;
        }
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Stint.sleep(Place.SHORT))
                .isInstanceOf(InterruptedException.class)
                .isNotInstanceOf(TaskCancelledException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        Stint.sleep(Duration.ofMillis(1));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Channel.rendezvous().receive(Place.SHORT))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    /** A task that was interrupted is not cancelled: it may wait again, and has its value. */
    @Scene
    static void interruptedTask_goesOn(Place place) throws Exception {
        if (hasNoThread(place)) {
            return;
        }
        var thread = new AtomicReference<@Nullable Thread>();
        var times = new AtomicInteger();
        Channel<Integer> channel = Channel.rendezvous();
        try (Nursery nursery = place.nursery()) {
            Task<Integer> task =
                    nursery.spawn(
                            () -> {
                                thread.set(Thread.currentThread());
                                while (true) {
                                    try {
                                        return channel.receive();
                                    } catch (InterruptedException e) {
                                        times.incrementAndGet();
                                    }
                                }
                            });
            for (int i = 1; i <= 3; i++) {
                place.untilBlocked(task);
                Objects.requireNonNull(thread.get()).interrupt();
                int expected = i;
                place.until(() -> times.get() == expected);
            }
            place.untilBlocked(task);
            channel.send(8);
            assertThat(task.awaitOutcome()).isEqualTo(new Outcome.Success<>(8));
        }
    }

    /** A value is received, or the wait was interrupted and the value is still there. */
    @Scene(Side.BOTH_ON_THREADS)
    static void interrupt_againstASend_losesNothing(Place place) throws Exception {
        if (hasNoThread(place)) {
            return;
        }
        for (int i = 0; i < 20; i++) {
            Channel<Integer> channel = Channel.buffered(1);
            var received = new AtomicInteger();
            var gaveUp = new AtomicBoolean();
            try (Nursery nursery = place.nursery()) {
                nursery.spawn(
                        () -> {
                            Place.yieldUntil(
                                    () ->
                                            gaveUp.get()
                                                    || channel.snapshot().receiversWaiting() > 0);
                            channel.send(1);
                        });
                Views.interrupt(place, () -> received.addAndGet(channel.receive()));
                gaveUp.set(true);
            }
            assertThat(received.get() + channel.drain().size()).isEqualTo(1);
        }
    }

    @Scene(Side.BOTH_ON_THREADS)
    static void interrupt_ofWhoeverJoins_cancelsTheChildren(Place place) throws Exception {
        if (hasNoThread(place)) {
            return;
        }
        Interrupted how =
                Views.interrupt(
                        place,
                        () -> {
                            try (Nursery nursery = place.nursery()) {
                                nursery.spawn(Scopes::waitToBeCancelled);
                                nursery.join();
                            }
                        });
        assertThat(how.thrown())
                .isInstanceOf(InterruptedException.class)
                .isNotInstanceOf(TaskCancelledException.class);
    }
}
