package dev.stint.weave;

import java.util.stream.IntStream;

/** Methods that never end by themselves. */
@SuppressWarnings({
    "InfiniteRecursion",
    "CatchAndPrintStackTrace",
    "EmptyCatch",
    "finally",
    "Finally",
    "InfiniteLoopAsVoid",
    "LoopConditionChecker",
    "UnusedMethod",
    "EmptyCatchBlock",
    "ThrowFromFinallyBlock",
    "UnusedVariable"
})
final class HostileShapes {
    private static int steps;
    private static final Object LOCK = new Object();

    private HostileShapes() {}

    static void emptyLoop() {
        while (true) {}
    }

    static void countingLoop() {
        for (int i = 0; ; i++) {
            steps = i;
        }
    }

    static void doWhile() {
        int i = 0;
        do {
            i++;
        } while (i != 0 || steps != -1);
    }

    static void recursion() {
        recursion();
    }

    static void mutual() {
        mutualBack();
    }

    private static void mutualBack() {
        mutual();
    }

    /** The loop counts and does not look; the call behind it must. */
    static void recursionBehindALoop(int n) {
        for (int i = 0; i < n; i++) {
            steps += Math.abs(i);
        }
        recursionBehindALoop(n);
    }

    /** The outer loop goes round through the inner one only. */
    static void loopOfLoops() {
        outer:
        while (true) {
            if (steps == -1) {
                emptyLoop();
            }
            for (int i = 0; ; i++) {
                if (i >= 2) {
                    continue outer;
                }
            }
        }
    }

    static void catchingLoop() {
        while (true) {
            try {
                emptyLoop();
            } catch (Throwable e) {
                steps++;
            }
        }
    }

    static void catchingRecursion() {
        try {
            emptyLoop();
        } catch (Throwable e) {
            catchingRecursion();
        } finally {
            catchingRecursion();
        }
    }

    static void finallyLoop() {
        try {
            emptyLoop();
        } finally {
            while (true) {
                steps++;
            }
        }
    }

    static void holdingAMonitor() {
        synchronized (LOCK) {
            for (int i = 0; ; i++) {
                steps = i;
            }
        }
    }

    static void insideOfTheJdk() {
        IntStream.iterate(0, i -> i).forEach(i -> {});
    }
}
