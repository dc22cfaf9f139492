package dev.stint.testkit.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.channel.Received;
import dev.stint.channel.Select;
import dev.stint.nursery.Nursery;
import dev.stint.sync.Mutex;
import dev.stint.task.Task;
import dev.stint.testkit.SharedFlag;
import dev.stint.testkit.SharedInt;
import dev.stint.testkit.SharedLong;
import dev.stint.testkit.Sim;
import dev.stint.testkit.gallery.Exhibit.Bounds;
import dev.stint.testkit.result.SimFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Bugs around the life of tasks, cancellation and time. */
final class TaskBugs {
    private TaskBugs() {}

    static List<Exhibit> all() {
        return List.of(
                Exhibit.failing(
                        "result before the end",
                        "A parent reads what its child writes without waiting for it.",
                        TaskBugs::resultBeforeEnd,
                        new Bounds(40, 20, 40, 10)),
                Exhibit.deadlocking(
                        "missed cancel",
                        "A stop flag is looked at once, and then the task waits.",
                        TaskBugs::missedCancel,
                        new Bounds(20, 20, 20, 10)),
                Exhibit.of(
                        "leftover task",
                        "A logger that starts late is not told that the program has ended.",
                        SimFailure.Kind.LEFTOVER,
                        TaskBugs::leftover,
                        new Bounds(40, 20, 20, 10)),
                Exhibit.failing(
                        "rate limit",
                        "Two callers begin a new second, and the later one forgets the first.",
                        TaskBugs::rateLimit,
                        new Bounds(80, 80, 150, 15)),
                Exhibit.failing(
                        "result dropped by timeout",
                        "What a task has done is undone if it was late, though it was in time.",
                        TaskBugs::droppedByTimeout,
                        new Bounds(20, 20, 20, 10)),
                Exhibit.deadlocking(
                        "parent holds the lock",
                        "A parent waits for its children with a lock that one of them may want.",
                        TaskBugs::parentHoldsLock,
                        new Bounds(100, 100, 50, 10)),
                Exhibit.failing(
                        "clean-up races use",
                        "A resource is closed when the last job was handed out, not when it ended.",
                        TaskBugs::cleanUpRacesUse,
                        new Bounds(40, 40, 30, 10)));
    }

    private static void resultBeforeEnd(Sim sim, boolean buggy) throws Exception {
        sim.run(
                nursery ->
                        nursery.spawn(
                                "parent",
                                () -> {
                                    var total = new SharedInt(0).named("total");
                                    try (Nursery inner = Stint.nursery()) {
                                        Task<?> child = inner.spawn("child", () -> total.set(5));
                                        Stint.yield();
                                        if (!buggy) {
                                            child.await();
                                        }
                                        assertEquals(5, total.get());
                                    }
                                }));
    }

    private static void missedCancel(Sim sim, boolean buggy) throws Exception {
        var jobs = Channel.<Integer>rendezvous().named("jobs");
        var stop = Channel.<Integer>unbounded().named("stop");
        var stopped = new SharedFlag().named("stopped");
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "worker",
                            () -> {
                                while (!stopped.get()) {
                                    if (buggy) {
                                        jobs.receive();
                                    } else {
                                        Select.<Integer>from(
                                                jobs.onReceive(job -> job),
                                                stop.onReceive(word -> word));
                                    }
                                }
                            });
                    nursery.spawn(
                            "owner",
                            () -> {
                                stopped.set(true);
                                stop.send(1);
                            });
                });
    }

    private static void leftover(Sim sim, boolean buggy) throws Exception {
        var lines = Channel.<String>unbounded().named("lines");
        var started = new SharedFlag().named("started");
        sim.scheduler()
                .root()
                .spawn(
                        "logger",
                        () -> {
                            started.set(true);
                            while (lines.receiveOrClosed() instanceof Received.Value) {
                                Sim.point();
                            }
                        });
        sim.run(
                nursery ->
                        nursery.spawn(
                                "program",
                                () -> {
                                    lines.send("hello");
                                    if (!buggy || started.get()) {
                                        lines.close();
                                    }
                                }));
    }

    /** One call in each second; the count of a second is forgotten when the next begins. */
    private static final class Limit {
        private final SharedLong second = new SharedLong(0).named("second");
        private final SharedInt calls = new SharedInt(1).named("calls");
        private final Mutex lock = Mutex.unlocked().named("limit");
        private final boolean locks;

        Limit(boolean locks) {
            this.locks = locks;
        }

        boolean allows() throws InterruptedException {
            if (!locks) {
                return look();
            }
            try (var _ = lock.lock()) {
                return look();
            }
        }

        private boolean look() {
            long now = Stint.nanoTime() / 1_000_000_000;
            if (now != second.get()) {
                second.set(now);
                calls.set(0);
            }
            return calls.incrementAndGet() <= 1;
        }
    }

    private static void rateLimit(Sim sim, boolean buggy) throws Exception {
        var limit = new Limit(!buggy);
        var passed = new SharedInt(0).named("passed");
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn(
                                "caller " + i,
                                () -> {
                                    Stint.sleep(Duration.ofSeconds(1));
                                    if (limit.allows()) {
                                        passed.incrementAndGet();
                                    }
                                });
                    }
                });
        assertEquals(1, passed.get());
    }

    private static void droppedByTimeout(Sim sim, boolean buggy) throws Exception {
        var booked = new SharedInt(0).named("booked");
        var undone = new SharedInt(0).named("undone");
        long slow = 5L * sim.choose(3);
        sim.run(
                nursery -> {
                    Task<?> booking =
                            nursery.spawn(
                                    "booking",
                                    () -> {
                                        Stint.sleep(Duration.ofMillis(slow));
                                        booked.incrementAndGet();
                                        Sim.point();
                                    });
                    nursery.spawn(
                            "customer",
                            () -> {
                                try {
                                    booking.await(Duration.ofMillis(5));
                                } catch (TimeoutException e) {
                                    booking.cancel();
                                    booking.awaitOutcome();
                                    if (buggy || booked.get() > 0) {
                                        undone.incrementAndGet();
                                    }
                                }
                            });
                });
        assertTrue(booked.get() - undone.get() >= 0, "undone what was never booked");
    }

    private static void parentHoldsLock(Sim sim, boolean buggy) throws Exception {
        var lock = Mutex.unlocked().named("table");
        var closed = new SharedFlag().named("closed");
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "parent",
                            () -> {
                                try (Nursery inner = Stint.nursery()) {
                                    inner.spawn("child", () -> flush(lock, closed));
                                    if (buggy) {
                                        try (var _ = lock.lock()) {
                                            inner.awaitAll();
                                        }
                                    } else {
                                        inner.awaitAll();
                                        lock.withLock(Sim::point);
                                    }
                                }
                            });
                    nursery.spawn("closer", () -> closed.set(true));
                });
    }

    private static void flush(Mutex lock, SharedFlag closed) throws InterruptedException {
        if (closed.get()) {
            return;
        }
        try (var _ = lock.lock()) {
            Sim.point();
        }
    }

    private static void cleanUpRacesUse(Sim sim, boolean buggy) throws Exception {
        var jobs = Channel.<Integer>rendezvous().named("jobs");
        var open = new SharedFlag(true).named("open");
        sim.run(
                nursery -> {
                    Task<?> worker =
                            nursery.spawn(
                                    "worker",
                                    () -> {
                                        for (int job : jobs) {
                                            assertTrue(open.get(), "job " + job + " finds it shut");
                                        }
                                    });
                    nursery.spawn(
                            "owner",
                            () -> {
                                jobs.send(1);
                                jobs.close();
                                if (!buggy) {
                                    worker.await();
                                }
                                open.set(false);
                            });
                });
    }
}
