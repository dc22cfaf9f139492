package dev.stint.hooks.jdk;

import java.util.BitSet;

/** Sets of bits, and bytes written as text. */
public final class Bits {
    private static final long WORD = 64;

    private Bits() {}

    public static void room(int bits) {
        Price.array(Math.max(0, bits) / WORD, 8);
    }

    private static long words(BitSet of) {
        return of.size() / WORD;
    }

    public static void copied(BitSet self) {
        Price.array(words(self), 8);
    }

    public static void copied(BitSet self, Object other) {
        Price.bulk(words(self));
    }

    public static void joined(BitSet self, BitSet other) {
        Price.array(Math.max(words(self), words(other)), 8);
    }

    /** It grows so far. */
    public static void changed(BitSet self, int bit) {
        if (bit >= self.size()) {
            Price.array(2L * bit / WORD, 8);
        }
    }

    public static void changed(BitSet self, int bit, boolean value) {
        changed(self, bit);
    }

    public static void changed(BitSet self, int from, int to) {
        changed(self, to);
        Price.bulk(Math.max(0, (long) to - from) / WORD);
    }

    public static void changed(BitSet self, int from, int to, boolean value) {
        changed(self, from, to);
    }

    public static void changed(BitSet self) {
        Price.bulk(words(self));
    }

    public static void sought(BitSet self, int from) {
        Price.bulk(words(self));
    }

    // ---- text

    public static void coded(byte[] bytes) {
        Price.text(2L * bytes.length);
        Price.ops(bytes.length >> 1);
    }

    public static void coded(byte[] bytes, byte[] into) {
        coded(bytes);
    }

    public static void coded(byte[] bytes, int from, int to) {
        Price.text(2L * ((long) to - from));
        Price.ops(((long) to - from) >> 1);
    }

    public static void coded(java.nio.ByteBuffer bytes) {
        Price.text(2L * bytes.remaining());
        Price.ops(bytes.remaining() >> 1);
    }

    public static void coded(String text) {
        Price.text(text.length());
        Price.ops(text.length() >> 1);
    }

    public static CharSequence coded(CharSequence text) {
        String plain = Texts.plain(text);
        coded(plain);
        return plain;
    }

    public static void coded(CharSequence text, int from, int to) {
        Price.text((long) to - from);
        Price.ops((long) to - from);
    }

    public static void coded(char[] text, int from, int to) {
        Price.text((long) to - from);
        Price.ops(((long) to - from) >> 1);
    }
}
