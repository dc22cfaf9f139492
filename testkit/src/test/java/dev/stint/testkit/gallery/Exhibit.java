package dev.stint.testkit.gallery;

import dev.stint.testkit.Sim;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.result.SimFailure;
import java.util.function.UnaryOperator;

/**
 * One bug that was made on purpose, and the same program without it.
 *
 * @param wrong what is wrong, in a sentence
 * @param kind how it shows
 * @param configure how it is explored, if not as the others
 * @param bounds how soon each strategy finds it
 */
record Exhibit(
        String name,
        String wrong,
        SimFailure.Kind kind,
        Sim.Body buggy,
        Sim.Body fixed,
        UnaryOperator<SimConfig> configure,
        Bounds bounds) {

    /** A program that takes more steps than this has not ended for a reason. */
    static final int STEPS = 2_000;

    /**
     * How soon each strategy finds a bug: within so many schedules. A negative number says that it
     * does not find it in as many.
     */
    record Bounds(int random, int pct, int pos, int exhaustive) {
        int of(Finder finder) {
            return switch (finder) {
                case RANDOM -> random;
                case PCT -> pct;
                case POS -> pos;
                case EXHAUSTIVE -> exhaustive;
            };
        }
    }

    /** A program with a switch: true is the bug. */
    @FunctionalInterface
    interface Program {
        void run(Sim sim, boolean buggy) throws Exception;
    }

    static Exhibit failing(String name, String wrong, Program program, Bounds bounds) {
        return of(name, wrong, SimFailure.Kind.FAILED, program, bounds);
    }

    static Exhibit deadlocking(String name, String wrong, Program program, Bounds bounds) {
        return of(name, wrong, SimFailure.Kind.DEADLOCK, program, bounds);
    }

    static Exhibit of(
            String name, String wrong, SimFailure.Kind kind, Program program, Bounds bounds) {
        return new Exhibit(
                name,
                wrong,
                kind,
                sim -> program.run(sim, true),
                sim -> program.run(sim, false),
                UnaryOperator.identity(),
                bounds);
    }

    Exhibit explored(UnaryOperator<SimConfig> how) {
        return new Exhibit(name, wrong, kind, buggy, fixed, how, bounds);
    }

    SimConfig config(Finder finder, long seed) {
        return configure.apply(
                SimConfig.defaults()
                        .withName("gallery " + name + " " + finder.strategy().name())
                        .withStrategy(finder.strategy())
                        .withSeed(seed)
                        .withSteps(STEPS));
    }

    @Override
    public String toString() {
        return name;
    }
}
