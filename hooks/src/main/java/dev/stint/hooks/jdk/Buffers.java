package dev.stint.hooks.jdk;

import java.nio.Buffer;
import java.nio.CharBuffer;

/** Buffers in the heap. */
public final class Buffers {
    private Buffers() {}

    public static void swept(Buffer self, Object other) {
        Charges.ops(self.remaining() >> 2);
        if (other instanceof Buffer buffer) {
            Charges.ops(buffer.remaining() >> 2);
        }
    }

    public static void shown(Buffer self) {
        Charges.text(self instanceof CharBuffer ? self.remaining() : 64);
    }
}
