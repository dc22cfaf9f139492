package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.error.ChannelClosedException;
import dev.stint.event.DeadlockException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.lang.ref.WeakReference;
import java.security.PrivilegedActionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, messages, snapshots, arguments, the two ends, and what a buffer takes and gives back. */
@Timeout(60)
class ChannelFaceTest {
    /** What a tenant's exception may do when somebody asks it. */
    private static final class Nosy extends Exception {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("was asked");
        }
    }

    @Test
    void close_reasonThatHoldsSomebodyElses_doesNotAskIt() throws Exception {
        var reason = new PrivilegedActionException(new Nosy());
        Channel<Integer> channel = Channel.buffered(1);
        channel.close(reason);
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            scheduler.run(
                    () -> {
                        assertThatThrownBy(channel::receive)
                                .isInstanceOf(ChannelClosedException.class)
                                .satisfies(e -> assertThat(e.getCause()).isSameAs(reason))
                                .hasMessageContaining(
                                        PrivilegedActionException.class.getName() + " and");
                        return null;
                    });
        }
    }

    // ---- the ends

    @ParameterizedTest
    @EnumSource
    void ends_areNotTheChannel(Kind kind) throws Exception {
        Channel<Integer> channel = kind.open();
        Object sender = channel.sender();
        Object receiver = channel.receiver();
        assertThat(sender).isNotInstanceOf(Channel.class).isNotInstanceOf(Receiver.class);
        assertThat(receiver).isNotInstanceOf(Channel.class).isNotInstanceOf(Sender.class);
        assertThatThrownBy(() -> ((Channel<?>) sender).receive())
                .isInstanceOf(ClassCastException.class);
    }

    /** Every method of an end is that of its channel. */
    @Test
    void ends_passAllOn() throws Exception {
        Channel<Integer> channel = Channel.<Integer>buffered(2).named("x");
        Sender<Integer> sender = channel.sender();
        Receiver<Integer> receiver = channel.receiver();
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            scheduler.run(
                    () -> {
                        for (SendForm form : SendForm.values()) {
                            assertThat(form.send(sender, 4, Duration.ofSeconds(1)))
                                    .isEqualTo("taken");
                            assertThat(receiver.receive()).isEqualTo(4);
                        }
                        for (ReceiveForm form : ReceiveForm.values()) {
                            sender.send(5);
                            assertThat(form.receive(receiver, Duration.ofSeconds(1)))
                                    .isEqualTo("5");
                        }
                        sender.send(6);
                        assertThat(receiver.drain()).containsExactly(6);
                        sender.send(7);
                        assertThat(receiver.iterator().next()).isEqualTo(7);
                        sender.send(8);
                        assertThat(receiver.stream().limit(1)).containsExactly(8);
                    });
        }
        assertThat(sender.snapshot()).isEqualTo(channel.snapshot()).isEqualTo(receiver.snapshot());
        assertThat(sender).hasToString("the sending end of channel 'x'");
        assertThat(receiver).hasToString("the receiving end of channel 'x'");
        assertThat(sender).isEqualTo(channel.sender()).isNotEqualTo(Channel.buffered(2).sender());
        var reason = new Exception("why");
        receiver.close(reason);
        assertThat(sender.sendOrClosed(1)).isEqualTo(new Sent.Failed(reason));
    }

    // ---- names and messages

    @Test
    @SuppressWarnings("NullAway") // that is what is refused
    void toString_withAndWithoutAName_saysWhatItIs() {
        assertThat(Channel.rendezvous()).hasToString("a rendezvous channel");
        assertThat(Channel.buffered(3)).hasToString("a channel");
        assertThat(Channel.rendezvous().named("a")).hasToString("rendezvous channel 'a'");
        assertThat(Channel.unbounded().named("b")).hasToString("channel 'b'");
        assertThatThrownBy(() -> Channel.unbounded().named(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("name of a channel");
    }

    /** Who, what was tried, what forbids it, what to do instead. */
    @ParameterizedTest
    @EnumSource
    void closed_inATask_theErrorSaysWhoWhatWhyAndWhatInstead(Setting setting) throws Exception {
        Channel<Integer> channel = Channel.<Integer>buffered(1).named("orders");
        channel.close(new IllegalStateException("the shop burnt down"));
        try (var scheduler = setting.open()) {
            Nursery nursery = scheduler.nursery(n -> n.withCancelOnError(false));
            assertThat(failureOf(nursery.spawn("clerk", () -> channel.send(1))))
                    .isInstanceOf(ChannelClosedException.class)
                    .hasMessageMatching(
                            "task \\d+ 'clerk' cannot send to channel 'orders': it was closed"
                                    + " because of java.lang.IllegalStateException: the shop burnt"
                                    + " down\\. Send before the close, or use sendOrClosed.*");
            assertThat(failureOf(nursery.spawn("cook", () -> channel.receive())))
                    .hasMessageMatching(
                            "task \\d+ 'cook' cannot receive from channel 'orders': it was closed"
                                    + " because of .* and is empty\\. Use receiveOrClosed\\(\\).*");
            nursery.awaitAll();
            nursery.close();
        }
        assertThatThrownBy(() -> channel.send(1))
                .hasMessageStartingWith("thread '" + Thread.currentThread().getName() + "' cannot");
    }

    private static Throwable failureOf(Task<?> task) throws InterruptedException {
        return ((Outcome.Failure<?>) task.awaitOutcome()).cause();
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("NullAway") // that is what is refused
    void send_null_isRefusedWithAWord(Kind kind) throws Exception {
        Channel<Integer> channel = kind.open();
        Integer none = null;
        for (Sender<Integer> end : List.of(channel, channel.sender())) {
            assertThatThrownBy(() -> end.send(none)).hasMessage("a channel carries no null");
            assertThatThrownBy(() -> end.trySend(none)).hasMessage("a channel carries no null");
            assertThatThrownBy(() -> end.trySendOrClosed(none))
                    .hasMessage("a channel carries no null");
            assertThatThrownBy(() -> end.sendOrClosed(none))
                    .hasMessage("a channel carries no null");
            assertThatThrownBy(() -> end.send(none, Duration.ZERO))
                    .hasMessage("a channel carries no null");
            assertThatThrownBy(() -> end.onSend(none, () -> 0))
                    .hasMessage("a channel carries no null");
        }
        assertThatThrownBy(() -> channel.send(1, null)).hasMessage("timeout of a wait");
        assertThatThrownBy(() -> channel.receive(null)).hasMessage("timeout of a wait");
        assertThat(channel.snapshot().buffered()).isZero();
    }

    @ParameterizedTest
    @SuppressWarnings("NullAway") // that is what is refused
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void buffered_lessThanOne_isRefused(int capacity) {
        assertThatThrownBy(() -> Channel.buffered(capacity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not " + capacity)
                .hasMessageContaining("Channel.rendezvous()");
        assertThatThrownBy(() -> Channel.buffered(1, null))
                .isInstanceOf(NullPointerException.class);
    }

    // ---- snapshots

    @Test
    void snapshot_saysWhatIsThere() throws Exception {
        Channel<Integer> channel = Channel.<Integer>buffered(2, Overflow.DROP_OLDEST).named("s");
        for (int i = 0; i < 5; i++) {
            channel.send(i);
        }
        channel.close();
        assertThat(channel.snapshot()).isEqualTo(new ChannelSnapshot("s", 2, 2, 0, 0, 3, true));
        assertThat(Channel.rendezvous().snapshot())
                .isEqualTo(new ChannelSnapshot("", 0, 0, 0, 0, 0, false));
        assertThat(Channel.unbounded().snapshot().capacity()).isEqualTo(Integer.MAX_VALUE);
    }

    // ---- memory

    /** A thousand of the largest would not fit if each took what it may hold. */
    @Test
    void buffered_hugeCapacity_takesNothingUpFront() throws Exception {
        var channels = new ArrayList<Channel<Integer>>();
        for (int i = 0; i < 1000; i++) {
            Channel<Integer> channel = Channel.buffered(Integer.MAX_VALUE);
            channel.send(i);
            channels.add(channel);
        }
        assertThat(channels.getLast().receive()).isEqualTo(999);
        assertThat(channels.getLast().snapshot().capacity()).isEqualTo(Integer.MAX_VALUE - 1);
    }

    /** What was received or dropped is not kept alive by the buffer. */
    @Test
    void receive_theBufferLetsGoOfTheValue() throws Exception {
        Channel<Object> channel = Channel.unbounded();
        var values = new ArrayList<WeakReference<Object>>();
        for (int i = 0; i < 100; i++) {
            var value = new Object();
            values.add(new WeakReference<>(value));
            channel.send(value);
        }
        for (int i = 0; i < 99; i++) {
            channel.receive();
        }
        awaitCleared(values.subList(0, 99));
        assertThat(channel.receive()).isSameAs(values.get(99).get());
    }

    private static void awaitCleared(List<WeakReference<Object>> values) {
        for (int i = 0; i < 50 && values.stream().anyMatch(v -> v.get() != null); i++) {
            System.gc();
        }
        assertThat(values).allMatch(v -> v.get() == null);
    }

    @Test
    void receive_outsideAndNobodyWillSend_isADeadlockThatNamesBoth() {
        Channel<Integer> channel = Channel.<Integer>rendezvous().named("orders");
        try (var scheduler = Scheduler.open(c -> c.withSeed(5))) {
            assertThat(scheduler.snapshot().activeTasks()).isZero();
            assertThatThrownBy(channel::receive)
                    .isInstanceOf(DeadlockException.class)
                    .hasMessageContaining("deadlock under seed 5")
                    .hasMessageContaining(
                            "thread '"
                                    + Thread.currentThread().getName()
                                    + "' waits for a value in rendezvous channel 'orders'");
        }
        assertThat(Lines.standing(channel)).isZero();
    }
}
