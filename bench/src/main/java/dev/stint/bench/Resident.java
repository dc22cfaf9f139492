package dev.stint.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What this process holds: live objects of the heap, and the memory outside of it that is there.
 */
final class Resident {
    /** Below it is the heap of a JVM with compressed references, above it all else. */
    private static final long END_OF_HEAP = 1L << 36;

    private Resident() {}

    static long bytes() throws IOException {
        long bytes = Heap.used();
        boolean isOutside = false;
        for (var line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            int dash = line.indexOf('-');
            int space = line.indexOf(' ');
            if (dash > 0 && dash < space) {
                String start = line.substring(0, dash);
                isOutside =
                        Long.compareUnsigned(Long.parseUnsignedLong(start, 16), END_OF_HEAP) > 0;
            } else if (isOutside && line.startsWith("Rss:")) {
                bytes += 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        return bytes;
    }
}
