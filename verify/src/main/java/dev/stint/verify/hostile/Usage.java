package dev.stint.verify.hostile;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What a thread has used: processor time and bytes, both its own, so that they do not depend on
 * what else the machine does.
 */
public record Usage(long nanos, long bytes) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Of the calling thread, so far. */
    public static Usage now() {
        return new Usage(
                THREADS.getCurrentThreadCpuTime(), THREADS.getCurrentThreadAllocatedBytes());
    }

    /** Of other threads, all together; of those that have ended nothing is known. */
    public static Usage of(long[] threads) {
        long nanos = 0;
        long bytes = 0;
        long[] times = THREADS.getThreadCpuTime(threads);
        long[] allocated = THREADS.getThreadAllocatedBytes(threads);
        for (int i = 0; i < threads.length; i++) {
            nanos += Math.max(0, times[i]);
            bytes += Math.max(0, allocated[i]);
        }
        return new Usage(nanos, bytes);
    }

    public Usage since(Usage before) {
        return new Usage(nanos - before.nanos, bytes - before.bytes);
    }
}
