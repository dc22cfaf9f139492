package dev.stint.verify.soak;

import dev.stint.Stint;
import dev.stint.channel.OrderedChannel;
import dev.stint.channel.Received;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Ordered channels: what was sent comes out in line, and every task that began has ended. */
final class Ordered extends Exercise {
    private static final int TASKS = 12;

    private final LongAdder begun = new LongAdder();
    private final LongAdder ended = new LongAdder();

    Ordered(Stage stage) {
        super("ordered channel", stage);
    }

    @Override
    void act(Draw draw) throws Exception {
        try (Nursery nursery = stage().nursery(n -> n.withPolicy(Policy.collect()))) {
            OrderedChannel<Integer> line = OrderedChannel.over(nursery, 1 + draw.below(4));
            long seed = draw.seed();
            nursery.spawn("sender", () -> send(line, new Draw(seed)));
            try {
                receive(line);
            } catch (Throwable e) {
                nursery.cancel(); // else the sender would wait for who has left
                throw e;
            }
            did();
        }
    }

    private void receive(OrderedChannel<Integer> line) throws InterruptedException {
        int next = 0;
        while (line.receiveOrClosed() instanceof Received.Value<Outcome<Integer>>(var end)) {
            if (end instanceof Outcome.Success<Integer>(Integer value) && value != next) {
                wrong("%d came where %d was next".formatted(value, next));
            }
            next++;
        }
    }

    private void send(OrderedChannel<Integer> line, Draw draw) throws InterruptedException {
        try (line) {
            for (int i = 0; i < TASKS; i++) {
                int value = i;
                Duration pause = draw.moment();
                boolean sleeps = draw.oneIn(4);
                line.send(() -> work(value, sleeps, pause));
            }
        }
    }

    private int work(int value, boolean sleeps, Duration pause) throws InterruptedException {
        begun.increment();
        try {
            if (sleeps) {
                Stint.sleep(pause);
            }
            return value;
        } finally {
            ended.increment();
        }
    }

    @Override
    void audit(Consumer<String> wrong) {
        if (begun.sum() != ended.sum()) {
            wrong.accept("%s tasks begun, %s ended".formatted(begun, ended));
        }
    }
}
