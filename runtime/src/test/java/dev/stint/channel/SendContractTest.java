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
 * [FIBER:channel-fast-path] [FIBER:buffered] [FIBER:rendezvous] Every way of sending, in every
 * state of a channel, from tasks and from threads outside.
 */
@ParameterizedClass
@MethodSource("dev.stint.channel.Kind#grid")
@Timeout(60)
class SendContractTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(2);
    private static final int MINE = 1000;

    private final Kind kind;
    private final Setting on;

    SendContractTest(Kind kind, Setting on) {
        this.kind = kind;
        this.on = on;
    }

    /** What is tried with one way of sending. */
    @FunctionalInterface
    private interface Trial {
        void run(SendForm form, Setting.Place place) throws Exception;
    }

    private void withEachForm(Trial trial) throws Exception {
        on.everywhere(
                place -> {
                    for (SendForm form : SendForm.values()) {
                        if (form.isHere()) {
                            trial.run(form, place);
                        }
                    }
                });
    }

    @Test
    void send_roomInTheBuffer_isTakenAtOnce() throws Exception {
        withEachForm(
                (form, place) -> {
                    Channel<Integer> channel = kind.open();
                    int fits = Math.min(kind.capacity, 70);
                    for (int i = 0; i < fits; i++) {
                        assertThat(form.send(channel, i, LONG)).as("%s", form).isEqualTo("taken");
                    }

                    assertThat(channel.snapshot().buffered()).isEqualTo(fits);
                    assertThat(channel.drain()).isEqualTo(Kind.upTo(fits));
                });
    }

    @Test
    void send_receiverWaits_isHandedOver() throws Exception {
        withEachForm(
                (form, place) -> {
                    Channel<Integer> channel = kind.open();
                    try (Nursery nursery = place.open()) {
                        Task<Integer> receiver = nursery.spawn(() -> channel.receive());
                        place.until(() -> receiversOf(channel) == 1);

                        assertThat(form.send(channel, MINE, LONG)).isEqualTo("taken");

                        // it is the receiver's, even before that has run
                        assertThat(isDeserted(channel)).isTrue();
                        assertThat(channel.tryReceive()).isEmpty();
                        assertThat(receiver.await()).isEqualTo(MINE);
                    }
                });
    }

    @Test
    void send_full_waitsForRoomOrAPartner() throws Exception {
        assumeTrue(kind.isBounded(), "an unbounded channel is never full");
        withEachForm(
                (form, place) -> {
                    if (!form.waits) {
                        return;
                    }
                    Channel<Integer> channel = kind.openFull();
                    try (Nursery nursery = place.open()) {
                        Task<Integer> receiver =
                                nursery.spawn(
                                        () -> {
                                            giveWayUntil(() -> sendersOf(channel) == 1);
                                            return channel.receive();
                                        });

                        assertThat(form.send(channel, MINE, LONG)).isEqualTo("taken");

                        assertThat(isDeserted(channel)).isTrue();
                        int first = receiver.await();
                        var rest = channel.drain();
                        assertThat(first).isEqualTo(kind.capacity == 0 ? MINE : 0);
                        assertThat(rest).hasSize(kind.capacity);
                        if (kind.capacity > 0) {
                            assertThat(rest.getLast()).isEqualTo(MINE);
                        }
                    }
                });
    }

    @Test
    void send_fullAndNobodyComes_givesUpAndHasSentNothing() throws Exception {
        assumeTrue(kind.isBounded(), "an unbounded channel is never full");
        withEachForm(
                (form, place) -> {
                    if (form.waits && !form.isTimed()) {
                        return;
                    }
                    Channel<Integer> channel = kind.openFull();

                    assertThat(form.send(channel, MINE, SHORT)).as("%s", form).isEqualTo("not now");
                    assertThat(form.send(channel, MINE, Duration.ZERO)).isEqualTo("not now");

                    assertThat(isDeserted(channel)).isTrue();
                    assertThat(channel.drain()).isEqualTo(Kind.upTo(kind.capacity));
                });
    }

    @Test
    void send_noPatience_isAsTrySend() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = kind.open();
                    int sent = 0;
                    while (sent < 70 && channel.send(sent, Duration.ofNanos(-sent))) {
                        sent++;
                    }
                    assertThat(sent).isEqualTo(Math.min(70, kind.capacity));
                });
    }

    @Test
    void send_endlessPatience_waits() throws Exception {
        on.everywhere(
                place -> {
                    Channel<Integer> channel = Channel.rendezvous();
                    try (Nursery nursery = place.open()) {
                        nursery.spawn(
                                () -> {
                                    giveWayUntil(() -> sendersOf(channel) == 1);
                                    return channel.receive();
                                });
                        assertThat(channel.send(1, Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
                    }
                });
    }

    @Test
    void send_closed_saysSoAndWhy() throws Exception {
        withEachForm(
                (form, place) -> {
                    Channel<Integer> done = kind.open();
                    done.close();
                    Channel<Integer> failed = kind.open();
                    failed.close(new IllegalStateException("the reason"));

                    assertThat(form.send(done, MINE, LONG)).isEqualTo("closed ");
                    assertThat(form.send(failed, MINE, LONG)).isEqualTo("closed the reason");

                    assertThat(done.drain()).isEmpty();
                    assertThat(failed.drain()).isEmpty();
                });
    }

    @Test
    void send_closedWhileItWaits_isWithdrawn() throws Exception {
        assumeTrue(kind.isBounded(), "an unbounded channel is never full");
        withEachForm(
                (form, place) -> {
                    for (String reason : new String[] {"", "the reason"}) {
                        if (form.waits) {
                            closeWhileItWaits(form, place, reason);
                        }
                    }
                });
    }

    private void closeWhileItWaits(SendForm form, Setting.Place place, String reason)
            throws Exception {
        Channel<Integer> channel = kind.openFull();
        try (Nursery nursery = place.open()) {
            nursery.spawn(
                    () -> {
                        giveWayUntil(() -> sendersOf(channel) == 1);
                        channel.close(reason.isEmpty() ? null : new Exception(reason));
                    });

            assertThat(form.send(channel, MINE, LONG)).isEqualTo("closed " + reason);
        }
        assertThat(isDeserted(channel)).isTrue();
        assertThat(channel.drain()).isEqualTo(Kind.upTo(kind.capacity));
    }

    /** Under a seed the clock jumps there; on threads it must at least have passed. */
    @Test
    void send_timesOut_noSoonerThanItsTime() throws Exception {
        assumeTrue(kind.isBounded(), "an unbounded channel is never full");
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        Channel<Integer> channel = kind.openFull();
                        long start = Stint.nanoTime();
                        assertThat(channel.send(MINE, Duration.ofMillis(3))).isFalse();
                        long middle = Stint.nanoTime();
                        assertThat(channel.sendUntil(MINE, middle + 3_000_000)).isFalse();
                        long end = Stint.nanoTime();
                        assertThat(channel.sendUntil(MINE, start)).isFalse(); // long past
                        assertThat(middle - start).isGreaterThanOrEqualTo(3_000_000);
                        assertThat(end - middle).isGreaterThanOrEqualTo(3_000_000);
                        if (on.isSeeded()) {
                            assertThat(end - start).isEqualTo(6_000_000);
                        }
                    });
        }
    }

    @Test
    void sendUntil_outside_isRefused() {
        Channel<Integer> channel = kind.open();
        assertThatThrownBy(() -> channel.sendUntil(1, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot sendUntil")
                .hasMessageContaining("not running a task");
        assertThat(channel.snapshot().buffered()).isZero();
    }
}
