package dev.stint.host.demo;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** What other processes use of the machine, since this was made. */
final class Neighbours {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    Neighbours() {
        load(); // each answer is about the time since the last one
    }

    /** In hundredths of all processors; 0 where the system does not tell. Asked once. */
    long percent() {
        return Math.round(100 * load());
    }

    private static double load() {
        double all = SYSTEM.getCpuLoad();
        double ours = SYSTEM.getProcessCpuLoad();
        return all < 0 || ours < 0 ? 0 : Math.max(0, all - ours);
    }
}
