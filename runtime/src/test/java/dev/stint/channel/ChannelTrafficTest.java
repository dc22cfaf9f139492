package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Together;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real threads and real workers at once: every value is delivered once or still its owner's. */
@Timeout(120)
class ChannelTrafficTest {
    private static final List<SendForm> SENDING = List.of(SendForm.values());
    private static final List<ReceiveForm> RECEIVING = List.of(ReceiveForm.values());
    private static final int SENDERS = 6;
    private static final int EACH = 1500;
    private static final Duration SHORT = Duration.ofNanos(20_000);
    private static final TaskOptions RICH =
            TaskOptions.defaults().withBudget(Budget.DEFAULT.withChannelOps(Budget.MOST / 1000));

    /** How often each value was received, and how often it came back to its owner. */
    private static final class Books {
        final AtomicIntegerArray got = new AtomicIntegerArray(SENDERS * EACH);
        final AtomicIntegerArray kept = new AtomicIntegerArray(SENDERS * EACH);
        final AtomicLong missed = new AtomicLong();

        void sendAll(Channel<Integer> channel, int sender) throws InterruptedException {
            for (int i = 0; i < EACH; i++) {
                int value = sender * EACH + i;
                SendForm form = SENDING.get(i % SENDING.size());
                String result =
                        form.isHere()
                                ? form.send(channel, value, SHORT)
                                : SendForm.TRY.send(channel, value, SHORT);
                if (!result.equals(SendForm.TAKEN)) {
                    kept.incrementAndGet(value);
                }
            }
        }

        void receiveAll(Channel<Integer> channel) throws InterruptedException {
            for (int i = 0; ; i++) {
                ReceiveForm form = RECEIVING.get(i % RECEIVING.size());
                String result =
                        form.isHere()
                                ? form.receive(channel, SHORT)
                                : ReceiveForm.TRY.receive(channel, SHORT);
                if (result.startsWith(ReceiveForm.CLOSED)) {
                    return;
                }
                if (result.equals(ReceiveForm.NOT_NOW)) {
                    missed.incrementAndGet();
                } else {
                    got.incrementAndGet(Integer.parseInt(result));
                }
            }
        }

        void assertBalanced() {
            for (int value = 0; value < SENDERS * EACH; value++) {
                assertThat(got.get(value) + kept.get(value))
                        .as("value %d: got %d, kept %d", value, got.get(value), kept.get(value))
                        .isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void tasksAndThreads_allForms_conserveEveryValue(Kind kind) throws Exception {
        for (Cores cores : Cores.values()) {
            Channel<Integer> channel = kind.open();
            var books = new Books();
            try (var scheduler = Scheduler.open(c -> c.withWorkers(3).withCores(cores))) {
                try (Nursery nursery = scheduler.nursery()) {
                    var senders = new ArrayList<Task<?>>();
                    for (int i = 0; i < SENDERS - 2; i++) {
                        int sender = i;
                        senders.add(nursery.spawn(RICH, () -> books.sendAll(channel, sender)));
                    }
                    for (int i = 0; i < 3; i++) {
                        nursery.spawn(RICH, () -> books.receiveAll(channel));
                    }
                    Together.run(
                            () -> {
                                books.sendAll(channel, SENDERS - 2);
                                for (Task<?> sender : senders) {
                                    sender.await();
                                }
                            },
                            () -> books.sendAll(channel, SENDERS - 1));
                    channel.close();
                    nursery.join();
                }
            }
            for (int left : channel.drain()) {
                books.got.incrementAndGet(left);
            }
            books.assertBalanced();
            assertThat(channel.snapshot().sendersWaiting()).isZero();
            assertThat(channel.snapshot().receiversWaiting()).isZero();
        }
    }

    /** Tasks that are cancelled at any moment of a send or a receive. */
    @ParameterizedTest
    @EnumSource
    void cancelAtAnyMoment_conservesEveryValue(Kind kind) throws Exception {
        for (Cores cores : Cores.values()) {
            try (var scheduler = Scheduler.open(c -> c.withWorkers(3).withCores(cores))) {
                for (int round = 0; round < 300; round++) {
                    cancelOne(kind, scheduler, round % 2 == 0);
                }
            }
        }
    }

    private static void cancelOne(Kind kind, Scheduler scheduler, boolean theSender)
            throws InterruptedException {
        Channel<Integer> channel = kind.open();
        var sent = new AtomicBoolean();
        var got = new AtomicBoolean();
        try (Nursery nursery = scheduler.nursery(n -> n.withCancelOnError(false))) {
            Task<?> sender =
                    nursery.spawn(
                            () -> {
                                channel.send(1);
                                sent.set(true);
                            });
            Task<?> receiver =
                    nursery.spawn(
                            () -> {
                                channel.receive();
                                got.set(true);
                            });
            (theSender ? sender : receiver).cancel();
            (theSender ? sender : receiver).awaitOutcome();
            channel.close();
            nursery.awaitAll();
        }
        boolean left = !channel.drain().isEmpty();
        assertThat(got.get() && left).isFalse();
        assertThat(got.get() || left).as("received or left").isEqualTo(sent.get());
    }
}
