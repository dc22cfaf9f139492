package dev.stint.weave.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random class files: the same result three times, and the same count twice. {@code -Dstint.fuzz=N}
 * tries N programs, {@code -Dstint.fuzz.seed=S} begins at another seed.
 */
class FuzzTest {
    private static final int SHORT = 300;
    private static final int INPUT = 5;

    @SideBySide
    @Test
    void woven_randomPrograms_giveAndCostWhatTheReferenceSays() throws IOException {
        int programs = Integer.getInteger("stint.fuzz", SHORT);
        long first = Long.getLong("stint.fuzz.seed", 0);
        int refused = 0;
        for (long seed = first; seed < first + programs; seed++) {
            Choices choices = Choices.random(seed);
            ClassSet set = RandomProgram.of(choices);
            Comparison comparison = Comparison.of(set, RandomProgram.MAIN, INPUT);
            if (!comparison.trouble().isEmpty()) {
                throw new AssertionError(told(seed, choices.made(), comparison.trouble()));
            }
            if (comparison.isRefused()) {
                refused++;
            }
        }

        assertThat(refused).as("programs that the weaver refused").isLessThan(programs / 5 + 1);
    }

    @SideBySide
    @Test
    void woven_randomProgramsThatAreStopped_endAndHoldNoLock() {
        int programs = Integer.getInteger("stint.fuzz", SHORT);
        long first = Long.getLong("stint.fuzz.seed", 0);
        for (long seed = first; seed < first + programs; seed++) {
            ClassSet set = RandomProgram.of(Choices.random(seed));
            if (Comparison.isRefused(set)) {
                continue;
            }
            ClassSet woven = Weaving.of(set);
            long all = Outcome.counted(woven, RandomProgram.MAIN, INPUT).ops();
            int lent = (int) new SplittableRandom(seed).nextLong(all);

            Outcome.Stopped stopped = Outcome.stopped(woven, RandomProgram.MAIN, INPUT, lent);

            // The last thing that it does may be to leave a loop, which only books.
            if (stopped.stops() > 0) {
                assertThat(stopped.thrown()).as("seed " + seed).contains("dev.stint.hooks.Stop");
            }
            assertThat(stopped.holdsLock()).as("seed " + seed).isFalse();
        }
    }

    /** Shrinks what failed, keeps its files, and says where they are. */
    private static String told(long seed, List<Integer> choices, String trouble)
            throws IOException {
        List<Integer> small =
                Shrinking.shrink(choices, candidate -> !troubleOf(candidate).isEmpty(), 2_000);
        Path folder = Path.of("target", "fuzz", "seed-" + seed);
        ClassSet set = RandomProgram.of(Choices.of(small));
        for (var file : set.files().entrySet()) {
            Path path = folder.resolve(file.getKey() + ".class");
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        return "seed %d: %s%n  shrunk to %d of %d choices: %s%n  %s%n  replay -Dstint.fuzz=1 -Dstint.fuzz.seed=%d"
                .formatted(
                        seed,
                        trouble,
                        small.size(),
                        choices.size(),
                        troubleOf(small),
                        folder.toAbsolutePath(),
                        seed);
    }

    private static String troubleOf(List<Integer> choices) {
        ClassSet set = RandomProgram.of(Choices.of(choices));
        return Comparison.of(set, RandomProgram.MAIN, INPUT).trouble();
    }
}
