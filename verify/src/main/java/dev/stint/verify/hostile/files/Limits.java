package dev.stint.verify.hostile.files;

import dev.stint.verify.hostile.Usage;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What loading a class may take: a share for each byte of its file, and a share once, since it may
 * name classes of the JDK, which are read then. A file of a version before 51 gets frames first;
 * that has a bound of its own.
 */
final class Limits {
    private static final long NANOS_ONCE = 400_000_000;
    private static final long NANOS_ONCE_IF_OLD = 3_000_000_000L;
    private static final long NANOS_A_BYTE = 2_000;
    private static final long BYTES_ONCE = 128L << 20;
    private static final long BYTES_A_BYTE = 8_000;
    private static final int WITH_FRAMES = 51;

    private Limits() {}

    /** What was too much; null if nothing was. */
    static @Nullable String exceeded(byte[] file, Usage used) {
        if (used.nanos() > nanos(file)) {
            return String.format(
                    Locale.ROOT,
                    "%,d ms of processor time for %,d bytes, more than %,d",
                    used.nanos() / 1_000_000,
                    file.length,
                    nanos(file) / 1_000_000);
        }
        if (used.bytes() > bytes(file)) {
            return String.format(
                    Locale.ROOT,
                    "%,d KB allocated for %,d bytes, more than %,d",
                    used.bytes() >> 10,
                    file.length,
                    bytes(file) >> 10);
        }
        return null;
    }

    private static long nanos(byte[] file) {
        boolean isOld = file.length > 7 && (file[6] & 0xff) == 0 && (file[7] & 0xff) < WITH_FRAMES;
        return (isOld ? NANOS_ONCE_IF_OLD : NANOS_ONCE) + NANOS_A_BYTE * file.length;
    }

    private static long bytes(byte[] file) {
        return BYTES_ONCE + BYTES_A_BYTE * file.length;
    }

    /** Takes more time than a small file may, unless it is old. */
    static void waste() {
        Usage begun = Usage.now();
        while (Usage.now().since(begun).nanos() < 3 * NANOS_ONCE / 2) {
            Thread.onSpinWait();
        }
    }
}
