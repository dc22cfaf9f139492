package dev.stint.weave;

import java.util.ArrayList;
import java.util.List;

/** Strings put together. */
@SuppressWarnings("UnusedMethod")
final class ConcatShapes {
    private ConcatShapes() {}

    static String numbers(int i, long l, short s, byte b) {
        return i + ", " + l + ", " + s + ", " + b;
    }

    static String others(boolean b, char c, float f, double d) {
        return "<" + b + c + f + d + ">";
    }

    static String objects(List<Integer> list, String text) {
        return list + text + null;
    }

    /** Some toString() returns null. */
    static String nothing() {
        return "is " + new Nothing();
    }

    private static final class Nothing {
        @Override
        @SuppressWarnings({"NullAway", "ToStringReturnsNull"})
        public String toString() {
            return null;
        }
    }

    /** They are made strings from left to right, before anything is put together. */
    static String order() {
        var log = new ArrayList<String>();
        String text = "" + new Noisy("a", log) + new Noisy("b", log) + log;
        return text + log;
    }

    private record Noisy(String name, List<String> log) {
        @Override
        public String toString() {
            log.add(name);
            return name;
        }
    }

    static String failing() {
        return "is " + new Failing() + "!";
    }

    private static final class Failing {
        @Override
        public String toString() {
            throw new IllegalStateException("cannot be told");
        }
    }
}
