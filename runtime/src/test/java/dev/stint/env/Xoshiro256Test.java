package dev.stint.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** [SCHED:6.1.1] [SCHED:9.2.1] the generator behind every choice: published, seeded, unchanged. */
class Xoshiro256Test {
    /** The first numbers that the authors' own C program gives for the state 1, 2, 3, 4. */
    @Test
    void nextLong_stateOneToFour_givesThePublishedSequence() throws Exception {
        var random = withState(1, 2, 3, 4);

        for (String expected :
                new String[] {
                    "41943041",
                    "58720359",
                    "3588806011781223",
                    "3591011842654386",
                    "9228616714210784205",
                    "9973669472204895162",
                    "14011001112246962877",
                    "12406186145184390807",
                    "15849039046786891736",
                    "10450023813501588000"
                }) {
            assertThat(Long.toUnsignedString(random.nextLong())).isEqualTo(expected);
        }
    }

    /** The JDK has the same generator; its seed bytes are the state, if none is negative. */
    @Test
    void nextLong_sameState_agreesWithTheJdk() throws Exception {
        var seed = new byte[32];
        for (int i = 0; i < seed.length; i++) {
            seed[i] = (byte) (i * 3 + 1);
        }
        var jdk = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(seed);
        var ours = withState(word(seed, 0), word(seed, 1), word(seed, 2), word(seed, 3));

        for (int i = 0; i < 10_000; i++) {
            assertThat(ours.nextLong()).as("number %d", i).isEqualTo(jdk.nextLong());
        }
    }

    private static long word(byte[] seed, int index) {
        long word = 0;
        for (int i = 8 * index; i < 8 * index + 8; i++) {
            word = word << 8 | seed[i];
        }
        return word;
    }

    /** SplitMix64's published numbers for this seed are the state to start from. */
    @Test
    void new_seed_isSpreadBySplitMix64() throws Exception {
        var seeded = new Xoshiro256(1477776061723855037L);
        var expected =
                withState(
                        Long.parseUnsignedLong("1985237415132408290"),
                        Long.parseUnsignedLong("2979275885539914483"),
                        Long.parseUnsignedLong("13511426838097143398"),
                        Long.parseUnsignedLong("8488337342461049707"));

        for (int i = 0; i < 100; i++) {
            assertThat(seeded.nextLong()).isEqualTo(expected.nextLong());
        }
    }

    private static Xoshiro256 withState(long... state) throws ReflectiveOperationException {
        var random = new Xoshiro256(0);
        for (int i = 0; i < 4; i++) {
            Field word = Xoshiro256.class.getDeclaredField("s" + i);
            word.setAccessible(true);
            word.setLong(random, state[i]);
        }
        return random;
    }

    @Test
    void new_sameSeed_givesTheSameAndAnotherSeedOtherNumbers() {
        Set<Long> first = new HashSet<>();
        for (long seed = -500; seed < 500; seed++) {
            long number = new Xoshiro256(seed).nextLong();
            assertThat(new Xoshiro256(seed).nextLong()).isEqualTo(number);
            first.add(number);
        }
        assertThat(first).as("first numbers of neighbouring seeds").hasSize(1_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000, 1 << 30, Integer.MAX_VALUE})
    void nextInt_anyBound_staysBelowItAndReachesFar(int bound) {
        var random = new Xoshiro256(1);
        int most = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < 20_000; i++) {
            int n = random.nextInt(bound);
            assertThat(n).isBetween(0, bound - 1);
            most = Math.max(most, n);
            least = Math.min(least, n);
        }
        assertThat(most).isGreaterThanOrEqualTo((int) ((bound - 1) * 0.99));
        assertThat(least).isLessThanOrEqualTo(bound / 100);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 16, 61})
    void nextInt_manyDraws_areSpreadEvenly(int bound) {
        var random = new Xoshiro256(99);
        var counts = new int[bound];
        int perBucket = 20_000;
        for (int i = 0; i < perBucket * bound; i++) {
            counts[random.nextInt(bound)]++;
        }
        for (int count : counts) {
            assertThat(count).isCloseTo(perBucket, within(perBucket / 20)); // 7 sigma
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void nextInt_boundNotPositive_isRefused(int bound) {
        assertThatThrownBy(() -> new Xoshiro256(1).nextInt(bound))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bound must be positive, not " + bound);
    }

    @Test
    void decisions_seeded_areTheGenerators() {
        var decisions = Decisions.seeded(5);
        var random = new Xoshiro256(5);

        for (int i = 2; i < 1_000; i++) {
            assertThat(decisions.choose(Decisions.Kind.VICTIM, i)).isEqualTo(random.nextInt(i));
        }
    }
}
