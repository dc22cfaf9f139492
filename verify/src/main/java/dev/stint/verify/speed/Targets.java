package dev.stint.verify.speed;

import dev.stint.verify.linear.Checks;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * [SCHED:13.1.1] The targets of the specification, by name. {@link #main} is what a JVM of its own
 * runs for one: the median of several rounds must stay below the target. The twin of each carries a
 * burden that no machine can hide, and must miss it.
 */
public final class Targets {
    private static final String PREFIX = "Targets.";
    private static final String TWIN = "Weakened";

    /** Rounds before those that count: code that is not compiled yet says nothing. */
    private static final int WARM_UPS = 3;

    /** With fewer rounds, on a machine that does other things, only a gross miss is one. */
    private static final int ENOUGH_ROUNDS = 5;

    private static final double GROSS = 10;

    /** So many times the target is a twin's burden: above what counts as a gross miss. */
    private static final int BURDEN = 20;

    private static final ThreadLocal<byte[]> LOAD = new ThreadLocal<>();

    private Targets() {}

    /** All names, sorted. */
    public static List<String> names() {
        return Arrays.stream(Target.values())
                .flatMap(t -> Stream.of(PREFIX + t.title(), PREFIX + t.title() + TWIN))
                .sorted()
                .toList();
    }

    /** How many rounds count, if so many scenarios were asked for. */
    public static int rounds(int scenarios) {
        return Math.clamp(scenarios, 3, 15);
    }

    /** Arguments: the name, how many rounds, and a number that is not used. */
    public static void main(String[] args) throws InterruptedException {
        Figure figure = measure(args[0], rounds(Integer.parseInt(args[1])));
        System.out.println(figure);
        System.exit(figure.isMet() ? Checks.HELD : Checks.FOUND);
    }

    /** What was measured, and what it is held against. */
    record Figure(double median, double bar, String unit) {
        static Figure of(Target target, double... rounds) {
            double[] sorted = rounds.clone();
            Arrays.sort(sorted);
            // Bytes do not depend on what else the machine does.
            boolean exact = rounds.length >= ENOUGH_ROUNDS || target == Target.MEMORY;
            double bar = exact ? target.limit() : target.limit() * GROSS;
            return new Figure(sorted[rounds.length / 2], bar, target.unit());
        }

        boolean isMet() {
            return median < bar;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.0f %s, %s %.0f",
                    median,
                    unit,
                    isMet() ? "below" : "NOT below",
                    bar);
        }
    }

    private static Figure measure(String name, int rounds) throws InterruptedException {
        Target target = find(name);
        Runnable burden = name.endsWith(TWIN) ? burdenOf(target) : () -> {};
        for (int i = 0; i < WARM_UPS && !name.endsWith(TWIN); i++) {
            target.measure(burden);
        }
        double[] figures = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            figures[i] = target.measure(burden);
        }
        return Figure.of(target, figures);
    }

    private static Target find(String name) {
        for (Target target : Target.values()) {
            String its = PREFIX + target.title();
            if (name.equals(its) || name.equals(its + TWIN)) {
                return target;
            }
        }
        throw new IllegalArgumentException("no check " + name + "; there are " + names());
    }

    private static Runnable burdenOf(Target target) {
        if (target == Target.MEMORY) {
            return () -> LOAD.set(new byte[BURDEN * (int) target.limit()]); // while the task lives
        }
        long nanos = BURDEN * (long) target.limit();
        return () -> {
            long until = System.nanoTime() + nanos;
            while (System.nanoTime() - until < 0) {
                Thread.onSpinWait();
            }
        };
    }
}
