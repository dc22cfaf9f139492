package dev.stint.verify.history;

import dev.stint.channel.Overflow;
import dev.stint.testkit.history.Account;
import dev.stint.testkit.history.Linearization;
import dev.stint.verify.history.Answer.What;
import dev.stint.verify.history.Request.Arm;
import dev.stint.verify.history.Request.How;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Channels as one who does one thing at a time would write them, and how far each call of a history
 * has come. A call takes effect when it arrives: it is done, or finds a channel closed, or stands
 * in line; who stands in line is served by the arrival of another, first come first served. So a
 * send and a receive that meet take effect together.
 *
 * <p>The answers are known beforehand, and a step that would lead to another one is refused. A call
 * that was cancelled never arrives; one that was given up in time arrives where it is not possible,
 * and does not stand in line. Both are the least that can have happened: whoever stands in line
 * without being served changes nothing for others, except that it would be served.
 */
final class Model implements Account {
    private record Place(int call, int arm) {}

    private static final class State {
        final List<Integer> buffer = new ArrayList<>();
        final List<Place> senders = new ArrayList<>();
        final List<Place> receivers = new ArrayList<>();
        boolean closed;

        @Override
        public String toString() {
            return buffer + "" + senders + receivers + closed;
        }
    }

    private enum Stage {
        BEFORE,
        STANDING,
        OVER
    }

    private final List<Shape> shapes;
    private final List<Call> calls;
    private final List<State> channels = new ArrayList<>();
    private final List<Stage> stages = new ArrayList<>();

    Model(List<Shape> shapes, List<Call> calls) {
        this.shapes = shapes;
        this.calls = calls;
        shapes.forEach(shape -> channels.add(new State()));
        calls.forEach(call -> stages.add(Stage.BEFORE));
    }

    /** Whether some order of single steps explains a history. */
    static boolean explains(List<Shape> shapes, List<Call> calls) {
        return Linearization.exists(
                calls.stream().map(Call::span).toList(), new Model(shapes, calls));
    }

    @Override
    public Model copy() {
        var copy = new Model(shapes, calls);
        for (int i = 0; i < channels.size(); i++) {
            State from = channels.get(i);
            State to = copy.channels.get(i);
            to.buffer.addAll(from.buffer);
            to.senders.addAll(from.senders);
            to.receivers.addAll(from.receivers);
            to.closed = from.closed;
        }
        for (int i = 0; i < stages.size(); i++) {
            copy.stages.set(i, stages.get(i));
        }
        return copy;
    }

    @Override
    public String key() {
        return channels + "" + stages;
    }

    @Override
    public boolean isOver(int call) {
        return stages.get(call) == Stage.OVER;
    }

    @Override
    public boolean mayArrive(int call) {
        return stages.get(call) == Stage.BEFORE;
    }

    /** Lets a call arrive; false if its answer, or that of one it serves, would be another. */
    @Override
    public boolean arrive(int call) {
        Request request = calls.get(call).request();
        Answer answer = calls.get(call).answer();
        if (answer.what() == What.CANCELLED) {
            return end(call);
        }
        if (request.isClose()) {
            return close(request.closes()) && end(call);
        }
        boolean possible = false;
        for (int arm = 0; arm < request.arms().size(); arm++) {
            if (isPossible(request.arms().get(arm))) {
                possible = true;
                if (isAnswered(call, arm) && perform(call, arm)) {
                    return end(call);
                }
                if (request.inOrder()) {
                    return false;
                }
            }
        }
        if (possible) {
            return false;
        }
        if (answer.what() == What.NOTHING) {
            return request.how() != How.WAIT && end(call);
        }
        return request.how() != How.TRY && stand(call);
    }

    /** True if the answer is about this arm. */
    private boolean isAnswered(int call, int arm) {
        Answer answer = calls.get(call).answer();
        return switch (answer.what()) {
            case DONE -> answer.arm() == arm;
            case CLOSED ->
                    answer.arm() == arm
                            || (answer.arm() == Answer.SOME_SEND && arm(call, arm).sends());
            case NOTHING, CANCELLED -> false;
        };
    }

    private boolean isDone(int call, int arm, int value) {
        Answer answer = calls.get(call).answer();
        return answer.what() == What.DONE && answer.arm() == arm && answer.value() == value;
    }

    private boolean isClosed(int call, int arm) {
        return calls.get(call).answer().what() == What.CLOSED && isAnswered(call, arm);
    }

    private Arm arm(int call, int arm) {
        return calls.get(call).request().arms().get(arm);
    }

    private boolean isPossible(Arm arm) {
        State channel = channels.get(arm.channel());
        Shape shape = shapes.get(arm.channel());
        if (channel.closed) {
            return true;
        }
        if (!arm.sends()) {
            return !channel.buffer.isEmpty() || !channel.senders.isEmpty();
        }
        return !channel.receivers.isEmpty()
                || channel.buffer.size() < shape.capacity
                || shape.whenFull != Overflow.SUSPEND;
    }

    private boolean perform(int call, int arm) {
        return arm(call, arm).sends() ? send(call, arm) : receive(call, arm);
    }

    private boolean send(int call, int number) {
        Arm arm = arm(call, number);
        State channel = channels.get(arm.channel());
        if (channel.closed) {
            return isClosed(call, number);
        }
        if (!isDone(call, number, arm.value())) {
            return false;
        }
        if (!channel.receivers.isEmpty()) {
            Place receiver = channel.receivers.getFirst();
            return isDone(receiver.call, receiver.arm, arm.value()) && end(receiver.call);
        }
        Shape shape = shapes.get(arm.channel());
        if (channel.buffer.size() == shape.capacity) {
            if (shape.whenFull == Overflow.DROP_NEWEST) {
                return true;
            }
            channel.buffer.removeFirst();
        }
        channel.buffer.add(arm.value());
        return true;
    }

    private boolean receive(int call, int number) {
        State channel = channels.get(arm(call, number).channel());
        Integer oldest = channel.buffer.isEmpty() ? null : channel.buffer.removeFirst();
        if (channel.senders.isEmpty()) {
            return oldest == null ? isClosed(call, number) : isDone(call, number, oldest);
        }
        Place sender = channel.senders.getFirst();
        int brought = arm(sender.call, sender.arm).value();
        if (oldest != null) {
            channel.buffer.add(brought);
        }
        return isDone(sender.call, sender.arm, brought)
                && isDone(call, number, Objects.requireNonNullElse(oldest, brought))
                && end(sender.call);
    }

    private boolean close(int number) {
        State channel = channels.get(number);
        channel.closed = true;
        Place waiting = first(channel);
        while (waiting != null) {
            if (!isClosed(waiting.call, waiting.arm)) {
                return false;
            }
            end(waiting.call);
            waiting = first(channel);
        }
        return true;
    }

    private static @Nullable Place first(State channel) {
        if (!channel.senders.isEmpty()) {
            return channel.senders.getFirst();
        }
        return channel.receivers.isEmpty() ? null : channel.receivers.getFirst();
    }

    private boolean stand(int call) {
        List<Arm> arms = calls.get(call).request().arms();
        for (int i = 0; i < arms.size(); i++) {
            if (standsFor(call, i)) {
                State channel = channels.get(arms.get(i).channel());
                (arms.get(i).sends() ? channel.senders : channel.receivers).add(new Place(call, i));
            }
        }
        stages.set(call, Stage.STANDING);
        return true;
    }

    /**
     * Of several arms for one line one stands in it: the first, or, in no order, any. So it may
     * have been the one that was answered.
     */
    private boolean standsFor(int call, int number) {
        Request request = calls.get(call).request();
        int answered = calls.get(call).answer().arm();
        int standing = -1;
        for (int i = 0; i < request.arms().size(); i++) {
            boolean same =
                    arm(call, i).channel() == arm(call, number).channel()
                            && arm(call, i).sends() == arm(call, number).sends();
            if (same && (standing < 0 || (!request.inOrder() && i == answered))) {
                standing = i;
            }
        }
        return standing == number;
    }

    private boolean end(int call) {
        for (State channel : channels) {
            channel.senders.removeIf(place -> place.call == call);
            channel.receivers.removeIf(place -> place.call == call);
        }
        stages.set(call, Stage.OVER);
        return true;
    }
}
