package dev.stint.channel;

import static dev.stint.channel.Kind.receiversOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.Together;
import dev.stint.error.ChannelClosedException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A channel in a for loop and as a stream. */
@ParameterizedClass
@MethodSource("dev.stint.channel.Kind#grid")
@Timeout(60)
class ArrivalsTest {
    private final Kind kind;
    private final Setting on;

    ArrivalsTest(Kind kind, Setting on) {
        this.kind = kind;
        this.on = on;
    }

    @Test
    void iterator_closedInTheEnd_givesAllAndEnds() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    var got = new ArrayList<Integer>();
                    try (Nursery nursery = place.open()) {
                        nursery.spawn(() -> sendAndClose(channel, null));
                        for (int value : channel.receiver()) {
                            got.add(value);
                        }
                    }
                    assertThat(got).isEqualTo(Kind.upTo(20));
                });
    }

    @Test
    void stream_closedInTheEnd_givesAllAndEnds() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    try (Nursery nursery = place.open()) {
                        nursery.spawn(() -> sendAndClose(channel, null));
                        List<Integer> even = channel.stream().filter(v -> v % 2 == 0).toList();
                        assertThat(even).containsExactly(0, 2, 4, 6, 8, 10, 12, 14, 16, 18);
                    }
                });
    }

    /** What a loop does not look at stays in the channel. */
    @Test
    void stream_cutShort_takesNoMoreThanItGives() throws Exception {
        assumeTrue(kind.capacity > 0, "a rendezvous holds nothing");
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    channel.send(1);
                    if (kind.capacity > 1) {
                        channel.send(2);
                    }
                    assertThat(channel.receiver().stream().findFirst()).contains(1);
                    assertThat(channel.tryReceive().isPresent()).isEqualTo(kind.capacity > 1);
                });
    }

    @Test
    void iterator_closedForAReason_givesAllAndThrowsIt() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.<Integer>open().named("orders");
                    var reason = new IllegalStateException("upstream broke");
                    var got = new ArrayList<Integer>();
                    try (Nursery nursery = place.open()) {
                        nursery.spawn(() -> sendAndClose(channel, reason));
                        assertThatThrownBy(
                                        () -> {
                                            for (int value : channel) {
                                                got.add(value);
                                            }
                                        })
                                .isInstanceOf(ChannelClosedException.class)
                                .hasCause(reason)
                                .hasMessageContaining("cannot iterate over")
                                .hasMessageContaining("'orders'")
                                .hasMessageContaining("upstream broke")
                                .hasMessageNotContaining("or a for loop");
                        assertThatThrownBy(() -> channel.stream().toList())
                                .isInstanceOf(ChannelClosedException.class)
                                .hasCause(reason);
                    }
                    assertThat(got).isEqualTo(Kind.upTo(20));
                });
    }

    @Test
    void next_pastTheEnd_throws() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    if (kind.capacity > 0) {
                        channel.send(1);
                    }
                    channel.close();
                    Iterator<Integer> all = channel.iterator();
                    if (kind.capacity > 0) {
                        assertThat(all.hasNext()).isTrue();
                        assertThat(all.hasNext()).isTrue(); // asking twice takes one
                        assertThat(all.next()).isEqualTo(1);
                    }
                    assertThat(all.hasNext()).isFalse();
                    assertThatThrownBy(all::next)
                            .isInstanceOf(NoSuchElementException.class)
                            .hasMessageContaining("is closed and empty");
                });
    }

    /** The task ends as cancelled, and nothing of it sticks to the thread that it ran on. */
    @Test
    void iterator_taskIsCancelled_endsItAndNothingElse() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    var cancelled = new AtomicBoolean();
                    var later = new AtomicBoolean();
                    try (Nursery nursery = place.open()) {
                        Task<?> loop =
                                nursery.spawn(
                                        () -> {
                                            try {
                                                for (int value : channel) {
                                                    throw new AssertionError(value);
                                                }
                                            } catch (CancellationException e) {
                                                cancelled.set(true);
                                                throw e;
                                            }
                                        });
                        place.until(() -> receiversOf(channel) == 1);
                        loop.cancel();
                        assertThat(loop.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
                        for (int i = 0; i < 10; i++) { // on whatever worker it was
                            nursery.spawn(
                                            () -> {
                                                if (Thread.currentThread().isInterrupted()) {
                                                    later.set(true);
                                                }
                                                Stint.yield();
                                            })
                                    .await();
                        }
                    }
                    assertThat(cancelled).isTrue();
                    assertThat(later).as("interrupt left behind").isFalse();
                    assertThat(receiversOf(channel)).isZero();
                });
    }

    @Test
    void iterator_threadIsInterrupted_throwsAndKeepsTheInterrupt() {
        Channel<Integer> channel = kind.open();
        Thread[] loop = new Thread[1];
        var started = new CountDownLatch(1);
        Together.run(
                () -> {
                    loop[0] = Thread.currentThread();
                    started.countDown();
                    assertThatThrownBy(() -> channel.iterator().hasNext())
                            .isInstanceOf(CancellationException.class)
                            .hasCauseInstanceOf(InterruptedException.class);
                    assertThat(Thread.interrupted()).isTrue();
                    assertThat(receiversOf(channel)).isZero();
                },
                () -> {
                    started.await();
                    while (receiversOf(channel) == 0) {
                        Together.breathe();
                    }
                    loop[0].interrupt();
                });
    }

    private static void sendAndClose(Channel<Integer> channel, @Nullable Throwable reason)
            throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            channel.send(i);
        }
        channel.close(reason);
    }
}
