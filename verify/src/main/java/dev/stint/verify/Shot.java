package dev.stint.verify;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jcstress.vm.CompileMode;

/**
 * One forked JVM for one stress test.
 *
 * @param compileMode which compiler each actor gets, as {@link CompileMode} counts them
 * @param seed of the compiler's randomised code motion, or -1 for none of that. Where the hardware
 *     keeps the order of accesses, this is what shows whether the compiler may change it
 */
record Shot(int compileMode, int seed, int millis, int iterations) {
    private static final int ACTORS = 2;

    /** Both actors compiled by C2. */
    private static int optimised() {
        int[] modes = CompileMode.casesFor(ACTORS, true, true);
        return modes[modes.length - 1];
    }

    /** For a proof: one plain shot and one with randomised code motion. */
    static List<Shot> few(int millis) {
        return List.of(new Shot(optimised(), -1, millis, 1), new Shot(optimised(), 1, millis, 1));
    }

    /** For a proof: every pair of compilers, and several seeds. */
    static List<Shot> many(int millis, int iterations) {
        return Stream.concat(
                        IntStream.of(CompileMode.casesFor(ACTORS, true, true))
                                .mapToObj(mode -> new Shot(mode, -1, millis, iterations)),
                        IntStream.rangeClosed(1, 5)
                                .mapToObj(seed -> new Shot(optimised(), seed, millis, iterations)))
                .toList();
    }

    /** For a twin, to be tried until it shows its failure: ever longer, plain and randomised. */
    static List<Shot> untilShown(int millis, int tries) {
        return IntStream.range(0, tries)
                .mapToObj(
                        i ->
                                new Shot(
                                        optimised(),
                                        i % 2 == 0 ? -1 : i / 2,
                                        millis * (1 + i / 2),
                                        1))
                .toList();
    }

    List<String> flags() {
        return seed < 0
                ? List.of()
                : List.of(
                        "-XX:+StressLCM",
                        "-XX:+StressGCM",
                        "-XX:+StressIGVN",
                        "-XX:+StressCCP",
                        "-XX:StressSeed=" + seed);
    }
}
