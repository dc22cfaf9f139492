package dev.stint.weave.points;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Ordinary code, one shape in each method. What they return is compared with the woven twin's. */
@SuppressWarnings({
    "WaitNotInLoop",
    "NakedNotify",
    "JavaUtilDate",
    "ThreadPriorityCheck",
    "RefactorSwitch",
    "UnnecessaryAsync"
})
public final class Samples {
    static int total;
    static double ratio;
    static final int FIXED = Integer.parseInt("7");

    int count = 1;
    long wide = 2;
    volatile boolean flag;
    String name = "a";
    final int never = 3;

    /** What is put into a field before the constructor of the superclass is called. */
    static class Early extends Base {
        int before;
        final Samples made;

        Early(int n) {
            this.before = n + (n > 1 ? 1 : 2);
            super(new Samples());
            this.made = new Samples();
            this.before++;
        }
    }

    static class Base {
        final Samples given;

        Base(Samples given) {
            this.given = given;
        }
    }

    /** Hands itself out before it is complete. */
    static class Leaky {
        int a;
        int b;

        Leaky(List<Leaky> to) {
            a = 1;
            to.add(this);
            b = 2;
        }
    }

    enum Colour {
        RED,
        GREEN
    }

    interface Shape {
        default int sides(int[] all) {
            return all[0] + List.of(1, 2).size();
        }
    }

    public static Object fields() {
        var s = new Samples();
        s.count += 2;
        s.wide = s.wide * 3;
        s.flag = !s.flag;
        s.name = s.name + s.never;
        return s.count + " " + s.wide + " " + s.flag + " " + s.name;
    }

    public static Object statics() {
        total = 5;
        ratio = 0.5;
        total++;
        return total + ratio + FIXED;
    }

    public static Object arrays() {
        int[] ints = {1, 2, 3};
        long[] longs = new long[2];
        longs[1] = ints[2] + 4L;
        double[][] grid = new double[2][2];
        grid[1][0] = longs[1];
        String[] names = {"x", "y"};
        names[0] = names[1];
        return longs[1] + " " + grid[1][0] + " " + names[0];
    }

    public static Object constructors() {
        var early = new Early(5);
        return early.before + " " + early.given.count + " " + early.made.count;
    }

    public static Object leak() {
        List<Leaky> to = new ArrayList<>();
        var leaky = new Leaky(to);
        return leaky.a + leaky.b;
    }

    public static Object block() {
        Object lock = new Object();
        synchronized (lock) {
            synchronized (Samples.class) {
                total = 1;
            }
        }
        return total;
    }

    public static Object throwingBlock() {
        Object lock = new Object();
        try {
            synchronized (lock) {
                throw new IllegalStateException("inside");
            }
        } catch (IllegalStateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    synchronized int own(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative");
        }
        for (int i = 0; i < n; i++) {
            if (i == 2) {
                return i;
            }
        }
        return -1;
    }

    static synchronized long ofClass(long n) {
        return n + 1;
    }

    public static Object methods() {
        var s = new Samples();
        try {
            s.own(-1);
        } catch (IllegalArgumentException e) {
            return s.own(5) + " " + s.own(0) + " " + ofClass(1) + e.getMessage();
        }
        return "";
    }

    public static Object choice() {
        int sum = 0;
        for (Colour colour : Colour.values()) {
            switch (colour) {
                case RED -> sum += 1;
                case GREEN -> sum += 2;
            }
        }
        return sum;
    }

    public static Object calls() {
        var atomic = new AtomicInteger(1);
        atomic.compareAndSet(1, 2);
        Map<String, Integer> map = new ConcurrentHashMap<>();
        map.merge("a", atomic.get(), Integer::sum);
        List<Integer> list = new ArrayList<>(List.of(3, 4));
        int sum = 0;
        for (int each : list) {
            sum += each;
        }
        return map.toString() + sum + map.computeIfAbsent("b", String::length);
    }

    public static Object failingCall() {
        Map<String, Integer> map = new ConcurrentHashMap<>();
        try {
            map.computeIfAbsent("a", key -> Integer.parseInt(key));
        } catch (NumberFormatException e) {
            return "failed";
        }
        return "";
    }

    public static Object references() {
        var atomic = new AtomicInteger(8);
        IntSupplier next = atomic::incrementAndGet;
        Supplier<Instant> clock = Instant::now;
        Supplier<Random> random = Random::new;
        Supplier<List<String>> list = ArrayList::new;
        return next.getAsInt()
                + list.get().size()
                + (clock.get().getEpochSecond() > 0 ? 1 : 0)
                + random.get().nextInt(1);
    }

    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Samples.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static Object handles() {
        var s = new Samples();
        COUNT.setVolatile(s, 4);
        return (int) COUNT.getAndAdd(s, 2) + (int) COUNT.get(s);
    }

    public static Object shape() {
        return new Shape() {}.sides(new int[] {4});
    }

    // ---- only woven: what they return is not the JVM's

    static Object signals() throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            lock.wait();
            lock.wait(5);
            lock.wait(5, 6);
            lock.notify();
            lock.notifyAll();
            return Thread.holdsLock(lock);
        }
    }

    static Object time() throws InterruptedException {
        Thread.sleep(7);
        TimeUnit.SECONDS.sleep(1);
        Thread.yield();
        Thread.onSpinWait();
        LockSupport.parkNanos(9);
        long a = System.nanoTime();
        return (System.nanoTime() - a)
                + " "
                + Instant.now()
                + " "
                + new Date().getTime()
                + " "
                + System.currentTimeMillis();
    }

    static Object chance() {
        return new Random().nextInt(1000)
                + " "
                + Math.random()
                + " "
                + ThreadLocalRandom.current().nextInt(1000)
                + " "
                + java.util.UUID.randomUUID();
    }

    static Object waits() throws InterruptedException {
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        boolean came = new CountDownLatch(1).await(3, TimeUnit.MILLISECONDS);
        return came + " " + queue.poll(4, TimeUnit.NANOSECONDS);
    }
}
