package dev.stint.testkit.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stint.testkit.Sim;
import dev.stint.testkit.WovenClasses;
import dev.stint.testkit.gallery.Exhibit.Bounds;
import dev.stint.testkit.result.SimFailure;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Bugs in ordinary code, which knows nothing of simulations: plain fields, {@code synchronized},
 * collections and atomics of the JDK, {@code Thread.sleep}. It is woven.
 */
@SuppressWarnings({"WaitNotInLoop", "NonAtomicVolatileUpdate"}) // that is what is wrong
final class OrdinaryBugs {
    private static final Class<?> TWIN =
            WovenClasses.of(OrdinaryBugs.class, List.of(WovenClasses.OWN_PACKAGE))
                    .twinOf(OrdinaryBugs.class);

    private OrdinaryBugs() {}

    static List<Exhibit> all() {
        return List.of(
                ordinary(
                        "plain counter",
                        "An int field is incremented by two tasks.",
                        SimFailure.Kind.FAILED,
                        "plainCounter",
                        new Bounds(15, 50, 40, 10)),
                ordinary(
                        "volatile counter",
                        "A volatile field is incremented, as if that were one step.",
                        SimFailure.Kind.FAILED,
                        "volatileCounter",
                        new Bounds(15, 50, 40, 10)),
                ordinary(
                        "free slot",
                        "A slot of an array is looked for, and taken by two tasks.",
                        SimFailure.Kind.FAILED,
                        "freeSlot",
                        new Bounds(15, 50, 40, 10)),
                ordinary(
                        "published too early",
                        "Double-checked locking shows the object before its field is set.",
                        SimFailure.Kind.FAILED,
                        "publishedTooEarly",
                        new Bounds(400, 150, 50, 15)),
                ordinary(
                        "lost notify",
                        "Whether to wait is decided outside of the synchronized block.",
                        SimFailure.Kind.DEADLOCK,
                        "lostNotify",
                        new Bounds(15, 50, 40, 10)),
                ordinary(
                        "notify for the wrong one",
                        "Producers and consumers wait for one monitor, and one is notified.",
                        SimFailure.Kind.DEADLOCK,
                        "wrongNotify",
                        new Bounds(200, 300, 150, 70)),
                ordinary(
                        "two monitors",
                        "Two transfers enter two monitors in opposite orders.",
                        SimFailure.Kind.DEADLOCK,
                        "twoMonitors",
                        new Bounds(15, 50, 40, 10)),
                ordinary(
                        "last seat",
                        "An AtomicInteger is looked at in one step and counted down in another.",
                        SimFailure.Kind.FAILED,
                        "lastSeat",
                        new Bounds(15, 50, 40, 10)),
                ordinary(
                        "two calls of a synchronized map",
                        "Each call takes the lock, and the two together do not.",
                        SimFailure.Kind.FAILED,
                        "twoCalls",
                        new Bounds(15, 50, 40, 10)),
                ordinary(
                        "memo in a concurrent map",
                        "What is missing is computed by two tasks, and both keep their own.",
                        SimFailure.Kind.FAILED,
                        "memo",
                        new Bounds(15, 50, 40, 10)),
                ordinary(
                        "list changed under way",
                        "A list is read in a loop without the lock that its writers take.",
                        SimFailure.Kind.FAILED,
                        "changedUnderWay",
                        new Bounds(30, 30, 60, 10)),
                ordinary(
                        "answer at the deadline",
                        "An answer and its timeout come at the same moment, and both count.",
                        SimFailure.Kind.FAILED,
                        "atTheDeadline",
                        new Bounds(25, 100, 120, 20)));
    }

    private static Exhibit ordinary(
            String name, String wrong, SimFailure.Kind kind, String method, Bounds bounds) {
        return Exhibit.of(name, wrong, kind, (sim, buggy) -> runTwin(method, sim, buggy), bounds);
    }

    private static void runTwin(String name, Sim sim, boolean buggy) throws Exception {
        Method method = TWIN.getDeclaredMethod(name, Sim.class, boolean.class);
        method.setAccessible(true);
        try {
            method.invoke(null, sim, buggy);
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case Exception thrown -> throw thrown;
                case Error thrown -> throw thrown;
                case null, default -> throw e;
            }
        }
    }

    // ---- memory

    static final class Counter {
        private int plain;
        private volatile int count;

        void increment() {
            plain++;
        }

        synchronized void incrementAlone() {
            plain++;
        }

        void incrementVolatile() {
            count++;
        }

        synchronized void incrementVolatileAlone() {
            count++;
        }
    }

    static void plainCounter(Sim sim, boolean buggy) throws Exception {
        var counter = new Counter();
        twice(sim, buggy ? counter::increment : counter::incrementAlone);
        assertEquals(2, counter.plain);
    }

    static void volatileCounter(Sim sim, boolean buggy) throws Exception {
        var counter = new Counter();
        twice(sim, buggy ? counter::incrementVolatile : counter::incrementVolatileAlone);
        assertEquals(2, counter.count);
    }

    private static void twice(Sim sim, Runnable action) throws Exception {
        sim.run(
                nursery -> {
                    nursery.spawn("left", action::run);
                    nursery.spawn("right", action::run);
                });
    }

    static final class Slots {
        private final @Nullable String[] slots = new @Nullable String[4];

        void put(String name) {
            for (int i = 0; i < slots.length; i++) {
                if (slots[i] == null) {
                    slots[i] = name;
                    return;
                }
            }
        }

        synchronized void putAlone(String name) {
            put(name);
        }

        int used() {
            int used = 0;
            for (String slot : slots) {
                used += slot == null ? 0 : 1;
            }
            return used;
        }
    }

    static void freeSlot(Sim sim, boolean buggy) throws Exception {
        var slots = new Slots();
        sim.run(
                nursery -> {
                    for (String name : List.of("a", "b")) {
                        nursery.spawn(
                                () -> {
                                    if (buggy) {
                                        slots.put(name);
                                    } else {
                                        slots.putAlone(name);
                                    }
                                });
                    }
                });
        assertEquals(2, slots.used());
    }

    static final class Config {
        private static final int PORT = Integer.parseInt("80");
        private int port;
    }

    static final class Lazy {
        private volatile @Nullable Config config;

        Config get(boolean buggy) {
            Config known = config;
            if (known == null) {
                synchronized (this) {
                    known = config;
                    if (known == null) {
                        known = new Config();
                        if (buggy) {
                            config = known;
                        }
                        known.port = Config.PORT;
                        config = known;
                    }
                }
            }
            return known;
        }
    }

    static void publishedTooEarly(Sim sim, boolean buggy) throws Exception {
        var lazy = new Lazy();
        twice(sim, () -> assertEquals(Config.PORT, lazy.get(buggy).port));
    }

    // ---- monitors

    static final class Gate {
        private boolean isOpen;

        void awaitUnsafely() throws InterruptedException {
            if (!isOpen) {
                synchronized (this) {
                    wait();
                }
            }
        }

        synchronized void await() throws InterruptedException {
            while (!isOpen) {
                wait();
            }
        }

        synchronized void open() {
            isOpen = true;
            notifyAll();
        }
    }

    static void lostNotify(Sim sim, boolean buggy) throws Exception {
        var gate = new Gate();
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "guest",
                            () -> {
                                if (buggy) {
                                    gate.awaitUnsafely();
                                } else {
                                    gate.await();
                                }
                            });
                    nursery.spawn("host", gate::open);
                });
    }

    /** Holds one item. */
    static final class Cell {
        private @Nullable String item;

        synchronized void put(String value, boolean all) throws InterruptedException {
            while (item != null) {
                wait();
            }
            item = value;
            tell(all);
        }

        synchronized String take(boolean all) throws InterruptedException {
            while (item == null) {
                wait();
            }
            String taken = item;
            item = null;
            tell(all);
            return taken;
        }

        private void tell(boolean all) {
            if (all) {
                notifyAll();
            } else {
                notify();
            }
        }
    }

    static void wrongNotify(Sim sim, boolean buggy) throws Exception {
        var cell = new Cell();
        sim.run(
                nursery -> {
                    for (String name : List.of("a", "b")) {
                        nursery.spawn("put " + name, () -> cell.put(name, !buggy));
                    }
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn("take", () -> cell.take(!buggy));
                    }
                });
    }

    static final class Account {
        private final int id;
        private int balance = 10;

        Account(int id) {
            this.id = id;
        }

        static void pay(Account from, Account to) {
            synchronized (from) {
                synchronized (to) {
                    from.balance--;
                    to.balance++;
                }
            }
        }

        static void payInOrder(Account from, Account to) {
            synchronized (from.id < to.id ? from : to) {
                synchronized (from.id < to.id ? to : from) {
                    from.balance--;
                    to.balance++;
                }
            }
        }
    }

    static void twoMonitors(Sim sim, boolean buggy) throws Exception {
        var one = new Account(1);
        var two = new Account(2);
        sim.run(
                nursery -> {
                    nursery.spawn("there", () -> pay(one, two, buggy));
                    nursery.spawn("back", () -> pay(two, one, buggy));
                });
        assertEquals(20, one.balance + two.balance);
    }

    private static void pay(Account from, Account to, boolean buggy) {
        if (buggy) {
            Account.pay(from, to);
        } else {
            Account.payInOrder(from, to);
        }
    }

    // ---- what the JDK has

    static void lastSeat(Sim sim, boolean buggy) throws Exception {
        var seats = new AtomicInteger(1);
        twice(
                sim,
                () -> {
                    if (!buggy) {
                        seats.updateAndGet(free -> Math.max(0, free - 1));
                    } else if (seats.get() > 0) {
                        seats.decrementAndGet();
                    }
                });
        assertEquals(0, seats.get());
    }

    static void twoCalls(Sim sim, boolean buggy) throws Exception {
        Map<String, Integer> votes = Collections.synchronizedMap(new HashMap<>());
        twice(
                sim,
                () -> {
                    if (buggy) {
                        votes.put("yes", votes.getOrDefault("yes", 0) + 1);
                    } else {
                        synchronized (votes) {
                            votes.put("yes", votes.getOrDefault("yes", 0) + 1);
                        }
                    }
                });
        assertEquals(2, votes.get("yes"));
    }

    static void memo(Sim sim, boolean buggy) throws Exception {
        Map<String, Object> known = new ConcurrentHashMap<>();
        List<Object> used = Collections.synchronizedList(new ArrayList<>());
        twice(
                sim,
                () -> {
                    if (!buggy) {
                        used.add(known.computeIfAbsent("key", key -> new Object()));
                        return;
                    }
                    Object value = known.get("key");
                    if (value == null) {
                        value = new Object();
                        known.put("key", value);
                    }
                    used.add(value);
                });
        assertTrue(used.get(0) == used.get(1), "one value for all who ask");
    }

    static void changedUnderWay(Sim sim, boolean buggy) throws Exception {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1, 2)));
        sim.run(
                nursery -> {
                    nursery.spawn("writer", () -> list.add(3));
                    nursery.spawn(
                            "reader",
                            () -> {
                                if (buggy) {
                                    sum(list);
                                } else {
                                    synchronized (list) {
                                        sum(list);
                                    }
                                }
                            });
                });
    }

    private static int sum(List<Integer> list) {
        int sum = 0;
        for (int each : list) {
            sum += each;
        }
        return sum;
    }

    // ---- time

    static final class Request {
        private boolean isEnded;
        private int answers;
        private int timeouts;

        void answer(boolean buggy) throws InterruptedException {
            Thread.sleep(100); // so long it takes
            end(buggy, false);
        }

        void expire(boolean buggy) throws InterruptedException {
            long deadline = System.currentTimeMillis() + 100;
            while (System.currentTimeMillis() < deadline) {
                Thread.sleep(25);
            }
            end(buggy, true);
        }

        private void end(boolean buggy, boolean late) {
            if (buggy) {
                endOnce(late);
            } else {
                synchronized (this) {
                    endOnce(late);
                }
            }
        }

        private void endOnce(boolean late) {
            if (!isEnded) {
                isEnded = true;
                answers += late ? 0 : 1;
                timeouts += late ? 1 : 0;
            }
        }
    }

    static void atTheDeadline(Sim sim, boolean buggy) throws Exception {
        var request = new Request();
        sim.run(
                nursery -> {
                    nursery.spawn("server", () -> request.answer(buggy));
                    nursery.spawn("timer", () -> request.expire(buggy));
                });
        assertEquals(1, request.answers + request.timeouts);
    }
}
