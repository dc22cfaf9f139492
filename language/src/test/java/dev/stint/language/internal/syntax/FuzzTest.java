package dev.stint.language.internal.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.language.Samples;
import dev.stint.language.Scripts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No text makes the compiler crash: it is a script, or it is told what is wrong. {@code
 * -Dstint.texts=100000} looks at more of them.
 */
class FuzzTest {
    private static final int TEXTS = Integer.getInteger("stint.texts", 800);
    private static final int DEEP = 100_000;

    private static void compile(String text, long seed) {
        try {
            if (Scripts.errors(text).isEmpty()) {
                Scripts.lowered(text);
            }
        } catch (RuntimeException | Error e) {
            throw new AssertionError("seed " + seed + ":\n" + text, e);
        }
    }

    @Test
    void compile_randomBytes_neverCrashes() {
        for (long seed = 0; seed < TEXTS; seed++) {
            var random = new SplittableRandom(seed);
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            compile(new String(bytes, StandardCharsets.ISO_8859_1), seed);
            compile(new String(bytes, StandardCharsets.UTF_16), seed);
        }
    }

    @Test
    void compile_randomTokens_neverCrashes() {
        String[] tokens = String.join("\n", Samples.ALL).split("(?<=\\W)|(?=\\W)", -1);
        for (long seed = 0; seed < TEXTS; seed++) {
            var random = new SplittableRandom(seed);
            var text = new StringBuilder(Scripts.SERVICE).append("func main() do\n");
            for (int i = random.nextInt(60); i > 0; i--) {
                text.append(tokens[random.nextInt(tokens.length)]).append(' ');
            }
            compile(text.toString(), seed);
        }
    }

    @Test
    void compile_mutatedPrograms_neverCrashes() {
        for (long seed = 0; seed < TEXTS; seed++) {
            var random = new SplittableRandom(seed);
            List<String> all = Samples.ALL;
            var text = new StringBuilder(all.get(random.nextInt(all.size())));
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                mutate(text, random, all.get(random.nextInt(all.size())));
            }
            compile(text.toString(), seed);
        }
    }

    private static void mutate(StringBuilder text, SplittableRandom random, String other) {
        int at = random.nextInt(text.length());
        int length = Math.min(random.nextInt(12), text.length() - at);
        switch (random.nextInt(4)) {
            case 0 -> text.delete(at, at + length);
            case 1 -> text.insert(at, text.substring(at, at + length));
            case 2 -> text.insert(at, "(){}[]\"'|.,:;=+-*/!?<>".charAt(random.nextInt(22)));
            default -> {
                int from = random.nextInt(other.length());
                text.insert(at, other, from, Math.min(other.length(), from + 20));
            }
        }
        if (text.isEmpty()) {
            text.append(other);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "[",
                "{",
                "-",
                "not ",
                "f(",
                "a[",
                "try ",
                "await ",
                "if true do ",
                "match 1 { 0 => ",
                "nursery do ",
                "func() do ",
                "do ",
                "spawn do ",
                "{ |x| ",
                "1 + (",
                "P { x: ",
                "?"
            })
    void parse_hundredThousandNestings_areRefusedByName(String open) {
        String text = Scripts.SERVICE + "func main() do let x = " + open.repeat(DEEP) + "1\nend\n";
        String asStatement = Scripts.SERVICE + "func main() do\n" + open.repeat(DEEP);

        assertThat(Scripts.errors(text)).isNotEmpty();
        assertThat(Scripts.errors(asStatement)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {" + 1", ".x", "(1)", "[1]", " |> f", " ?? 1", " catch 1", " == 1", " ?"})
    void parse_hundredThousandInARow_areRefusedByName(String more) {
        String text = "func main() do let x = a" + more.repeat(DEEP) + "\nend\n";

        assertThat(Scripts.errors(text)).contains("P0016");
    }

    @Test
    void parse_nestedTypes_areRefusedByName() {
        assertThat(Scripts.errors("func f(x: " + "? ".repeat(DEEP) + "i64) do end"))
                .contains("P0016");
        assertThat(Scripts.errors("func f(x: " + "[]".repeat(DEEP) + "i64) do end"))
                .contains("P0016");
    }

    @Test
    void parse_longChains_areTakenAsFarAsTheLimit() {
        String text = "func main() -> i64 do return 0" + " + 1".repeat(400) + "\nend\n";

        assertThat(Scripts.value(text)).isEqualTo(400L);
    }

    @Test
    void check_longRowsOfDeclarations_areNoNesting() {
        var structs = new StringBuilder();
        var functions = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            structs.append("struct S%d { next: ?S%d }\n".formatted(i, i + 1));
            functions.append("func g%d() do return g%d() end\n".formatted(i, i + 1));
        }
        structs.append("struct S5000 { n: i64 }\nfunc give(s: S0) do end\n");
        structs.append(
                "func main(x: i64) do nursery do let s = S0 { next: null }\nspawn give(s) end end");

        assertThat(Scripts.errors(Scripts.SERVICE + structs)).isEmpty();
        assertThat(Scripts.errors(functions + "func g5000() -> i64 do return 1 end"))
                .containsOnly("S0009");
    }

    @Test
    void parse_longElseIfChain_isNoNesting() {
        String text =
                "func main(n: i64) -> i64 do\n if n == 0 do return 0\n"
                        + " else if n == 1 do return 1\n".repeat(5_000)
                        + " end\n return 2\nend\n";

        assertThat(Scripts.value(text, 7L)).isEqualTo(2L);
    }
}
