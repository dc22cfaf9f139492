package dev.stint.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What an invocation cost in processor time, over all threads of the JVM. It shows what elapsed
 * time hides, as spinning while idle, and moves less when others use the machine.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class CpuTime {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Nanoseconds per operation of the last invocation. */
    public double cpu;

    /** A shape of some implementation. */
    interface Work {
        void run() throws Exception;
    }

    void measure(long operations, Work work) throws Exception {
        long before = SYSTEM.getProcessCpuTime();
        work.run();
        cpu = (double) (SYSTEM.getProcessCpuTime() - before) / operations;
    }
}
