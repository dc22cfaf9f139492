package dev.stint.host.demo.tenant;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/** Code that never wants to end. */
@SuppressWarnings({
    "InfiniteRecursion",
    "EmptyCatch",
    "Finally",
    "finally",
    "UnusedVariable",
    "RedundantControlFlow"
})
final class Loops {
    private Loops() {}

    /** A loop without an end. */
    public static final class Endless implements Runnable {
        private long rounds;

        @Override
        public void run() {
            while (true) {
                rounds++;
            }
        }
    }

    /** A method that calls itself. */
    public static final class Recursion implements Runnable {
        @Override
        public void run() {
            dive(0);
        }

        private static int dive(int depth) {
            return dive(depth + 1) + 1;
        }
    }

    /** Runs out of stack again and again, twice as often at each level. */
    public static final class OverflowStorm implements Runnable {
        @Override
        public void run() {
            while (true) {
                try {
                    dive();
                } catch (StackOverflowError e) {
                    // again
                }
            }
        }

        private static void dive() {
            try {
                dive();
            } finally {
                dive();
            }
        }
    }

    /** Catches whatever ends it, and goes on. */
    public static final class Catcher implements Runnable {
        private long caught;

        @Override
        public void run() {
            while (true) {
                try {
                    while (true) {
                        caught--;
                    }
                } catch (Throwable e) {
                    caught++;
                }
            }
        }
    }

    /** Goes on for ever in its clean-up. */
    public static final class EndlessFinally implements Runnable {
        private long rounds;

        @Override
        public void run() {
            while (true) {
                try {
                    spin();
                } finally {
                    continue;
                }
            }
        }

        private void spin() {
            while (true) {
                rounds++;
            }
        }
    }

    /** Runs out of everything while it holds a monitor. */
    public static final class MonitorHolder implements Runnable {
        private static final Object LOCK = new Object();
        private long rounds;

        @Override
        public void run() {
            synchronized (LOCK) {
                while (true) {
                    rounds++;
                }
            }
        }
    }

    /** Never comes to the end of its class initialiser. */
    public static final class Initialiser implements Runnable {
        private static final long FOREVER = count();

        private static long count() {
            long n = 0;
            while (n >= 0) {
                n = n + 1 & Long.MAX_VALUE;
            }
            return n;
        }

        @Override
        public void run() {
            if (FOREVER < 0) {
                throw new IllegalStateException();
            }
        }
    }

    /** Has children wait for a class initialiser that waits itself, and so holds their carriers. */
    public static final class WaitingInitialiser implements Runnable {
        private static final int CHILDREN = 10;
        private static final long HELD_MILLIS = 50;

        /** Is never ready. */
        static final class Waiting {
            static final int RESULT = await();

            private Waiting() {}

            private static int await() {
                try {
                    new Semaphore(0).acquire();
                } catch (InterruptedException e) {
                    // it was ended
                }
                return 1;
            }
        }

        @Override
        public void run() {
            for (int i = 0; i < CHILDREN; i++) {
                CompletableFuture<Integer> child =
                        CompletableFuture.supplyAsync(() -> Waiting.RESULT);
                if (child.isCompletedExceptionally()) {
                    throw new IllegalStateException("a child has failed");
                }
            }
            try {
                Thread.sleep(HELD_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            new Endless().run();
        }
    }

    /** Is suspended with ever more of its stack in use. */
    public static final class DeepSleep implements Runnable {
        @Override
        public void run() {
            for (int depth = 1_000; ; depth += 1_000) {
                dive(depth);
            }
        }

        private static int dive(int depth) {
            if (depth > 0) {
                return dive(depth - 1) + 1;
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return 0;
        }
    }
}
