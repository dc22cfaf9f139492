package dev.stint.nativecode.internal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** All memory, as C sees it. Addresses come from the library itself and from C code. */
final class Memory {
    private static final int LONGEST_TEXT = 256;

    @SuppressWarnings("restricted")
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private Memory() {}

    static long getLong(long address) {
        return ALL.get(JAVA_LONG_UNALIGNED, address);
    }

    static void putLong(long address, long value) {
        ALL.set(JAVA_LONG_UNALIGNED, address, value);
    }

    static int getInt(long address) {
        return ALL.get(JAVA_INT_UNALIGNED, address);
    }

    static void putInt(long address, int value) {
        ALL.set(JAVA_INT_UNALIGNED, address, value);
    }

    /** A text that ends with a 0; cut if it is long. */
    static String text(long address) {
        if (address == 0) {
            return "";
        }
        byte[] bytes = new byte[LONGEST_TEXT];
        int length = 0;
        byte next;
        while (length < LONGEST_TEXT && (next = ALL.get(JAVA_BYTE, address + length)) != 0) {
            bytes[length++] = next;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /**
     * Copies a text there, with a 0 at its end, as much as there is room for; returns its length.
     */
    static int putText(long address, long room, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (room > 0) {
            int copied = (int) Math.min(bytes.length, room - 1);
            MemorySegment.copy(bytes, 0, ALL, JAVA_BYTE, address, copied);
            ALL.set(JAVA_BYTE, address + copied, (byte) 0);
        }
        return bytes.length;
    }
}
