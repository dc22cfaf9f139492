package dev.stint.env;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The JVM's own counts. They have been there for every platform thread since it began. */
final class JvmReadings implements Readings {
    static final JvmReadings IT = new JvmReadings();

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private JvmReadings() {
        threads.setThreadAllocatedMemoryEnabled(true);
        threads.setThreadCpuTimeEnabled(true);
    }

    @Override
    public long allocatedBytes(Thread platform) {
        return threads.getThreadAllocatedBytes(platform.threadId());
    }

    @Override
    public long processorNanos(Thread platform) {
        return threads.getThreadCpuTime(platform.threadId());
    }

    @Override
    public boolean wantsProcessor(Thread platform) {
        return KernelThreads.isRunnable(platform);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
