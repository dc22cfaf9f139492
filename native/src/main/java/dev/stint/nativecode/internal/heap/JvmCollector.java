package dev.stint.nativecode.internal.heap;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Optional;

/** The JVM's own. */
final class JvmCollector implements Collector {
    private final List<GarbageCollectorMXBean> all = ManagementFactory.getGarbageCollectorMXBeans();
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();

    /** Why nobody can have it collect; empty if it does when it is asked. */
    static Optional<String> whyNot() {
        if (is("DisableExplicitGC")) {
            return Optional.of(
                    "such a limit is kept by collections that the guard asks for, and this JVM was"
                            + " started with -XX:+DisableExplicitGC. Start it without.");
        }
        return is("UseEpsilonGC")
                ? Optional.of(
                        "this JVM was started with a collector that never collects"
                                + " (-XX:+UseEpsilonGC). Start it with another.")
                : Optional.empty();
    }

    private static boolean is(String flag) {
        try {
            var jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return Boolean.parseBoolean(jvm.getVMOption(flag).getValue());
        } catch (IllegalArgumentException e) {
            return false; // a build of the JVM that has no such flag
        }
    }

    @Override
    public long count() {
        long sum = 0;
        for (GarbageCollectorMXBean each : all) {
            sum += Math.max(0, each.getCollectionCount());
        }
        return sum;
    }

    @Override
    public void collect() {
        System.gc();
    }

    @Override
    public boolean isCrowded() {
        MemoryUsage heap = memory.getHeapMemoryUsage();
        return heap.getMax() > 0 && heap.getUsed() > heap.getMax() / 3 * 2;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
