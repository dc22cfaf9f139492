package dev.stint.testkit.woven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stint.testkit.Sim;
import dev.stint.testkit.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Programs of ordinary code, to be woven. Each asserts for itself what must hold. */
@SuppressWarnings({"WaitNotInLoop", "LockNotBeforeTry", "UnusedVariable"}) // touching is enough
final class Ordinary {
    private Ordinary() {}

    // ---- monitors

    static final class Counter {
        private int count;

        synchronized int increment() {
            count++;
            return synchronizedAgain();
        }

        private synchronized int synchronizedAgain() {
            return count;
        }

        int countSafely(int times) {
            for (int i = 0; i < times; i++) {
                synchronized (this) {
                    count++;
                }
            }
            return times;
        }
    }

    static final class Exclusive implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            var counter = new Counter();
            sim.run(
                    nursery -> {
                        nursery.spawn("left", counter::increment);
                        nursery.spawn("right", () -> counter.countSafely(2));
                    });
            assertEquals(3, counter.increment() - 1);
        }
    }

    /** A task that throws inside, or is cancelled, leaves the monitor. */
    static final class LeftByThrowing implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            Object lock = new Object();
            var root = sim.scheduler().root();
            var failing =
                    root.spawn(
                            "failing",
                            () -> {
                                synchronized (lock) {
                                    throw new IllegalStateException("inside");
                                }
                            });
            var other =
                    root.spawn(
                            "other",
                            () -> {
                                synchronized (lock) {
                                    return Thread.holdsLock(lock);
                                }
                            });
            failing.awaitOutcome();
            assertTrue(other.await());
            assertFalse(Thread.holdsLock(lock));
        }
    }

    static final class Mailbox {
        private final List<String> letters = new ArrayList<>();

        synchronized void put(String letter) {
            letters.add(letter);
            notifyAll();
        }

        synchronized String take() throws InterruptedException {
            while (letters.isEmpty()) {
                wait();
            }
            return letters.removeFirst();
        }

        synchronized boolean await(long millis) throws InterruptedException {
            if (letters.isEmpty()) {
                wait(millis);
            }
            return !letters.isEmpty();
        }
    }

    static final class Letters implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            var box = new Mailbox();
            List<String> taken = new ArrayList<>();
            sim.run(
                    nursery -> {
                        for (int i = 0; i < 2; i++) {
                            nursery.spawn(
                                    "reader",
                                    () -> {
                                        String letter = box.take();
                                        synchronized (taken) {
                                            taken.add(letter);
                                        }
                                    });
                        }
                        nursery.spawn("a", () -> box.put("a"));
                        nursery.spawn("b", () -> box.put("b"));
                    });
            assertEquals(List.of("a", "b"), taken.stream().sorted().toList());
        }
    }

    static final class TimedWait implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            var box = new Mailbox();
            sim.run(
                    nursery ->
                            nursery.spawn(
                                    "reader",
                                    () -> {
                                        long start = System.nanoTime();
                                        assertFalse(box.await(250));
                                        assertEquals(250_000_000, System.nanoTime() - start);
                                    }));
        }
    }

    static final class NotMine implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            Object lock = new Object();
            sim.run(
                    nursery ->
                            nursery.spawn(
                                    () -> {
                                        assertThrows(
                                                IllegalMonitorStateException.class, lock::notify);
                                        assertThrows(
                                                IllegalMonitorStateException.class, lock::wait);
                                    }));
        }
    }

    /** Who is cancelled while it waits for a notify is back in the monitor when it learns of it. */
    static final class CancelledWait implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            Object lock = new Object();
            List<String> seen = new ArrayList<>();
            var waiter =
                    sim.scheduler()
                            .root()
                            .spawn(
                                    "waiter",
                                    () -> {
                                        synchronized (lock) {
                                            try {
                                                lock.wait();
                                            } finally {
                                                seen.add("inside " + Thread.holdsLock(lock));
                                            }
                                        }
                                    });
            sim.run(nursery -> nursery.spawn("canceller", waiter::cancel));
            waiter.awaitOutcome();
            assertTrue(seen.isEmpty() || seen.equals(List.of("inside true")), seen.toString());
        }
    }

    /** The body waits for a monitor that a sleeping task has. */
    static final class BodyWaits implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            Object lock = new Object();
            var holds = new CountDownLatch(1);
            var sleeper =
                    sim.scheduler()
                            .root()
                            .spawn(
                                    "sleeper",
                                    () -> {
                                        synchronized (lock) {
                                            holds.countDown();
                                            Thread.sleep(1_000);
                                        }
                                    });
            Thread.sleep(10); // on the virtual clock, so that the task has begun
            assertEquals(0, holds.getCount());
            synchronized (lock) {
                assertEquals(1_000, System.nanoTime() / 1_000_000);
            }
            sleeper.awaitOutcome();
        }
    }

    /** The body calls a synchronized list that a sleeping task has locked. */
    static final class BodyCalls implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            List<String> list = Collections.synchronizedList(new ArrayList<>());
            var sleeper =
                    sim.scheduler()
                            .root()
                            .spawn(
                                    "sleeper",
                                    () -> {
                                        synchronized (list) {
                                            list.add("first");
                                            Thread.sleep(1_000);
                                            list.add("second");
                                        }
                                    });
            Thread.sleep(10);
            list.add("third");
            assertEquals(List.of("first", "second", "third"), List.copyOf(list));
            sleeper.awaitOutcome();
        }
    }

    /** Deadlocks on monitors that outlive the schedule. */
    static final class ClassMonitors implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            sim.run(
                    nursery -> {
                        nursery.spawn("there", () -> both(Counter.class, Mailbox.class));
                        nursery.spawn("back", () -> both(Mailbox.class, Counter.class));
                    });
        }

        private static void both(Class<?> one, Class<?> two) {
            Tally.begin();
            try {
                synchronized (one) {
                    synchronized (two) {
                        new Counter().increment();
                    }
                }
            } finally {
                Tally.end();
            }
        }
    }

    /** Deadlocks, and does not let itself be ended. */
    static final class Stubborn implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            sim.run(
                    nursery -> {
                        nursery.spawn("there", () -> both(Counter.class, Mailbox.class));
                        nursery.spawn("back", () -> both(Mailbox.class, Counter.class));
                    });
        }

        private static void both(Class<?> one, Class<?> two) {
            synchronized (one) {
                boolean isDone = false;
                while (!isDone) {
                    isDone = tryToEnter(two);
                }
            }
        }

        private static boolean tryToEnter(Class<?> monitor) {
            try {
                synchronized (monitor) {
                    return true;
                }
            } catch (Error e) {
                return false;
            }
        }
    }

    // ---- time and chance

    static final class Sleeps implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            List<String> order = new ArrayList<>();
            Instant begin = Instant.now();
            sim.run(
                    nursery -> {
                        nursery.spawn("long", () -> order.add(sleep(Duration.ofHours(2), "long")));
                        nursery.spawn("short", () -> order.add(sleep(Duration.ofMinutes(1), "s")));
                    });
            assertEquals(List.of("s", "long"), order);
            assertEquals(Duration.ofHours(2), Duration.between(begin, Instant.now()));
            assertEquals(begin.toEpochMilli() + 7_200_000, System.currentTimeMillis());
        }

        private static String sleep(Duration duration, String name) throws InterruptedException {
            Thread.sleep(duration);
            return name;
        }
    }

    /** Looks at a flag until it is set. */
    static final class Spins implements Sim.Body {
        private boolean isSet;

        @Override
        public void run(Sim sim) throws Exception {
            sim.run(
                    nursery -> {
                        nursery.spawn(
                                "spinner",
                                () -> {
                                    while (!isSet) {
                                        Thread.onSpinWait();
                                    }
                                });
                        nursery.spawn("setter", () -> isSet = true);
                    });
        }
    }

    /** What is drawn decides what is done, so that a run that draws otherwise differs. */
    static final class Draws implements Sim.Body {
        private int drawn;

        @Override
        public void run(Sim sim) throws Exception {
            sim.run(
                    nursery -> {
                        for (int i = 0; i < 2; i++) {
                            nursery.spawn(this::draw);
                        }
                    });
        }

        private void draw() {
            int some =
                    new Random().nextInt(5)
                            + ThreadLocalRandom.current().nextInt(5)
                            + (int) (Math.random() * 5)
                            + Math.floorMod(UUID.randomUUID().hashCode(), 5);
            for (int i = 0; i < some; i++) {
                drawn++;
            }
        }
    }

    /** Each wait ends when its time is up, and not before. */
    static final class LateWaits implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            sim.run(nursery -> nursery.spawn("waiter", LateWaits::waitForAll));
        }

        private static void waitForAll() throws Exception {
            long start = System.nanoTime();
            assertFalse(new CountDownLatch(1).await(1, TimeUnit.SECONDS));
            BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
            assertNull(queue.poll(1, TimeUnit.SECONDS));
            queue.put("full");
            assertFalse(queue.offer("more", 1, TimeUnit.SECONDS));
            assertFalse(new Semaphore(0).tryAcquire(1, TimeUnit.SECONDS));
            var lock = new ReentrantLock();
            Condition condition = lock.newCondition();
            lock.lock();
            assertFalse(condition.await(1, TimeUnit.SECONDS));
            assertTrue(condition.awaitNanos(1_000_000_000) <= 0);
            assertTrue(lock.isHeldByCurrentThread());
            lock.unlock();
            assertThrows(
                    TimeoutException.class,
                    () -> new CompletableFuture<String>().get(1, TimeUnit.SECONDS));
            assertThrows(
                    TimeoutException.class, () -> new CyclicBarrier(2).await(1, TimeUnit.SECONDS));
            LockSupport.parkNanos(1_000_000_000);
            assertEquals(9, (System.nanoTime() - start) / 1_000_000_000);
            assertFalse(Thread.currentThread().isInterrupted());
        }
    }

    /** Each wait ends when what it waits for comes, long before its time is up. */
    static final class TimelyWaits implements Sim.Body {
        private final CountDownLatch latch = new CountDownLatch(1);
        private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        private final ReentrantLock lock = new ReentrantLock();
        private final CompletableFuture<String> future = new CompletableFuture<>();

        @Override
        public void run(Sim sim) throws Exception {
            sim.run(
                    nursery -> {
                        nursery.spawn("waiter", this::waitForAll);
                        nursery.spawn("server", this::serve);
                    });
        }

        private void waitForAll() throws Exception {
            assertTrue(latch.await(1, TimeUnit.HOURS));
            assertEquals("item", queue.poll(1, TimeUnit.HOURS));
            assertTrue(lock.tryLock(1, TimeUnit.HOURS));
            lock.unlock();
            assertEquals("done", future.get(1, TimeUnit.HOURS));
            assertTrue(System.nanoTime() < Duration.ofHours(1).toNanos());
            assertFalse(Thread.currentThread().isInterrupted());
        }

        private void serve() throws InterruptedException {
            lock.lock();
            try {
                latch.countDown();
                queue.put("item");
                Thread.sleep(5);
            } finally {
                lock.unlock();
            }
            future.complete("done");
        }
    }

    /** What comes exactly in time may come or not, and nothing of it is lost. */
    static final class ExactWaits implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
            List<String> got = new ArrayList<>();
            sim.run(
                    nursery -> {
                        nursery.spawn(
                                "reader",
                                () -> {
                                    String item = queue.poll(50, TimeUnit.MILLISECONDS);
                                    if (item != null) {
                                        got.add(item);
                                    }
                                    assertFalse(Thread.currentThread().isInterrupted());
                                });
                        nursery.spawn(
                                "writer",
                                () -> {
                                    Thread.sleep(50);
                                    queue.put("item");
                                });
                    });
            assertEquals(1, got.size() + queue.size());
        }
    }

    // ---- where nobody may be interrupted

    static final class Key {
        private final String name;
        private int looks;

        Key(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            looks++;
            return other instanceof Key that && name.equals(that.name);
        }

        @Override
        public int hashCode() {
            looks++;
            return 7;
        }
    }

    /** The map holds a lock of its own while it calls back. */
    static final class CallsBack implements Sim.Body {
        private int made;

        @Override
        public void run(Sim sim) throws Exception {
            Map<Key, Integer> map = new ConcurrentHashMap<>();
            sim.run(
                    nursery -> {
                        for (int i = 0; i < 2; i++) {
                            nursery.spawn(
                                    () -> {
                                        map.computeIfAbsent(new Key("a"), key -> ++made);
                                        map.merge(new Key("b"), 1, Integer::sum);
                                    });
                        }
                    });
            assertEquals(1, made);
            assertEquals(2, map.get(new Key("b")));
        }
    }

    /** Is initialised by the first schedule, in a task. */
    static final class Initialised {
        static int initial = compute();
        static final List<Integer> ALL = new ArrayList<>();

        private Initialised() {}

        private static int compute() {
            int[] some = {1, 2, 3};
            int sum = 0;
            for (int each : some) {
                sum += each;
            }
            return sum;
        }

        static int next() {
            return initial + 1;
        }
    }

    static final class FailsAtOnce implements Sim.Body {
        @Override
        public void run(Sim sim) throws Exception {
            sim.run(
                    nursery -> {
                        nursery.spawn("a", Initialised::next);
                        nursery.spawn("b", Initialised::next);
                    });
            throw new IllegalStateException("in the first schedule");
        }
    }
}
