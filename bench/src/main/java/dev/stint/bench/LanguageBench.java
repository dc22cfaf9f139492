package dev.stint.bench;

import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What do scripts of Stint cost, which pay for all that they do, beside plain Java and beside
 * languages of scripts that nobody meters?
 */
public class LanguageBench {
    private static final double MILLI = 1e6; // in nanoseconds
    private static final int HELLOS = 20;

    /** What is not measured stays 0. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double kernels;
        public double fib;
        public double sieve;
        public double collatz;
        public double nbody;
        public double matrix;
        public double sort;
        public double words;
        public double firstHello;
        public double preparedHello;
        public double hello;
        public double lines;
        public double spawn;
        public double roundTrip;
        public double skynet;
    }

    @Benchmark
    public void language(ScriptState state, Figures figures) throws Exception {
        figures.fib = nanos(state, ScriptKernel.FIB);
        figures.sieve = nanos(state, ScriptKernel.SIEVE);
        figures.collatz = nanos(state, ScriptKernel.COLLATZ);
        figures.nbody = nanos(state, ScriptKernel.NBODY);
        figures.matrix = nanos(state, ScriptKernel.MATRIX);
        figures.sort = nanos(state, ScriptKernel.SORT);
        figures.words = nanos(state, ScriptKernel.WORDS);
        figures.kernels =
                WeaveRows.geomean(
                        List.of(
                                figures.fib,
                                figures.sieve,
                                figures.collatz,
                                figures.nbody,
                                figures.matrix,
                                figures.sort,
                                figures.words));
        Scripts scripts = state.scripts();
        if (scripts != null) {
            figures.firstHello = state.firstHello();
            var hellos = new Samples();
            for (int i = 1; i <= HELLOS; i++) {
                hellos.add(Figure.TIME, hello(scripts, i));
            }
            figures.hello = hellos.median(Figure.TIME);
        }
        ScriptTasks tasks = state.tasks();
        if (tasks != null) {
            figures.preparedHello = PreparedHello.millis();
            figures.lines = ScriptLines.perSecond(state.size);
            tasks.measure(figures);
        } else if (scripts == null) {
            new ScriptTwinTasks(state.size).measure(figures);
        }
    }

    /** The median lap, of as many as there is time for. */
    private static double nanos(ScriptState state, ScriptKernel kernel) {
        long patience = (long) (state.size * MILLI / ScriptKernel.values().length);
        LongSupplier program = Objects.requireNonNull(state.kernels().get(kernel));
        long expected = kernel.twin().getAsLong();
        var laps = new Samples();
        long begun = System.nanoTime();
        long lap = begun;
        do {
            long result = program.getAsLong();
            long now = System.nanoTime();
            Check.equal("the result is %d, and not %d", expected, result);
            laps.add(Figure.TIME, (double) (now - lap));
            lap = System.nanoTime();
        } while (lap - begun < patience);
        return laps.median(Figure.TIME);
    }

    /** Milliseconds from a text that nobody has seen before to its result. */
    static double hello(Scripts scripts, int number) {
        String text =
                scripts.ending().equals("jan")
                        ? "func main() -> i64 do return " + number + " + 1 end"
                        : (scripts.ending().equals("lua") ? "return " : "") + number + " + 1";
        long begun = System.nanoTime();
        long result = scripts.compile(text).getAsLong();
        double millis = (System.nanoTime() - begun) / MILLI;
        Check.equal("the result is %d, and not %d", number + 1, result);
        return millis;
    }
}
