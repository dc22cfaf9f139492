package dev.stint.channel;

import static dev.stint.channel.Kind.isDeserted;
import static dev.stint.channel.Kind.receiversOf;
import static dev.stint.channel.Kind.sendersOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.NurseryDeadlineExceededException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * [FIBER:rendezvous] What is cancelled while it waits has neither sent nor received; what was
 * claimed is completed (ruling R1).
 */
@ParameterizedClass
@MethodSource("dev.stint.channel.Kind#grid")
@Timeout(60)
class ChannelCancelTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final Kind kind;
    private final Setting on;

    ChannelCancelTest(Kind kind, Setting on) {
        this.kind = kind;
        this.on = on;
    }

    @Test
    void send_cancelledWhileItWaits_endsAndHasSentNothing() throws Exception {
        assumeTrue(kind.isBounded(), "an unbounded channel is never full");
        on.everywhere(
                place -> {
                    for (SendForm form : SendForm.values()) {
                        if (!form.waits) {
                            continue;
                        }
                        Channel<Integer> channel = kind.openFull();
                        try (Nursery nursery = place.open()) {
                            Task<String> sender = nursery.spawn(() -> form.send(channel, -1, LONG));
                            place.until(() -> sendersOf(channel) == 1);
                            sender.cancel();
                            assertThat(sender.awaitOutcome())
                                    .as("%s", form)
                                    .isInstanceOf(Outcome.Cancelled.class);
                            assertThat(isDeserted(channel)).isTrue();
                        }
                        assertThat(channel.drain()).isEqualTo(Kind.upTo(kind.capacity));
                    }
                });
    }

    @Test
    void receive_cancelledWhileItWaits_endsAndHasReceivedNothing() throws Exception {
        on.everywhere(
                place -> {
                    for (ReceiveForm form : ReceiveForm.values()) {
                        if (!form.waits) {
                            continue;
                        }
                        Channel<Integer> channel = kind.open();
                        try (Nursery nursery = place.open()) {
                            Task<String> receiver =
                                    nursery.spawn(() -> form.receive(channel, LONG));
                            place.until(() -> receiversOf(channel) == 1);
                            receiver.cancel();
                            assertThat(receiver.awaitOutcome())
                                    .as("%s", form)
                                    .isInstanceOf(Outcome.Cancelled.class);
                            assertThat(isDeserted(channel)).isTrue();
                        }
                        assertThat(channel.trySend(1)).isEqualTo(kind.capacity > 0);
                    }
                });
    }

    /** Every form is a cancellation point, also those that would not have had to wait. */
    @Test
    void anyOperation_cancelledBefore_throwsAndTouchesNothing() throws Exception {
        try (var scheduler = on.open()) {
            Channel<Integer> channel = kind.open();
            var runs = new AtomicBoolean();
            var thrown = new ArrayList<String>();
            Nursery nursery = scheduler.nursery();
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                runs.set(true);
                                try {
                                    while (true) {
                                        Stint.yield();
                                    }
                                } catch (TaskCancelledException e) {
                                    tryAll(channel, thrown);
                                }
                            });
            Setting.until(scheduler, runs::get);
            task.cancel();
            task.awaitOutcome();
            assertThat(thrown)
                    .hasSize(SendForm.values().length + ReceiveForm.values().length + 1)
                    .allMatch(message -> message.contains("was cancelled; it learns of it in"));
            assertThat(channel.snapshot().buffered()).isZero();
            assertThat(sendersOf(channel) + receiversOf(channel)).isZero();
            nursery.close();
        }
    }

    private static void tryAll(Channel<Integer> channel, List<String> thrown) {
        for (SendForm form : SendForm.values()) {
            try {
                form.send(channel, 1, LONG);
            } catch (InterruptedException e) {
                thrown.add(e.getMessage());
            }
        }
        for (ReceiveForm form : ReceiveForm.values()) {
            try {
                form.receive(channel, LONG);
            } catch (InterruptedException e) {
                thrown.add(e.getMessage());
            }
        }
        try {
            channel.drain();
        } catch (InterruptedException e) {
            thrown.add(e.getMessage());
        }
    }

    @Test
    void receive_cancelledAfterItWasGivenAValue_returnsIt() throws Exception {
        on.everywhere(
                place -> {
                    for (ReceiveForm form : ReceiveForm.values()) {
                        if (!form.waits) {
                            continue;
                        }
                        Channel<Integer> channel = kind.open();
                        var got = new AtomicReference<>("");
                        try (Nursery nursery = place.open()) {
                            Task<?> receiver =
                                    nursery.spawn(() -> got.set(form.receive(channel, LONG)));
                            place.until(() -> receiversOf(channel) == 1);
                            assertThat(channel.trySend(7)).isTrue();
                            receiver.cancel(); // under a seed it cannot have run meanwhile
                            receiver.awaitOutcome();
                            assertThat(got.get()).as("%s", form).isEqualTo("7");
                        }
                    }
                });
    }

    @Test
    void send_cancelledAfterItsValueWasTaken_returnsNormally() throws Exception {
        assumeTrue(kind.isBounded(), "an unbounded channel is never full");
        on.everywhere(
                place -> {
                    for (SendForm form : SendForm.values()) {
                        if (!form.waits) {
                            continue;
                        }
                        Channel<Integer> channel = kind.openFull();
                        var got = new AtomicReference<>("");
                        try (Nursery nursery = place.open()) {
                            Task<?> sender =
                                    nursery.spawn(() -> got.set(form.send(channel, 7, LONG)));
                            place.until(() -> sendersOf(channel) == 1);
                            assertThat(channel.tryReceive()).isPresent();
                            sender.cancel();
                            sender.awaitOutcome();
                            assertThat(got.get()).as("%s", form).isEqualTo("taken");
                        }
                    }
                });
    }

    @Test
    void receive_deadlineOfTheNursery_endsTheWait() throws Exception {
        assumeTrue(
                on.isSeeded() || kind == Kind.RENDEZVOUS,
                "real time passes there: enough to start two tasks on a busy machine");
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    Nursery nursery = place.open(n -> n.withDeadline(Duration.ofMillis(500)));
                    Task<Integer> direct = nursery.spawn(() -> channel.receive());
                    Task<Integer> select =
                            nursery.spawn(() -> Select.from(channel.onReceive(v -> v)));
                    assertThatThrownBy(nursery::join)
                            .isInstanceOf(NurseryDeadlineExceededException.class);
                    assertThat(direct.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
                    assertThat(select.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
                    assertThat(isDeserted(channel)).isTrue();
                    nursery.close();
                });
    }

    @Test
    void receive_cancelledInAShield_goesOnWaiting() throws Exception {
        on.everywhere(
                place -> {
                    for (ReceiveForm form : ReceiveForm.values()) {
                        if (!form.waits) {
                            continue;
                        }
                        Channel<Integer> channel = kind.open();
                        var got = new AtomicReference<>("");
                        try (Nursery nursery = place.open()) {
                            Task<?> receiver =
                                    nursery.spawn(
                                            () ->
                                                    Stint.shielded(
                                                            () ->
                                                                    got.set(
                                                                            form.receive(
                                                                                    channel,
                                                                                    LONG))));
                            place.until(() -> receiversOf(channel) == 1);
                            receiver.cancel();
                            nursery.spawn(() -> Stint.yield()).await(); // it has had its chance
                            assertThat(receiversOf(channel)).isEqualTo(1);
                            assertThat(channel.trySend(3)).isTrue();
                            receiver.awaitOutcome();
                            assertThat(got.get()).as("%s", form).isEqualTo("3");
                        }
                    }
                });
    }

    @Test
    void receive_cancelledInAShieldAndNobodyComes_endsWithTheGrace() throws Exception {
        try (var scheduler = on.open(c -> c.withGrace(100, Duration.ofMillis(30)))) {
            Channel<Integer> channel = kind.open();
            Nursery nursery = scheduler.nursery();
            var message = new AtomicReference<>("");
            Task<?> receiver =
                    nursery.spawn(
                            () -> {
                                try {
                                    Stint.shielded(() -> channel.receive());
                                } catch (TaskCancelledException e) {
                                    message.set(e.getMessage());
                                    throw e;
                                }
                            });
            Setting.until(scheduler, () -> receiversOf(channel) == 1);
            receiver.cancel();
            assertThat(receiver.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThat(message.get()).contains("receive()");
            assertThat(isDeserted(channel)).isTrue();
            nursery.close();
        }
    }

    @Test
    void cancel_nurseryOfManyThatWait_allEndAndTheLinesAreEmpty() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> in = kind.open();
                    Channel<Integer> out = Channel.rendezvous();
                    Nursery nursery = place.open();
                    for (int i = 0; i < 30; i++) {
                        int way = i % 3;
                        nursery.spawn(
                                () -> {
                                    switch (way) {
                                        case 0 -> in.receive();
                                        case 1 -> out.send(1);
                                        default ->
                                                Select.from(
                                                        in.onReceive(v -> 0),
                                                        out.onSend(1, () -> 0));
                                    }
                                });
                    }
                    place.until(() -> receiversOf(in) == 20 && sendersOf(out) == 20);
                    nursery.cancel();
                    nursery.awaitAll();
                    assertThat(receiversOf(in)).isZero();
                    assertThat(sendersOf(out)).isZero();
                    nursery.close();
                });
    }
}
