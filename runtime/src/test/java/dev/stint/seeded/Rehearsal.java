package dev.stint.seeded;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Select;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A bit of everything that a seed decides, and the hashes of its runs: of tasks that steal, sleep,
 * give way, talk over channels, choose, fail and are cancelled. As a program it prints them, so
 * that other JVMs can be asked.
 */
final class Rehearsal {
    private static final int SEEDS = 12;
    private static final int WORKERS = 4;

    private Rehearsal() {}

    /** One line per kind of core and seed: the trace and what came of it. */
    static List<String> lines() throws Exception {
        List<String> lines = new ArrayList<>();
        for (Cores cores : Cores.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                lines.add(line(cores, seed));
            }
        }
        return lines;
    }

    private static String line(Cores cores, long seed) throws Exception {
        try (var scheduler =
                Scheduler.open(c -> c.withCores(cores).withWorkers(WORKERS).withSeed(seed))) {
            long sum = scheduler.<Long>run(() -> all());
            return cores + " " + seed + " " + Long.toHexString(scheduler.traceHash()) + " " + sum;
        }
    }

    private static long all() throws Exception {
        return spread(3) + traffic() * 31 + quarrel() * 961;
    }

    /** A tree of tasks of all priorities. */
    private static long spread(int depth) throws Exception {
        if (depth == 0) {
            Stint.yield();
            return 1;
        }
        long sum = 0;
        try (Nursery nursery = Stint.nursery()) {
            List<Task<Long>> children = new ArrayList<>();
            for (Priority priority : Priority.values()) {
                var options = TaskOptions.defaults().withPriority(priority);
                children.add(nursery.<Long>spawn(options, () -> spread(depth - 1)));
            }
            Stint.sleep(Duration.ofMillis(depth));
            Stint.checkpoint(250_000);
            for (Task<Long> child : children) {
                sum += child.await();
            }
        }
        return sum;
    }

    /** Two that send, and one that chooses; the order of what arrives is in the result. */
    private static long traffic() throws Exception {
        Channel<Integer> fast = Channel.rendezvous();
        Channel<Integer> slow = Channel.buffered(2);
        long order = 0;
        try (Nursery nursery = Stint.nursery()) {
            for (int sender = 0; sender < 2; sender++) {
                Channel<Integer> to = sender == 0 ? fast : slow;
                int value = sender + 1;
                nursery.spawn(
                        () -> {
                            for (int i = 0; i < 5; i++) {
                                to.send(value);
                            }
                        });
            }
            for (int i = 0; i < 10; i++) {
                int got =
                        Select.<Integer>from(
                                fast.onReceive(v -> v),
                                slow.onReceive(v -> v),
                                Select.onTimeout(Duration.ofMillis(1), () -> 0));
                order = order * 3 + got;
            }
            nursery.cancel();
        }
        return order;
    }

    /** One fails, and the others are cancelled wherever they happen to be. */
    private static long quarrel() throws Exception {
        long[] steps = new long[1];
        Nursery nursery = Stint.nursery();
        for (int i = 0; i < 4; i++) {
            nursery.spawn(
                    () -> {
                        while (true) {
                            steps[0]++;
                            Stint.yield();
                        }
                    });
        }
        nursery.spawn(
                () -> {
                    Stint.yield();
                    throw new IllegalStateException("enough");
                });
        nursery.awaitAll();
        nursery.close();
        return steps[0];
    }

    public static void main(String[] args) throws Exception {
        lines().forEach(System.out::println);
    }
}
