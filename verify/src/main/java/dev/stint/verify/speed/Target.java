package dev.stint.verify.speed;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.SysmonConfig;
import dev.stint.nursery.Nursery;
import dev.stint.sync.Latch;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A figure that the specification asks for, and how one round of it is measured. [SCHED:13.1.1]
 *
 * <p>A burden is what a round does on top, once for each thing that is measured: the twins carry
 * one that is far too heavy.
 */
enum Target {
    /** From one task to the next and back again, on one worker. */
    SWITCH("Switch", "ns", 1_000) {
        @Override
        double measure(Runnable burden) throws InterruptedException {
            int tasks = 50;
            int each = 2_000;
            try (var scheduler = open(1)) {
                long nanos =
                        timed(
                                scheduler,
                                nursery -> {
                                    for (int i = 0; i < tasks; i++) {
                                        nursery.spawn(() -> giveWay(each, burden));
                                    }
                                });
                return (double) nanos / ((long) tasks * each);
            }
        }
    },

    /** A million in a second: start to end of one task among many, on two workers. */
    SPAWN("Spawn", "ns", 1_000) {
        @Override
        double measure(Runnable burden) throws InterruptedException {
            int tasks = 50_000;
            try (var scheduler = open(2)) {
                long nanos =
                        timed(
                                scheduler,
                                nursery -> {
                                    for (int i = 0; i < tasks; i++) {
                                        burden.run();
                                        nursery.spawn(() -> {});
                                    }
                                });
                return (double) nanos / tasks;
            }
        }
    },

    /** All that a parked task keeps alive. */
    MEMORY("Memory", "bytes", 16 * 1024) {
        @Override
        double measure(Runnable burden) throws InterruptedException {
            int tasks = 1_000;
            try (var scheduler = open(2)) {
                var parked = Latch.of(tasks);
                var end = Latch.of(1);
                Nursery nursery = scheduler.nursery();
                long before = usedHeap();
                for (int i = 0; i < tasks; i++) {
                    nursery.spawn(
                            () -> {
                                burden.run();
                                parked.countDown();
                                end.await();
                            });
                }
                parked.await();
                double bytes = (double) (usedHeap() - before) / tasks;
                end.countDown();
                nursery.awaitAll();
                nursery.close();
                return bytes;
            }
        }
    },

    /** One successful theft, the choice of the victim included; the median of many. */
    STEAL("Steal", "ns", 10_000) {
        @Override
        double measure(Runnable burden) throws InterruptedException {
            try (var scheduler = open(2)) {
                var enough = new AtomicBoolean();
                var spawners = new ArrayList<Task<?>>();
                for (int i = 0; i < 2; i++) {
                    spawners.add(scheduler.root().spawn(() -> spawnUntil(scheduler, enough)));
                }
                try {
                    return scheduler.<Double>run(() -> medianTheft(2_000, burden));
                } finally {
                    enough.set(true);
                    for (Task<?> spawner : spawners) {
                        spawner.await();
                    }
                }
            }
        }
    };

    private final String title;
    private final String unit;
    private final double limit;

    Target(String title, String unit, double limit) {
        this.title = title;
        this.unit = unit;
        this.limit = limit;
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    /** What the figure must stay below. */
    double limit() {
        return limit;
    }

    /** One round. */
    abstract double measure(Runnable burden) throws InterruptedException;

    /** What starts the tasks that are measured. */
    @FunctionalInterface
    private interface Starter {
        void start(Nursery nursery) throws InterruptedException;
    }

    private static Scheduler open(int workers) {
        // The monitor would hire temporary workers while a task spawns for long.
        var monitor = SysmonConfig.defaults().withMaxTemporary(0);
        return Scheduler.open(c -> c.withWorkers(workers).withSysmon(monitor));
    }

    private static long timed(Scheduler scheduler, Starter starter) throws InterruptedException {
        return scheduler.<Long>run(
                () -> {
                    long begun = System.nanoTime();
                    try (Nursery nursery = Stint.nursery()) {
                        starter.start(nursery);
                        nursery.join();
                    }
                    return System.nanoTime() - begun;
                });
    }

    private static void giveWay(int times, Runnable burden) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            burden.run();
            Stint.yield();
        }
    }

    private static void spawnUntil(Scheduler scheduler, AtomicBoolean enough)
            throws InterruptedException {
        while (!enough.get()) {
            for (int i = 0; i < 128; i++) {
                scheduler.root().spawn(() -> {});
            }
            Stint.yield();
        }
    }

    private static double medianTheft(int wanted, Runnable burden) throws InterruptedException {
        var nanos = new long[wanted];
        for (int i = 0; i < wanted; ) {
            long took = Thief.stealOnce(burden);
            if (took >= 0) {
                nanos[i++] = took;
            }
            Stint.yield();
        }
        Arrays.sort(nanos);
        return nanos[wanted / 2];
    }

    private static long usedHeap() {
        var runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
