package dev.stint.bench;

import java.util.Arrays;

/** How fast texts are compiled, down to classes that are loaded. */
final class ScriptLines {
    private static final int COPIES = 60;
    private static final ScriptKernel[] PARTS = {
        ScriptKernel.FIB, ScriptKernel.SIEVE, ScriptKernel.COLLATZ, ScriptKernel.SORT
    };

    private ScriptLines() {}

    static double perSecond(int millis) {
        String text = text();
        long lines = text.lines().count();
        var speeds = new Samples();
        long begun = System.nanoTime();
        long lap = begun;
        do {
            StintScripts.compiled(text);
            long now = System.nanoTime();
            speeds.add(Figure.TIME, lines / ((now - lap) / 1e9));
            lap = now;
        } while (lap - begun < millis * 1e6);
        return speeds.median(Figure.TIME);
    }

    /** Kernels, many times, under other names. */
    private static String text() {
        var text = new StringBuilder("func main() -> i64 do return main_fib_0() end\n");
        for (int i = 0; i < COPIES; i++) {
            int copy = i;
            Arrays.stream(PARTS)
                    .map(
                            part ->
                                    part.text("jan")
                                            .replaceAll(
                                                    "\\b(main|primes|fib|sort)\\(",
                                                    "$1_" + part.label() + "_" + copy + "("))
                    .forEach(text::append);
        }
        return text.toString();
    }
}
