package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import java.util.concurrent.atomic.AtomicInteger;

/** Java tasks that do what {@link CTasks} do, on virtual-thread cores. */
final class JavaTasks {
    private final Scheduler scheduler;
    private final int size;

    JavaTasks(Scheduler scheduler, int size) {
        this.scheduler = scheduler;
        this.size = size;
    }

    void measure(NativeBench.Figures figures) throws Exception {
        figures.spawn = NativeBench.nanos(size, () -> scheduler.run(() -> spawn(size)));
        figures.yield = NativeBench.nanos(size, this::giveWay);
        figures.roundTrip = NativeBench.nanos(size, () -> scheduler.run(() -> roundTrips(size)));
        figures.bytes = bytes();
    }

    /** In a task: empty tasks in a nursery. */
    static void spawn(int tasks) throws InterruptedException {
        Stint.runInNursery(
                children -> {
                    for (int i = 0; i < tasks; i++) {
                        children.spawn(() -> {});
                    }
                });
    }

    private void giveWay() throws Exception {
        int each = Math.max(1, size / NativeBench.IN_TURN);
        scheduler.run(
                () ->
                        Stint.runInNursery(
                                children -> {
                                    for (int i = 0; i < NativeBench.IN_TURN; i++) {
                                        children.spawn(
                                                () -> {
                                                    for (int left = each; left > 0; left--) {
                                                        Stint.yield();
                                                    }
                                                });
                                    }
                                }));
    }

    /** In a task: a number goes to another and comes back one larger. */
    static void roundTrips(int trips) throws InterruptedException {
        Channel<Long> there = Channel.rendezvous();
        Channel<Long> back = Channel.rendezvous();
        long last =
                Stint.inNursery(
                        children -> {
                            children.spawn(
                                    () -> {
                                        for (int i = 0; i < trips; i++) {
                                            back.send(there.receive() + 1);
                                        }
                                    });
                            long value = 0;
                            for (int i = 0; i < trips; i++) {
                                there.send(value);
                                value = back.receive();
                            }
                            return value;
                        });
        Check.equal("%d round trips, and %d", trips, last);
    }

    private double bytes() throws Exception {
        Channel<Long> channel = Channel.rendezvous();
        var parked = new AtomicInteger();
        double before = Heap.used();
        for (int i = 0; i < NativeBench.PARKED; i++) {
            scheduler
                    .nursery()
                    .spawn(
                            () -> {
                                parked.incrementAndGet();
                                channel.receiveOrClosed();
                            });
        }
        while (parked.get() < NativeBench.PARKED) {
            Thread.sleep(1);
        }
        double after = Heap.used();
        channel.close();
        return (after - before) / NativeBench.PARKED;
    }
}
