package dev.stint.weave.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The decisions from which a random program is made. Any list of numbers is a program, and small
 * numbers make simple ones: where the list ends every further choice is 0. So a program is made
 * smaller by making the list smaller, without knowing what the numbers mean.
 */
final class Choices {
    private final @Nullable RandomGenerator random;
    private final List<Integer> made;
    private int next;

    private Choices(@Nullable RandomGenerator random, List<Integer> made) {
        this.random = random;
        this.made = made;
    }

    static Choices random(long seed) {
        return new Choices(new SplittableRandom(seed), new ArrayList<>());
    }

    static Choices of(List<Integer> made) {
        return new Choices(null, made);
    }

    /** From 0, which is the simplest, up to but not including the bound. */
    int below(int bound) {
        if (random != null) {
            made.add(random.nextInt(bound));
        }
        return next < made.size() ? made.get(next++) % bound : 0;
    }

    /** True once in so many times; false is simpler. */
    boolean onceIn(int times) {
        return below(times) == times - 1;
    }

    <T> T from(List<T> options) {
        return options.get(below(options.size()));
    }

    List<Integer> made() {
        return List.copyOf(made);
    }
}
