package dev.stint.bench;

import java.lang.management.ManagementFactory;

/** The heap of this JVM. */
final class Heap {
    private Heap() {}

    /** Bytes that survive a collection. */
    static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc(); // the second and third take what references of the first let go
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
