package dev.stint.channel;

import static dev.stint.channel.Kind.isDeserted;
import static dev.stint.channel.Kind.receiversOf;
import static dev.stint.channel.Kind.sendersOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Together;
import dev.stint.event.DeadlockException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** [FIBER:sync-channel] Threads outside all schedulers, among themselves. */
@ParameterizedClass
@EnumSource(Kind.class)
@Timeout(60)
class OutsideThreadTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final Kind kind;

    OutsideThreadTest(Kind kind) {
        this.kind = kind;
    }

    @Test
    void send_betweenThreads_inOrder() {
        Channel<Integer> channel = kind.open();
        Together.run(
                () -> {
                    for (int i = 0; i < 1000; i++) {
                        channel.send(i);
                    }
                    channel.close();
                },
                () -> {
                    int next = 0;
                    for (int value : channel) {
                        assertThat(value).isEqualTo(next++);
                    }
                    assertThat(next).isEqualTo(1000);
                });
    }

    /** A virtual thread of the JDK is a thread like any other. */
    @Test
    void receive_onAVirtualThreadOfTheJdk_works() throws Exception {
        Channel<Integer> channel = kind.open();
        var got = new AtomicReference<Integer>();
        Thread receiver =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        got.set(channel.receive());
                                    } catch (InterruptedException e) {
                                        throw new AssertionError(e);
                                    }
                                });
        channel.send(4);
        receiver.join();
        assertThat(got.get()).isEqualTo(4);
    }

    @Test
    void receive_interruptedWhileItWaits_hasReceivedNothing() {
        for (ReceiveForm form : ReceiveForm.values()) {
            if (form.waits && form.isHere()) {
                Channel<Integer> channel = kind.open();
                var waiting = new AtomicReference<Thread>();
                Together.run(
                        () -> {
                            waiting.set(Thread.currentThread());
                            assertThatThrownBy(() -> form.receive(channel, LONG))
                                    .isInstanceOf(InterruptedException.class);
                            assertThat(Thread.interrupted()).isFalse();
                            assertThat(isDeserted(channel)).isTrue();
                        },
                        () -> {
                            while (receiversOf(channel) == 0) {
                                Together.breathe();
                            }
                            Objects.requireNonNull(waiting.get()).interrupt();
                        });
            }
        }
    }

    @Test
    void send_interruptedWhileItWaits_hasSentNothing() throws Exception {
        for (SendForm form : SendForm.values()) {
            if (kind.isBounded() && form.waits && form.isHere()) {
                Channel<Integer> channel = kind.openFull();
                var waiting = new AtomicReference<Thread>();
                Together.run(
                        () -> {
                            waiting.set(Thread.currentThread());
                            assertThatThrownBy(() -> form.send(channel, -1, LONG))
                                    .isInstanceOf(InterruptedException.class);
                            assertThat(isDeserted(channel)).isTrue();
                        },
                        () -> {
                            while (sendersOf(channel) == 0) {
                                Together.breathe();
                            }
                            Objects.requireNonNull(waiting.get()).interrupt();
                        });
                assertThat(channel.drain()).isEqualTo(Kind.upTo(kind.capacity));
            }
        }
    }

    /** What may wait always notices an interrupt, not only when it happens to wait. */
    @Test
    void operation_interruptedBefore_throwsIfItMayWaitAndTouchesNothing() throws Exception {
        Channel<Integer> channel = kind.open();
        if (kind.capacity > 0) {
            channel.send(0);
        }
        for (SendForm form : SendForm.values()) {
            if (form.waits && form.isHere()) {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> form.send(channel, -1, LONG))
                        .as("%s", form)
                        .isInstanceOf(InterruptedException.class);
                assertThat(Thread.interrupted()).isFalse();
            }
        }
        for (ReceiveForm form : ReceiveForm.values()) {
            if (form.waits && form.isHere()) {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> form.receive(channel, LONG))
                        .as("%s", form)
                        .isInstanceOf(InterruptedException.class);
                assertThat(Thread.interrupted()).isFalse();
            }
        }
        assertThat(channel.snapshot().buffered()).isEqualTo(kind.capacity > 0 ? 1 : 0);
        assertThat(sendersOf(channel) + receiversOf(channel)).isZero();
    }

    @Test
    void operation_interruptedBefore_isDoneIfItNeverWaits() throws Exception {
        Channel<Integer> channel = kind.open();
        Thread.currentThread().interrupt();
        try {
            assertThat(channel.trySend(1)).isEqualTo(kind.capacity > 0);
            assertThat(channel.tryReceive().isPresent()).isEqualTo(kind.capacity > 0);
            assertThat(channel.drain()).isEmpty();
            assertThat(
                            Select.<Boolean>from(
                                    channel.onReceive(v -> true), Select.otherwise(() -> false)))
                    .isFalse();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void receive_interruptRacesWithAValue_getsItOrLeavesIt() {
        for (int i = 0; i < 200; i++) {
            Channel<Integer> channel = kind.open();
            var waiting = new AtomicReference<Thread>();
            var got = new AtomicReference<Integer>();
            var ready = new AtomicBoolean(); // the first who sees it wait tells the other
            var sent = new AtomicBoolean();
            Together.run(
                    () -> {
                        waiting.set(Thread.currentThread());
                        try {
                            got.set(channel.receive());
                        } catch (InterruptedException e) {
                            got.set(null);
                        }
                        Thread.interrupted();
                    },
                    () -> {
                        awaitOneWaiting(channel, ready);
                        sent.set(channel.trySend(9));
                    },
                    () -> {
                        awaitOneWaiting(channel, ready);
                        Objects.requireNonNull(waiting.get()).interrupt();
                    });
            boolean left = channel.snapshot().buffered() == 1;
            boolean received = got.get() != null;
            assertThat(received ^ left).as("sent %s", sent).isEqualTo(sent.get());
        }
    }

    private static void awaitOneWaiting(Channel<Integer> channel, AtomicBoolean ready)
            throws InterruptedException {
        while (!ready.get() && receiversOf(channel) == 0) {
            Together.breathe();
        }
        ready.set(true);
    }

    /** Whoever drives a seeded scheduler learns that nobody will ever answer, and has left. */
    @Test
    void receive_nobodyCanEverSend_isADeadlockUnderASeed() throws Exception {
        Channel<Integer> channel = kind.open();
        try (var scheduler = Scheduler.open(c -> c.withSeed(3).withWorkers(2))) {
            scheduler.run(() -> {});
            assertThatThrownBy(channel::receive).isInstanceOf(DeadlockException.class);
            assertThatThrownBy(() -> Select.from(channel.onReceive(v -> v)))
                    .isInstanceOf(DeadlockException.class);
            assertThat(isDeserted(channel)).isTrue();
            assertThat(channel.receive(Duration.ofDays(1))).isEmpty(); // on its clock
        }
    }
}
