package dev.stint.hooks.jdk;

import java.util.BitSet;

/** Sets of bits, and bytes written as text. */
public final class BitSets {
    private static final long WORD = 64;

    private BitSets() {}

    /** It grows so far. */
    public static void changed(BitSet self, int bit) {
        if (bit >= self.size()) {
            Charges.array(2L * bit / WORD, 8);
        }
    }

    public static void changed(BitSet self, int bit, boolean value) {
        changed(self, bit);
    }

    public static void changed(BitSet self, int from, int to) {
        changed(self, to);
        Charges.bulk(Math.max(0, (long) to - from) / WORD);
    }

    public static void changed(BitSet self, int from, int to, boolean value) {
        changed(self, from, to);
    }

    // ---- text

    public static void coded(String text) {
        Charges.text(text.length());
        Charges.ops(text.length() >> 1);
    }

    public static CharSequence coded(CharSequence text) {
        String plain = Strings.plain(text);
        coded(plain);
        return plain;
    }
}
