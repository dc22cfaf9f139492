package dev.stint.host.demo.tenant;

import java.math.BigInteger;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Code that has the JDK do the work. */
final class InsideJdk {
    private InsideJdk() {}

    /** A pattern that tries every way to match; the simpler ones the JDK has learnt to cut. */
    public static final class Regex implements Runnable {
        @Override
        public void run() {
            boolean matches = Pattern.compile("(.*a){20}b").matcher("a".repeat(40)).matches();
            throw new IllegalStateException("matches: " + matches);
        }
    }

    /** Numbers that take longer the larger they get. */
    public static final class Numbers implements Runnable {
        @Override
        public void run() {
            BigInteger n = BigInteger.valueOf(3);
            while (true) {
                n = n.multiply(n);
            }
        }
    }

    /** A stream without an end, over nothing of its own. */
    public static final class Streams implements Runnable {
        @Override
        public void run() {
            long sum = LongStream.range(0, Long.MAX_VALUE).sum();
            throw new IllegalStateException("sum: " + sum);
        }
    }

    /** A stream without an end, over a lambda that does nothing. */
    public static final class Suppliers implements Runnable {
        @Override
        public void run() {
            int sum = IntStream.generate(() -> 1).sum();
            throw new IllegalStateException("sum: " + sum);
        }
    }

    /** Keys that all have the same hash. */
    public static final class Keys implements Runnable {
        private final Map<List<Integer>, Integer> kept = new HashMap<>();

        @Override
        public void run() {
            for (int i = 0; ; i++) {
                kept.put(List.of(i, -31 * i), i);
            }
        }
    }

    /** A text for which the JDK calls itself, once for each level. */
    public static final class NestedText implements Runnable {
        @Override
        public void run() {
            Object nest = "egg";
            for (int i = 0; i < 100_000; i++) {
                nest = new AtomicReference<>(nest);
            }
            while (true) {
                String text = nest.toString();
                if (text.length() != 3) {
                    throw new IllegalStateException("got " + text.length());
                }
            }
        }
    }

    /** Has the JDK look for what is not there. */
    public static final class Charsets implements Runnable {
        @Override
        public void run() {
            while (!Charset.isSupported("nosuch")) {
                // again
            }
        }
    }

    /** A list that is long and takes no memory. */
    public static final class Copies implements Runnable {
        @Override
        public void run() {
            List<String> all = Collections.nCopies(Integer.MAX_VALUE, "x");
            while (all.hashCode() != 1) {
                // again
            }
        }
    }
}
