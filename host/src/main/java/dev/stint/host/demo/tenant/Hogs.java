package dev.stint.host.demo.tenant;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Code that wants all the memory there is. */
final class Hogs {
    private static final int MEGABYTE = 1 << 20;

    private Hogs() {}

    /** Array after array. */
    public static final class Arrays implements Runnable {
        private final List<byte[]> kept = new ArrayList<>();

        @Override
        public void run() {
            while (true) {
                kept.add(new byte[MEGABYTE]);
            }
        }
    }

    /** One call, a gigabyte. */
    public static final class Repeat implements Runnable {
        @Override
        public void run() {
            String text = "x";
            for (int i = 0; i < 30; i++) {
                text = text.repeat(2);
            }
            throw new IllegalStateException("got " + text.length());
        }
    }

    /** A string that doubles. */
    public static final class Concatenation implements Runnable {
        @Override
        public void run() {
            String text = "x";
            while (true) {
                text = text + text + text + text;
            }
        }
    }

    /** A collection that grows inside the JDK. */
    public static final class Collection implements Runnable {
        private final Map<Long, List<Long>> kept = new HashMap<>();

        @Override
        public void run() {
            for (long i = 0; ; i++) {
                kept.put(i, new ArrayList<>(1000));
            }
        }
    }

    /** Keeps texts that the JDK makes. */
    public static final class Traces implements Runnable {
        private final List<String> kept = new ArrayList<>();

        @Override
        public void run() {
            StackTraceElement[] trace = new IllegalStateException().getStackTrace();
            while (true) {
                kept.add(trace[0].toString());
            }
        }
    }

    /** Starts tasks for ever, each of which does the same. */
    public static final class Spawns implements Runnable {
        @Override
        public void run() {
            while (true) {
                CompletableFuture<Void> child = CompletableFuture.runAsync(new Spawns());
                if (child.isCompletedExceptionally()) {
                    throw new IllegalStateException("a child has failed");
                }
            }
        }
    }
}
