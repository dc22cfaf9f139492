package dev.stint.hooks.jdk;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Arrays whose elements change at once. */
public final class Atoms {
    private static final int LONGEST = 20; // digits

    private Atoms() {}

    public static void room(int elements) {
        Price.array(elements, 8);
    }

    public static void shown(AtomicIntegerArray self) {
        shown(self.length());
    }

    public static void shown(AtomicLongArray self) {
        shown(self.length());
    }

    public static void shown(AtomicReferenceArray<?> self) {
        Deep.shown(self);
    }

    private static void shown(int length) {
        Price.text((long) LONGEST * length);
        Price.ops(8L * length);
    }
}
