package dev.stint.testkit.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.error.ChannelClosedException;
import dev.stint.sync.Mutex;
import dev.stint.sync.Semaphore;
import dev.stint.task.Task;
import dev.stint.testkit.SharedFlag;
import dev.stint.testkit.SharedInt;
import dev.stint.testkit.SharedLock;
import dev.stint.testkit.Sim;
import dev.stint.testkit.gallery.Exhibit.Bounds;
import dev.stint.testkit.result.SimFailure;
import java.util.ArrayDeque;
import java.util.List;

/** Bugs around locks, conditions and permits. */
final class LockBugs {
    private LockBugs() {}

    static List<Exhibit> all() {
        return List.of(
                Exhibit.deadlocking(
                        "lock order",
                        "Two tasks take two locks in opposite orders.",
                        LockBugs::lockOrder,
                        new Bounds(15, 50, 40, 10)),
                Exhibit.deadlocking(
                        "lost wake-up",
                        "Whether to wait is decided before the lock is taken.",
                        LockBugs::lostWakeUp,
                        new Bounds(15, 50, 40, 10)),
                Exhibit.deadlocking(
                        "signal for the wrong one",
                        "Producers and consumers wait for one condition, and one is signalled.",
                        LockBugs::signalNotAll,
                        new Bounds(100, 400, 200, 25)),
                Exhibit.failing(
                        "if instead of while",
                        "A woken consumer does not look again whether somebody was faster.",
                        LockBugs::ifNotWhile,
                        new Bounds(60, 60, 60, 10)),
                Exhibit.failing(
                        "semaphore over-release",
                        "A task that is cancelled while it waits releases what it never had.",
                        LockBugs::overRelease,
                        new Bounds(300, 400, 150, 50)),
                Exhibit.deadlocking(
                        "semaphore leak",
                        "What is thrown between acquire and release keeps the permit.",
                        LockBugs::permitLeak,
                        new Bounds(15, 15, 30, 10)),
                Exhibit.failing(
                        "barrier reuse",
                        "A fast task comes round and takes the permit of one still at the barrier.",
                        LockBugs::barrierReuse,
                        new Bounds(300, 20, 150, 10)),
                Exhibit.of(
                        "after you",
                        "Two polite tasks hand the one spoon to each other for ever.",
                        SimFailure.Kind.LIVELOCK,
                        LockBugs::afterYou,
                        new Bounds(10, 20, 15, 10)),
                Exhibit.of(
                                "starving writer",
                                "New readers get in while a writer waits, so it may wait for ever.",
                                SimFailure.Kind.STARVATION,
                                LockBugs::starvingWriter,
                                new Bounds(-2_000, 150, -2_000, 40))
                        .explored(c -> c.withPatience(100)));
    }

    private static void lockOrder(Sim sim, boolean buggy) throws Exception {
        var a = Mutex.unlocked().named("a");
        var b = Mutex.unlocked().named("b");
        sim.run(
                nursery -> {
                    nursery.spawn("ab", () -> lockBoth(a, b));
                    nursery.spawn("ba", () -> lockBoth(buggy ? b : a, buggy ? a : b));
                });
    }

    private static void lockBoth(Mutex first, Mutex second) throws InterruptedException {
        try (var _ = first.lock()) {
            try (var _ = second.lock()) {
                Sim.point();
            }
        }
    }

    private static void lostWakeUp(Sim sim, boolean buggy) throws Exception {
        var lock = new SharedLock().named("lock");
        var changed = lock.newCondition().named("changed");
        var ready = new SharedFlag().named("ready");
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "waiter",
                            () -> {
                                if (buggy) {
                                    if (!ready.get()) {
                                        try (var _ = lock.lock()) {
                                            changed.await();
                                        }
                                    }
                                    return;
                                }
                                try (var _ = lock.lock()) {
                                    while (!ready.get()) {
                                        changed.await();
                                    }
                                }
                            });
                    nursery.spawn(
                            "setter",
                            () -> {
                                try (var _ = lock.lock()) {
                                    ready.set(true);
                                    changed.signal();
                                }
                            });
                });
    }

    /** A queue of one place. */
    private static final class Box {
        private final SharedLock lock = new SharedLock().named("box");
        private final SharedLock.Condition changed = lock.newCondition().named("changed");
        private final ArrayDeque<Integer> content = new ArrayDeque<>();
        private final boolean tellsAll;
        private final boolean looksAgain;

        Box(boolean tellsAll, boolean looksAgain) {
            this.tellsAll = tellsAll;
            this.looksAgain = looksAgain;
        }

        void put(int value) throws InterruptedException {
            try (var _ = lock.lock()) {
                while (!content.isEmpty()) {
                    changed.await();
                }
                content.add(value);
                tell();
            }
        }

        int take() throws InterruptedException {
            try (var _ = lock.lock()) {
                while (content.isEmpty()) {
                    changed.await();
                    if (!looksAgain) {
                        break;
                    }
                }
                tell();
                return content.remove();
            }
        }

        private void tell() {
            if (tellsAll) {
                changed.signalAll();
            } else {
                changed.signal();
            }
        }
    }

    private static void signalNotAll(Sim sim, boolean buggy) throws Exception {
        var box = new Box(!buggy, true);
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn("take " + i, box::take);
                        nursery.spawn("put " + i, () -> box.put(1));
                    }
                });
    }

    private static void ifNotWhile(Sim sim, boolean buggy) throws Exception {
        var box = new Box(true, !buggy);
        sim.run(
                nursery -> {
                    nursery.spawn("take 1", box::take);
                    nursery.spawn("take 2", box::take);
                    nursery.spawn(
                            "put",
                            () -> {
                                box.put(1);
                                box.put(2);
                            });
                });
    }

    private static void overRelease(Sim sim, boolean buggy) throws Exception {
        var one = Semaphore.of(1).named("one");
        var inside = new SharedInt(0).named("inside");
        sim.run(
                nursery -> {
                    nursery.spawn("first", () -> enter(one, inside));
                    Task<?> second =
                            nursery.spawn(
                                    "second",
                                    () -> {
                                        if (buggy) {
                                            try {
                                                one.acquire();
                                                Sim.point();
                                            } finally {
                                                one.release();
                                            }
                                        } else {
                                            enter(one, inside);
                                        }
                                    });
                    nursery.spawn(
                            "third",
                            () -> {
                                second.cancel();
                                enter(one, inside);
                            });
                });
    }

    private static void enter(Semaphore one, SharedInt inside) throws InterruptedException {
        one.acquire();
        try {
            assertEquals(1, inside.incrementAndGet());
            inside.decrementAndGet();
        } finally {
            one.release();
        }
    }

    private static void permitLeak(Sim sim, boolean buggy) throws Exception {
        var one = Semaphore.of(1).named("one");
        var lines = Channel.<Integer>buffered(1).named("lines");
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn(
                                "writer " + i,
                                () -> {
                                    try {
                                        write(one, lines, buggy);
                                    } catch (ChannelClosedException e) {
                                        assertTrue(lines.isClosed());
                                    }
                                });
                    }
                    nursery.spawn("closer", () -> lines.close());
                });
    }

    private static void write(Semaphore one, Channel<Integer> lines, boolean buggy)
            throws InterruptedException {
        one.acquire();
        if (buggy) {
            lines.trySend(1);
            one.release();
            return;
        }
        try {
            lines.trySend(1);
        } finally {
            one.release();
        }
    }

    private static final int PHASES = 2;

    private static void barrierReuse(Sim sim, boolean buggy) throws Exception {
        var arrived = new SharedInt(0).named("arrived");
        var gates = new Semaphore[PHASES];
        for (int phase = 0; phase < PHASES; phase++) {
            gates[phase] = buggy && phase > 0 ? gates[0] : Semaphore.of(0).named("gate " + phase);
        }
        SharedInt[] reached = {new SharedInt(0), new SharedInt(0)};
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        int me = i;
                        nursery.spawn(
                                "walker " + i,
                                () -> {
                                    for (int phase = 0; phase < PHASES; phase++) {
                                        reached[me].set(phase + 1);
                                        if (arrived.incrementAndGet() % 2 == 0) {
                                            gates[phase].release(2);
                                        }
                                        gates[phase].acquire();
                                        assertTrue(reached[1 - me].get() > phase);
                                    }
                                });
                    }
                });
    }

    private static void afterYou(Sim sim, boolean buggy) throws Exception {
        var spoon = new SharedInt(0).named("spoon");
        SharedFlag[] hungry = {new SharedFlag(), new SharedFlag()};
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        int me = i;
                        nursery.spawn("diner " + i, () -> dine(spoon, hungry, me, buggy));
                    }
                });
    }

    private static void dine(SharedInt spoon, SharedFlag[] hungry, int me, boolean buggy)
            throws InterruptedException {
        hungry[me].set(true);
        boolean hasGivenWay = false;
        while (true) {
            if (spoon.get() != me) {
                Stint.yield();
            } else if (hungry[1 - me].get() && (buggy || !hasGivenWay)) {
                hasGivenWay = true;
                spoon.set(1 - me);
            } else {
                hungry[me].set(false);
                spoon.set(1 - me);
                return;
            }
        }
    }

    /** A lock for readers and writers; the fixed one lets no reader in while a writer waits. */
    private static final class Library {
        private final SharedLock lock = new SharedLock().named("library");
        private final SharedLock.Condition changed = lock.newCondition().named("changed");
        private final boolean prefersWriters;
        private int readers;
        private final SharedFlag writerWaits = new SharedFlag();

        Library(boolean prefersWriters) {
            this.prefersWriters = prefersWriters;
        }

        void read() throws InterruptedException {
            try (var _ = lock.lock()) {
                while (prefersWriters && writerWaits.get()) {
                    changed.await();
                }
                readers++;
            }
            Sim.point();
            try (var _ = lock.lock()) {
                readers--;
                if (readers == 0) {
                    changed.signalAll();
                }
            }
        }

        void write() throws InterruptedException {
            try (var _ = lock.lock()) {
                writerWaits.set(true);
                while (readers > 0) {
                    changed.await();
                }
                writerWaits.set(false);
                changed.signalAll();
            }
        }
    }

    private static void starvingWriter(Sim sim, boolean buggy) throws Exception {
        var library = new Library(!buggy);
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn(
                                "reader " + i,
                                () -> {
                                    do {
                                        library.read();
                                    } while (library.writerWaits.get());
                                });
                    }
                    nursery.spawn("writer", library::write);
                });
    }
}
