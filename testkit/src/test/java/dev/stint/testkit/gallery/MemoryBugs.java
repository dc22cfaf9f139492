package dev.stint.testkit.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stint.Stint;
import dev.stint.sync.Mutex;
import dev.stint.testkit.SharedFlag;
import dev.stint.testkit.SharedInt;
import dev.stint.testkit.SharedLock;
import dev.stint.testkit.SharedRef;
import dev.stint.testkit.Sim;
import dev.stint.testkit.gallery.Exhibit.Bounds;
import java.util.ArrayList;
import java.util.List;

/** Bugs in what tasks read and write together. */
final class MemoryBugs {
    private MemoryBugs() {}

    static List<Exhibit> all() {
        return List.of(
                Exhibit.failing(
                        "lost update",
                        "A counter is read and written back in two steps.",
                        MemoryBugs::lostUpdate,
                        new Bounds(15, 50, 40, 10)),
                Exhibit.failing(
                        "check then act",
                        "Whether a seat is free is looked at before it is taken, not while.",
                        MemoryBugs::checkThenAct,
                        new Bounds(15, 50, 40, 10)),
                Exhibit.failing(
                        "half-built object",
                        "Double-checked locking publishes the object before its field is set.",
                        MemoryBugs::halfBuilt,
                        new Bounds(400, 200, 80, 15)),
                Exhibit.failing(
                        "publish before init",
                        "The flag that says that the data is there is set before the data is.",
                        MemoryBugs::publishBeforeInit,
                        new Bounds(150, 150, 200, 10)),
                Exhibit.failing(
                        "ABA on a stack",
                        "The head is compared by identity, and a node comes back meanwhile.",
                        MemoryBugs::aba,
                        new Bounds(1_500, 100, 1_500, 10)),
                Exhibit.failing(
                        "lazy init twice",
                        "Two tasks find that nothing is there yet, and both make it.",
                        MemoryBugs::lazyInitTwice,
                        new Bounds(10, 25, 25, 10)),
                Exhibit.failing(
                        "memo ignores the winner",
                        "What putIfAbsent answers is ignored, so two callers get two values.",
                        MemoryBugs::wrongMemo,
                        new Bounds(15, 50, 40, 10)),
                Exhibit.failing(
                        "torn read",
                        "A reader takes no lock and sees one of two fields changed.",
                        MemoryBugs::tornRead,
                        new Bounds(100, 80, 60, 10)),
                Exhibit.failing(
                        "last one out",
                        "A count goes down in one step and is looked at in another.",
                        MemoryBugs::lastOneOut,
                        new Bounds(15, 50, 40, 10)),
                Exhibit.failing(
                        "ticket lock",
                        "Two tasks draw the same ticket, since drawing takes two steps.",
                        MemoryBugs::ticketLock,
                        new Bounds(150, 800, 200, 50)),
                Exhibit.failing(
                        "money in flight",
                        "A transfer locks one account after the other, and an audit comes between.",
                        MemoryBugs::moneyInFlight,
                        new Bounds(40, 60, 40, 15)),
                Exhibit.failing(
                        "three in one order",
                        "An old value is taken for a new one if three tasks meet in one order"
                                + " only.",
                        MemoryBugs::threeInOneOrder,
                        new Bounds(2_500, 2_500, 400, 150)));
    }

    private static void lostUpdate(Sim sim, boolean buggy) throws Exception {
        var counter = new SharedInt(0).named("counter");
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn(
                                () -> {
                                    if (buggy) {
                                        counter.set(counter.get() + 1);
                                    } else {
                                        counter.incrementAndGet();
                                    }
                                });
                    }
                });
        assertEquals(2, counter.get());
    }

    private static void checkThenAct(Sim sim, boolean buggy) throws Exception {
        var seats = new SharedInt(1).named("seats");
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn(
                                () -> {
                                    if (!buggy) {
                                        seats.updateAndGet(free -> Math.max(0, free - 1));
                                    } else if (seats.get() > 0) {
                                        seats.decrementAndGet();
                                    }
                                });
                    }
                });
        assertEquals(0, seats.get());
    }

    /** Nothing yet, or a thing whose field is set in a step of its own. */
    private static final class Thing {
        static final Thing NONE = new Thing();
        final SharedInt field = new SharedInt(0);
    }

    private static void halfBuilt(Sim sim, boolean buggy) throws Exception {
        var instance = new SharedRef<>(Thing.NONE).named("instance");
        var lock = Mutex.unlocked();
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn(
                                () -> {
                                    if (instance.get() == Thing.NONE) {
                                        try (var _ = lock.lock()) {
                                            build(instance, buggy);
                                        }
                                    }
                                    assertEquals(42, instance.get().field.get());
                                });
                    }
                });
    }

    private static void build(SharedRef<Thing> instance, boolean buggy) {
        if (instance.get() != Thing.NONE) {
            return;
        }
        var thing = new Thing();
        if (buggy) {
            instance.set(thing);
            thing.field.set(42);
        } else {
            thing.field.set(42);
            instance.set(thing);
        }
    }

    private static void publishBeforeInit(Sim sim, boolean buggy) throws Exception {
        var data = new SharedInt(0).named("data");
        var ready = new SharedFlag().named("ready");
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "writer",
                            () -> {
                                if (buggy) {
                                    ready.set(true);
                                    data.set(7);
                                } else {
                                    data.set(7);
                                    ready.set(true);
                                }
                            });
                    nursery.spawn(
                            "reader",
                            () -> {
                                if (ready.get()) {
                                    assertEquals(7, data.get());
                                }
                            });
                });
    }

    // ---- a stack

    /** A node of a stack; the last one has itself below. */
    private static final class Node {
        private volatile Node below = this;
    }

    /** The top of a stack, and how often it was changed if anybody counts that. */
    private record Top(Node node, int changes) {}

    /** Treiber's stack, of which the fixed one counts changes. */
    private static final class NodeStack {
        private final Node bottom = new Node();
        private final boolean counts;
        private final SharedRef<Node> head = new SharedRef<>(bottom).named("head");
        private final SharedRef<Top> top = new SharedRef<>(new Top(bottom, 0)).named("top");

        NodeStack(boolean counts) {
            this.counts = counts;
        }

        void push(Node node) {
            while (true) {
                Top seen = look();
                node.below = seen.node;
                if (replace(seen, node)) {
                    return;
                }
            }
        }

        /** The bottom if it is empty. */
        Node pop() {
            while (true) {
                Top seen = look();
                Node below = seen.node.below;
                if (seen.node == bottom || replace(seen, below)) {
                    return seen.node;
                }
            }
        }

        private Top look() {
            return counts ? top.get() : new Top(head.get(), 0);
        }

        private boolean replace(Top seen, Node node) {
            return counts
                    ? top.compareAndSet(seen, new Top(node, seen.changes + 1))
                    : head.compareAndSet(seen.node, node);
        }
    }

    private static void aba(Sim sim, boolean buggy) throws Exception {
        var stack = new NodeStack(!buggy);
        for (int i = 0; i < 3; i++) {
            stack.push(new Node());
        }
        List<Node> owned = new ArrayList<>();
        sim.run(
                nursery -> {
                    nursery.spawn("one", () -> owned.add(stack.pop()));
                    nursery.spawn(
                            "two",
                            () -> {
                                Node first = stack.pop();
                                owned.add(stack.pop());
                                stack.push(first);
                            });
                });
        Node left = stack.pop();
        while (left != stack.bottom) {
            assertTrue(!owned.contains(left), "a node that is taken is on the stack");
            left = stack.pop();
        }
    }

    // ---- made once

    private static void lazyInitTwice(Sim sim, boolean buggy) throws Exception {
        var connection = new SharedRef<>("none").named("connection");
        var made = new SharedInt(0).named("made");
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn(
                                () -> {
                                    if (!buggy) {
                                        if (connection.compareAndSet("none", "being made")) {
                                            made.incrementAndGet();
                                            connection.set("made");
                                        }
                                    } else if (connection.get().equals("none")) {
                                        made.incrementAndGet();
                                        connection.set("made");
                                    }
                                });
                    }
                });
        assertEquals(1, made.get());
    }

    private static void wrongMemo(Sim sim, boolean buggy) throws Exception {
        var cache = new SharedRef<>(Thing.NONE).named("cache");
        List<Thing> got = new ArrayList<>();
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn(() -> got.add(memo(cache, buggy)));
                    }
                });
        assertTrue(got.get(0) == got.get(1), "two callers have two values");
    }

    private static Thing memo(SharedRef<Thing> cache, boolean buggy) {
        Thing there = cache.get();
        if (there != Thing.NONE) {
            return there;
        }
        var mine = new Thing();
        boolean first = cache.compareAndSet(Thing.NONE, mine);
        return buggy || first ? mine : cache.get();
    }

    // ---- more than one field

    private static void tornRead(Sim sim, boolean buggy) throws Exception {
        var left = new SharedInt(0).named("left");
        var right = new SharedInt(0).named("right");
        var lock = Mutex.unlocked().named("both");
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "writer",
                            () -> {
                                try (var _ = lock.lock()) {
                                    left.set(1);
                                    right.set(1);
                                }
                            });
                    nursery.spawn(
                            "reader",
                            () -> {
                                if (buggy) {
                                    assertEquals(left.get(), right.get());
                                } else {
                                    try (var _ = lock.lock()) {
                                        assertEquals(left.get(), right.get());
                                    }
                                }
                            });
                });
    }

    private static void lastOneOut(Sim sim, boolean buggy) throws Exception {
        var inside = new SharedInt(2).named("inside");
        var lightsOff = new SharedInt(0).named("lights off");
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn(
                                () -> {
                                    int left = inside.decrementAndGet();
                                    if ((buggy ? inside.get() : left) == 0) {
                                        lightsOff.incrementAndGet();
                                    }
                                });
                    }
                });
        assertEquals(1, lightsOff.get());
    }

    private static void ticketLock(Sim sim, boolean buggy) throws Exception {
        var next = new SharedInt(0).named("next");
        var serving = new SharedInt(0).named("serving");
        var inside = new SharedInt(0).named("inside");
        sim.run(
                nursery -> {
                    for (int i = 0; i < 2; i++) {
                        nursery.spawn(
                                () -> {
                                    int mine = next.get();
                                    if (buggy) {
                                        next.set(mine + 1);
                                    } else {
                                        mine = next.getAndIncrement();
                                    }
                                    while (serving.get() < mine) {
                                        Stint.yield();
                                    }
                                    assertEquals(1, inside.incrementAndGet());
                                    inside.decrementAndGet();
                                    serving.incrementAndGet();
                                });
                    }
                });
    }

    /** An account with a lock of its own. */
    private static final class Account {
        final SharedInt balance = new SharedInt(10);
        final SharedLock lock = new SharedLock();

        void add(int amount) throws InterruptedException {
            try (var _ = lock.lock()) {
                balance.set(balance.get() + amount);
            }
        }
    }

    private static void moneyInFlight(Sim sim, boolean buggy) throws Exception {
        var left = new Account();
        var right = new Account();
        var both = Mutex.unlocked().named("both");
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "transfer",
                            () -> {
                                if (buggy) {
                                    left.add(-3);
                                    right.add(3);
                                } else {
                                    try (var _ = both.lock()) {
                                        left.add(-3);
                                        right.add(3);
                                    }
                                }
                            });
                    nursery.spawn(
                            "audit",
                            () -> {
                                try (var _ = both.lock()) {
                                    assertEquals(20, left.balance.get() + right.balance.get());
                                }
                            });
                });
    }

    private static void threeInOneOrder(Sim sim, boolean buggy) throws Exception {
        var asked = new SharedInt(0).named("asked");
        var config = new SharedInt(0).named("config");
        var answer = new SharedInt(0).named("answer");
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "asker",
                            () -> {
                                asked.set(1);
                                assertNotEquals(1, answer.get());
                            });
                    nursery.spawn(
                            "server",
                            () -> {
                                if (asked.get() == 1) {
                                    int before = config.get();
                                    int now = buggy ? config.get() : before;
                                    answer.set(now - before);
                                }
                            });
                    nursery.spawn("operator", () -> config.set(1));
                });
    }
}
