package dev.stint.channel;

import static dev.stint.channel.Kind.giveWayUntil;
import static dev.stint.channel.Kind.isDeserted;
import static dev.stint.channel.Kind.receiversOf;
import static dev.stint.channel.Kind.sendersOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * [FIBER:channel-fast-path] [FIBER:buffered] [FIBER:rendezvous] Every way of receiving, in every
 * state of a channel, from tasks and from threads outside.
 */
@ParameterizedClass
@MethodSource("dev.stint.channel.Kind#grid")
@Timeout(60)
class ReceiveContractTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(2);

    private final Kind kind;
    private final Setting on;

    ReceiveContractTest(Kind kind, Setting on) {
        this.kind = kind;
        this.on = on;
    }

    /** What is tried with one way of receiving. */
    @FunctionalInterface
    private interface Trial {
        void run(ReceiveForm form, Setting.Place place) throws Exception;
    }

    private void withEachForm(Trial trial) throws Exception {
        on.everywhere(
                place -> {
                    for (ReceiveForm form : ReceiveForm.values()) {
                        if (form.isHere()) {
                            trial.run(form, place);
                        }
                    }
                });
    }

    @Test
    void receive_valuesInTheBuffer_takesTheOldest() throws Exception {
        withEachForm(
                (form, place) -> {
                    Channel<Integer> channel = kind.open();
                    int fits = Math.min(kind.capacity, 70);
                    for (int i = 0; i < fits; i++) {
                        channel.send(i);
                    }
                    for (int i = 0; i < fits; i++) {
                        assertThat(form.receive(channel, LONG)).as("%s", form).isEqualTo("" + i);
                    }
                    assertThat(channel.snapshot().buffered()).isZero();
                });
    }

    /** The sender's value goes to the end of the buffer, or directly to us if there is none. */
    @Test
    void receive_senderWaits_takesTheOldestAndLetsItIn() throws Exception {
        assumeTrue(kind.isBounded(), "an unbounded channel is never full");
        withEachForm(
                (form, place) -> {
                    Channel<Integer> channel = kind.openFull();
                    try (Nursery nursery = place.open()) {
                        Task<?> sender = nursery.spawn(() -> channel.send(kind.capacity));
                        place.until(() -> sendersOf(channel) == 1);

                        assertThat(form.receive(channel, LONG)).isEqualTo("0");

                        assertThat(isDeserted(channel)).isTrue();
                        assertThat(channel.snapshot().buffered()).isEqualTo(kind.capacity);
                        sender.await();
                        for (int i = 1; i <= kind.capacity; i++) {
                            assertThat(form.receive(channel, LONG)).isEqualTo("" + i);
                        }
                    }
                });
    }

    @Test
    void receive_empty_waitsForAValue() throws Exception {
        withEachForm(
                (form, place) -> {
                    if (!form.waits) {
                        return;
                    }
                    Channel<Integer> channel = kind.open();
                    try (Nursery nursery = place.open()) {
                        nursery.spawn(
                                () -> {
                                    giveWayUntil(() -> receiversOf(channel) == 1);
                                    channel.send(7);
                                });

                        assertThat(form.receive(channel, LONG)).isEqualTo("7");
                    }
                    assertThat(isDeserted(channel)).isTrue();
                    assertThat(channel.snapshot().buffered()).isZero();
                });
    }

    @Test
    void receive_emptyAndNobodyComes_givesUpAndLeavesNoTrace() throws Exception {
        withEachForm(
                (form, place) -> {
                    if (form.waits && !form.isTimed()) {
                        return;
                    }
                    Channel<Integer> channel = kind.open();

                    assertThat(form.receive(channel, SHORT)).isEqualTo("not now");
                    assertThat(form.receive(channel, Duration.ZERO)).isEqualTo("not now");

                    assertThat(isDeserted(channel)).isTrue();
                    if (kind.capacity > 0) {
                        channel.send(1); // and it is not given to one who has gone
                        assertThat(channel.drain()).containsExactly(1);
                    } else {
                        assertThat(channel.trySend(1)).isFalse();
                    }
                });
    }

    @Test
    void receive_closedAndEmpty_saysSoAndWhy() throws Exception {
        withEachForm(
                (form, place) -> {
                    Channel<Integer> done = kind.open();
                    done.close();
                    Channel<Integer> failed = kind.open();
                    failed.close(new IllegalStateException("the reason"));

                    for (int i = 0; i < 2; i++) { // and it stays so
                        assertThat(form.receive(done, LONG)).isEqualTo("closed ");
                    }
                    assertThat(form.receive(failed, LONG)).isEqualTo("closed the reason");
                });
    }

    @Test
    void receive_closedWithValues_givesThemFirst() throws Exception {
        withEachForm(
                (form, place) -> {
                    for (String reason : new String[] {"", "the reason"}) {
                        Channel<Integer> channel = kind.open();
                        int fits = Math.min(kind.capacity, 5);
                        for (int i = 0; i < fits; i++) {
                            channel.send(i);
                        }
                        channel.close(reason.isEmpty() ? null : new Exception(reason));
                        for (int i = 0; i < fits; i++) {
                            assertThat(form.receive(channel, LONG)).isEqualTo("" + i);
                        }
                        assertThat(form.receive(channel, LONG)).isEqualTo("closed " + reason);
                    }
                });
    }

    @Test
    void receive_closedWhileItWaits_saysSoAndWhy() throws Exception {
        withEachForm(
                (form, place) -> {
                    for (String reason : new String[] {"", "the reason"}) {
                        if (form.waits) {
                            closeWhileItWaits(form, place, reason);
                        }
                    }
                });
    }

    private void closeWhileItWaits(ReceiveForm form, Setting.Place place, String reason)
            throws Exception {
        Channel<Integer> channel = kind.open();
        try (Nursery nursery = place.open()) {
            nursery.spawn(
                    () -> {
                        giveWayUntil(() -> receiversOf(channel) == 1);
                        channel.close(reason.isEmpty() ? null : new Exception(reason));
                    });

            assertThat(form.receive(channel, LONG)).isEqualTo("closed " + reason);
        }
        assertThat(isDeserted(channel)).isTrue();
    }

    @Test
    void receive_timesOut_noSoonerThanItsTime() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        Channel<Integer> channel = kind.open();
                        long start = Stint.nanoTime();
                        assertThat(channel.receive(Duration.ofMillis(3))).isEmpty();
                        long middle = Stint.nanoTime();
                        assertThat(channel.receiveUntil(middle + 3_000_000)).isEmpty();
                        long end = Stint.nanoTime();
                        assertThat(channel.receiveUntil(start)).isEmpty(); // long past
                        assertThat(middle - start).isGreaterThanOrEqualTo(3_000_000);
                        assertThat(end - middle).isGreaterThanOrEqualTo(3_000_000);
                        if (on.isSeeded()) {
                            assertThat(end - start).isEqualTo(6_000_000);
                        }
                    });
        }
    }

    @Test
    void receiveUntil_outside_isRefused() {
        Channel<Integer> channel = kind.open();
        assertThatThrownBy(() -> channel.receiveUntil(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot receiveUntil")
                .hasMessageContaining("not running a task");
    }
}
