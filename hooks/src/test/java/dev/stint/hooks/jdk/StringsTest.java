package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.hooks.AccessRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StringsTest {
    /** Tells a length that its characters do not have, the next time another one. */
    private static final class Liar implements CharSequence {
        private int asked;

        @Override
        public int length() {
            return asked++ == 0 ? 2 : 1_000_000;
        }

        @Override
        public char charAt(int index) {
            return 'x';
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return this;
        }
    }

    private static String any(Random random, int most) {
        var text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append((char) ('a' + random.nextInt(2)));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void standIns_anyTexts_answerAsTheJdk(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            String in = any(random, i % 10 == 0 ? 20_000 : 40);
            String what = any(random, i % 3 == 0 ? 30 : 4);
            int from = random.nextInt(50) - 5;
            String as = "seed " + seed + ", step " + i;
            assertThat(Strings.indexOf(in, what)).as(as).isEqualTo(in.indexOf(what));
            assertThat(Strings.indexOf(in, what, from)).as(as).isEqualTo(in.indexOf(what, from));
            assertThat(Strings.lastIndexOf(in, what)).as(as).isEqualTo(in.lastIndexOf(what));
            assertThat(Strings.indexOf(in, 'b', from)).as(as).isEqualTo(in.indexOf('b', from));
            assertThat(Strings.indexOf(in, 'c')).as(as).isEqualTo(-1);
            assertThat(Strings.lastIndexOf(in, 'a', from))
                    .as(as)
                    .isEqualTo(in.lastIndexOf('a', from));
            assertThat(Strings.contains(in, what)).as(as).isEqualTo(in.contains(what));
            assertThat(Strings.replace(in, what, "yy")).as(as).isEqualTo(in.replace(what, "yy"));
            assertThat(Strings.split(in, "b")).as(as).isEqualTo(in.split("b"));
            assertThat(Strings.split(in, "ab", 3)).as(as).isEqualTo(in.split("ab", 3));
            assertThat(Strings.join(what, in, "z")).as(as).isEqualTo(String.join(what, in, "z"));
        }
    }

    @Test
    void indexOf_aPairOfCharacters_isFoundAcrossWindows() {
        String smile = "\uD83D\uDE00";
        String in = "x".repeat(4095) + smile + "y";

        assertThat(Strings.indexOf(in, 0x1F600)).isEqualTo(4095);
        assertThat(Strings.indexOf(in, smile)).isEqualTo(4095);
    }

    @Test
    void indexOf_manyAlmostMatches_isPaidInSteps() {
        String in = "a".repeat(100_000);
        String what = "a".repeat(50_000) + "b";

        assertThat(Paid.isStopped(1_000_000, () -> Strings.indexOf(in, what))).isTrue();
    }

    @Test
    void indexOf_foundEarlyInALongText_costsLittle() {
        String in = "x," + "y".repeat(1_000_000);

        assertThat(Paid.by(() -> Strings.indexOf(in, ',')).ops()).isLessThan(1_000);
        assertThat(Paid.by(() -> Strings.indexOf(in, "x,")).ops()).isLessThan(2_000);
    }

    @Test
    void prices_ofLengthsThatOverflow_stopAtTheMost() {
        assertThat(Paid.isStopped(1 << 20, () -> Formats.format("%999999999d", 1))).isTrue();
        assertThat(Paid.isStopped(1 << 20, () -> Formats.format("%." + 99999999 + "f", 1.0)))
                .isTrue();
    }

    @Test
    void plain_aSequenceThatLies_isReadAsItSaidFirst() {
        var builder = new StringBuilder();

        assertThat(Strings.plain(new Liar())).isEqualTo("xx");
        assertThat(StringBuilders.add(new Liar())).hasToString("xx");
        assertThat(StringBuilders.add(builder, (Object) List.of(1))).hasToString("[1]");
    }

    @Test
    void format_asTheJdk() {
        var values = new ArrayList<Object>(List.of(1, 2));

        assertThat(Formats.format("%5d|%-4s|%s|%.2f", 7, "ab", values, 1.5))
                .isEqualTo(String.format(Locale.ROOT, "%5d|%-4s|%s|%.2f", 7, "ab", values, 1.5));
        assertThat(Formats.format("%s", (Object[]) null)).isEqualTo("null");
    }

    @Test
    void split_byAnExpression_isRefusedWithAWayOut() {
        assertThatThrownBy(() -> Strings.split("a1b", "[0-9]+"))
                .isInstanceOf(AccessRefusedException.class)
                .hasMessageContaining("[0-9]+")
                .hasMessageContaining("Split by one character");
        assertThat(Strings.split("a.b", "\\.")).containsExactly("a", "b");
    }
}
