package dev.stint.verify.history;

import dev.stint.channel.Channel;
import dev.stint.channel.Clause;
import dev.stint.channel.Received;
import dev.stint.channel.Select;
import dev.stint.channel.Sent;
import dev.stint.error.ChannelClosedException;
import dev.stint.verify.history.Request.Arm;
import dev.stint.verify.history.Request.How;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a request is made of real channels. The twins override one method each. */
class Operations {
    private static final Duration A_MOMENT = Duration.ofNanos(20_000);

    final Answer perform(List<Channel<Integer>> channels, Request request)
            throws InterruptedException {
        if (request.isClose()) {
            close(channels.get(request.closes()));
            return Answer.CLOSE;
        }
        try {
            if (request.arms().size() > 1) {
                return request.how() == How.WAIT && !request.inOrder()
                        ? select(channels, request.arms())
                        : selectOtherwise(channels, request);
            }
            Arm arm = request.arms().getFirst();
            Channel<Integer> channel = channels.get(arm.channel());
            return arm.sends()
                    ? send(channel, arm.value(), request.how())
                    : receive(channel, request.how());
        } catch (ChannelClosedException e) {
            return Answer.closed(Answer.SOME_SEND);
        }
    }

    void close(Channel<Integer> channel) {
        channel.close();
    }

    private static Answer send(Channel<Integer> channel, int value, How how)
            throws InterruptedException {
        boolean sent =
                switch (how) {
                    case TRY -> channel.trySend(value);
                    case WAIT_BRIEFLY -> channel.send(value, A_MOMENT);
                    case WAIT, CLOSE -> {
                        if (channel.sendOrClosed(value) instanceof Sent.Taken) {
                            yield true;
                        }
                        throw new ChannelClosedException("found closed", null);
                    }
                };
        return sent ? Answer.done(0, value) : Answer.NOTHING;
    }

    private Answer receive(Channel<Integer> channel, How how) throws InterruptedException {
        try {
            Optional<Integer> value =
                    switch (how) {
                        case TRY -> channel.tryReceive();
                        case WAIT_BRIEFLY -> channel.receive(A_MOMENT);
                        case WAIT, CLOSE -> Optional.of(receive(channel));
                    };
            return value.map(v -> Answer.done(0, v)).orElse(Answer.NOTHING);
        } catch (ChannelClosedException e) {
            return Answer.closed(0);
        }
    }

    int receive(Channel<Integer> channel) throws InterruptedException {
        return channel.receive();
    }

    /** Waits for any of these. */
    Answer select(List<Channel<Integer>> channels, List<Arm> arms) throws InterruptedException {
        return Select.from(clauses(channels, arms));
    }

    private static Answer selectOtherwise(List<Channel<Integer>> channels, Request request)
            throws InterruptedException {
        var clauses = new ArrayList<>(List.of(clauses(channels, request.arms())));
        if (request.how() != How.WAIT) {
            Duration timeout = request.how() == How.TRY ? Duration.ZERO : A_MOMENT;
            clauses.add(Select.onTimeout(timeout, () -> Answer.NOTHING));
        }
        Clause<Answer>[] all = clauses.toArray(Operations::array);
        return request.inOrder() ? Select.inOrder(all) : Select.from(all);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Java makes no arrays of generic types
    private static Clause<Answer>[] array(int length) {
        return new Clause[length];
    }

    private static Clause<Answer>[] clauses(List<Channel<Integer>> channels, List<Arm> arms) {
        Clause<Answer>[] clauses = array(arms.size());
        for (int i = 0; i < clauses.length; i++) {
            int number = i;
            Arm arm = arms.get(i);
            Channel<Integer> channel = channels.get(arm.channel());
            clauses[i] =
                    arm.sends()
                            ? channel.onSend(arm.value(), () -> Answer.done(number, arm.value()))
                            : channel.onReceiveOrClosed(found -> received(number, found));
        }
        return clauses;
    }

    private static Answer received(int arm, Received<Integer> found) {
        return found instanceof Received.Value<Integer>(var value)
                ? Answer.done(arm, value)
                : Answer.closed(arm);
    }
}
