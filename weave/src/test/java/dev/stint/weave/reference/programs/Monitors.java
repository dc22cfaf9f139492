package dev.stint.weave.reference.programs;

import java.util.ArrayList;
import java.util.List;

/** Synchronized blocks and methods, nested, left by every way out. */
public final class Monitors {
    private final Object lock = new Object();
    private final List<Integer> values = new ArrayList<>();
    private int count;

    private Monitors() {}

    public static Object run(int n) {
        Monitors monitors = new Monitors();
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + monitors.block(i);
            sum = sum * 31 + monitors.method(i);
            sum = sum * 31 + monitors.leaves(i);
            sum = sum * 31 + monitors.loops(i);
            try {
                monitors.throwsInside(i);
            } catch (IllegalStateException e) {
                sum++;
            }
            sum += ofClass(i);
        }
        return sum + " " + monitors.values.size() + " " + Thread.holdsLock(monitors.lock);
    }

    private int block(int i) {
        synchronized (lock) {
            count += i;
            values.add(count);
            synchronized (this) {
                count++;
            }
        }
        return count;
    }

    private synchronized int method(int i) {
        return i > 3 ? method(i - 1) + 1 : count;
    }

    private int leaves(int n) {
        for (int i = 0; ; i++) {
            synchronized (lock) {
                if (i == n) {
                    return values.get(i % values.size());
                }
                if (i % 2 == 0) {
                    continue;
                }
                if (i > 5) {
                    break;
                }
                count += i;
            }
        }
        return -1;
    }

    private int loops(int n) {
        int sum = 0;
        synchronized (lock) {
            for (int i = 0; i < n; i++) {
                sum += i * count;
            }
        }
        return sum;
    }

    private void throwsInside(int i) {
        synchronized (lock) {
            try {
                synchronized (values) {
                    if (i % 3 == 0) {
                        throw new IllegalStateException();
                    }
                    values.get(-i);
                }
            } catch (IndexOutOfBoundsException e) {
                count--;
            } finally {
                count += 2;
            }
        }
    }

    private static synchronized int ofClass(int i) {
        return i * 2;
    }
}
