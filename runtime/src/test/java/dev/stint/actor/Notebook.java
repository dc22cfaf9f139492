package dev.stint.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.nursery.Nursery;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** The actor of these tests: remembers numbers, and does what else it is told. */
final class Notebook implements Behaviour<Notebook.Message> {
    static final Duration LONG = Duration.ofHours(10);

    /** What the actors here understand. */
    sealed interface Message {
        /** Is remembered. */
        record Note(int number) implements Message {}

        /** Is answered with what was remembered. */
        record All(Reply<List<Integer>> reply) implements Message {}

        /** Is answered later, by whoever takes the reply from where it is put. */
        record Later(Queue<Reply<String>> owed, Reply<String> reply) implements Message {}

        /** Makes the actor fail. */
        record Break(String how) implements Message {}

        /** Makes the actor fail, instead of an answer. */
        record BreakInstead(Reply<String> reply) implements Message {}

        /** Occupies the actor until the channel is closed. */
        record Hold(Channel<Integer> until) implements Message {}

        /** Occupies the actor until it is cancelled, instead of an answer. */
        record HoldInstead(Reply<String> reply) implements Message {}
    }

    private final List<Integer> numbers = new ArrayList<>();

    @Override
    public void receive(Message message) throws Exception {
        switch (message) {
            case Message.Note(int number) -> numbers.add(number);
            case Message.All(var reply) -> reply.send(List.copyOf(numbers));
            case Message.Later(var owed, var reply) -> owed.add(reply);
            case Message.Break(String how) -> throw new IOException(how);
            case Message.BreakInstead(var reply) -> throw new IOException("instead");
            case Message.Hold(var until) -> until.receiveOrClosed();
            case Message.HoldInstead(var reply) -> Stint.sleep(LONG);
        }
    }

    static ActorRef<Message> spawn(Nursery nursery) {
        return spawn(nursery, Mailbox.DEFAULT);
    }

    static ActorRef<Message> spawn(Nursery nursery, Mailbox mailbox) {
        return Actor.spawn(
                nursery, a -> a.withName("notebook").withMailbox(mailbox), self -> new Notebook());
    }

    static Message note(int number) {
        return new Message.Note(number);
    }

    /** What is told is handled, in a mailbox, in hand, dropped or a dead letter. */
    static void assertConserved(long told, ActorRef<?> actor) {
        ActorSnapshot now = actor.snapshot();
        assertThat(
                        now.handled()
                                + now.deadLetters()
                                + now.mailbox().dropped()
                                + now.mailbox().buffered())
                .as("what became of %d messages: %s", told, now)
                .isEqualTo(told);
    }

    /** Fills the actor's hand and its mailbox, and returns what releases it. */
    static Channel<Integer> occupy(Setting.Place place, ActorRef<Message> actor, int waiting)
            throws InterruptedException {
        Channel<Integer> gate = Channel.rendezvous();
        actor.tell(new Message.Hold(gate));
        place.until(() -> gate.snapshot().receiversWaiting() == 1);
        for (int i = 1; i <= waiting; i++) {
            actor.tell(note(i));
        }
        return gate;
    }
}
