package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;

/** Spreads work over a few tasks through one channel, and gathers their results in another. */
public final class FanOutFanIn {
    private static final int WORKERS = 4;

    private FanOutFanIn() {}

    public static void main(String[] args) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(2))) {
            System.out.println("sum of squares: " + scheduler.run(() -> sumOfSquares(100)));
        }
    }

    // tag::fan
    static long sumOfSquares(int upTo) throws InterruptedException {
        Channel<Integer> numbers = Channel.buffered(8);
        Channel<Long> squares = Channel.buffered(8);
        return Stint.inNursery(
                nursery -> {
                    nursery.spawn(
                            "source",
                            () -> {
                                for (int i = 1; i <= upTo; i++) {
                                    numbers.send(i);
                                }
                                numbers.close();
                            });
                    nursery.spawn(
                            "workers",
                            () -> {
                                try (squares) { // closed when all have ended
                                    Stint.runInNursery(
                                            workers -> {
                                                for (int w = 0; w < WORKERS; w++) {
                                                    workers.spawn(() -> square(numbers, squares));
                                                }
                                            });
                                }
                            });
                    return squares.stream().mapToLong(Long::longValue).sum();
                });
    }

    private static void square(Channel<Integer> in, Channel<Long> out) throws InterruptedException {
        for (int number : in) { // each number comes to one of the workers
            out.send((long) number * number);
        }
    }
    // end::fan
}
