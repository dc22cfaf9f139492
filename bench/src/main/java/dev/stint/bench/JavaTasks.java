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
        figures.spawn = NativeBench.nanos(size, this::spawn);
        figures.yield = NativeBench.nanos(size, this::giveWay);
        figures.roundTrip = NativeBench.nanos(size, this::roundTrips);
        figures.bytes = bytes();
    }

    private void spawn() throws Exception {
        scheduler.run(
                () ->
                        Stint.runInNursery(
                                children -> {
                                    for (int i = 0; i < size; i++) {
                                        children.spawn(() -> {});
                                    }
                                }));
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

    private void roundTrips() throws Exception {
        Channel<Long> there = Channel.rendezvous();
        Channel<Long> back = Channel.rendezvous();
        long last =
                scheduler.<Long>run(
                        () ->
                                Stint.inNursery(
                                        children -> {
                                            children.spawn(
                                                    () -> {
                                                        for (int i = 0; i < size; i++) {
                                                            back.send(there.receive() + 1);
                                                        }
                                                    });
                                            long value = 0;
                                            for (int i = 0; i < size; i++) {
                                                there.send(value);
                                                value = back.receive();
                                            }
                                            return value;
                                        }));
        Check.equal("%d round trips, and %d", size, last);
    }

    private double bytes() throws Exception {
        Channel<Long> channel = Channel.rendezvous();
        var parked = new AtomicInteger();
        double before = Resident.bytes();
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
        double after = Resident.bytes();
        channel.close();
        return (after - before) / NativeBench.PARKED;
    }
}
