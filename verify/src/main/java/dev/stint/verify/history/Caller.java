package dev.stint.verify.history;

import dev.stint.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One who makes requests and writes down what came of them. Used by one task or thread. */
final class Caller {
    private final int number;
    private final List<Channel<Integer>> channels;
    private final Operations operations;
    private final AtomicInteger clock;
    private final List<Call> calls = new ArrayList<>();

    Caller(
            int number,
            List<Channel<Integer>> channels,
            Operations operations,
            AtomicInteger clock) {
        this.number = number;
        this.channels = channels;
        this.operations = operations;
        this.clock = clock;
    }

    Answer ask(Request request) {
        int begun = clock.getAndIncrement();
        Answer answer;
        try {
            answer = operations.perform(channels, request);
        } catch (InterruptedException e) {
            answer = Answer.CANCELLED;
        }
        calls.add(new Call(number, request, answer, begun, clock.getAndIncrement()));
        return answer;
    }

    /** Takes what is left in all channels. */
    void drain() {
        for (int i = 0; i < channels.size(); i++) {
            var request = Request.of(Request.How.TRY, new Request.Arm(i, false, 0));
            while (ask(request).what() == Answer.What.DONE) {}
        }
    }

    /** When it makes no more requests, and the reader has learned of that. */
    List<Call> calls() {
        return calls;
    }
}
