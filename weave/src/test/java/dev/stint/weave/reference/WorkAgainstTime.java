package dev.stint.weave.reference;

import dev.stint.weave.reference.UnpaidWorkTest.Piece;
import java.util.Locale;

/**
 * Measures how long an operation of woven code takes that does what is slow: each piece of {@link
 * UnpaidWorkTest}, in a method that the JVM compiles and in one that it does not. It has a main and
 * is no test, because times are not the same everywhere.
 */
final class WorkAgainstTime {
    private static final int COMPILED = 50; // pieces, for less than 8,000 bytes
    private static final int INTERPRETED = 400;
    private static final long LONG_ENOUGH = 200_000_000; // nanoseconds
    private static final int MOST_TURNS = 1 << 24;

    private WorkAgainstTime() {}

    public static void main(String[] args) {
        System.out.printf("%-24s %12s %12s   ns/op%n", "", "compiled", "interpreted");
        UnpaidWorkTest.pieces()
                .forEach(
                        piece ->
                                System.out.printf(
                                        Locale.ROOT,
                                        "%-24s %12.1f %12.1f%n",
                                        piece.name(),
                                        nanosPerOperation(piece, COMPILED),
                                        nanosPerOperation(piece, INTERPRETED)));
    }

    private static double nanosPerOperation(Piece piece, int copies) {
        ClassSet woven = Weaving.of(UnpaidWorkTest.loopOver(piece.code(), copies));
        for (int turns = 64; ; turns *= 2) {
            long before = System.nanoTime();
            long ops = Outcome.counted(woven, UnpaidWorkTest.MAIN, turns).ops();
            long took = System.nanoTime() - before;
            if (took > LONG_ENOUGH || turns >= MOST_TURNS) {
                return (double) took / ops;
            }
        }
    }
}
