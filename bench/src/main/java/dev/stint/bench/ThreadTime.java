package dev.stint.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time of threads by their names. */
final class ThreadTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ThreadTime() {}

    /** Nanoseconds so far of those of a scheduler; those that have ended are left out. */
    static long ofScheduler(String name) {
        var all = new Thread[Thread.activeCount() + 16];
        int count = Thread.enumerate(all);
        long nanos = 0;
        for (int i = 0; i < count; i++) {
            if (all[i].getName().startsWith("stint-" + name + "-")) {
                nanos += Math.max(0, THREADS.getThreadCpuTime(all[i].threadId()));
            }
        }
        return nanos;
    }
}
