package dev.stint.language.internal.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.language.Programs;
import dev.stint.language.Samples;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How texts are laid out: with the same tokens in the same lines, and the same when done twice. */
class LayoutTest {
    private static String laidOut(String text) {
        return Layout.of(new Source("a.jan", text));
    }

    /** Kinds and texts, and which stands first in its line. */
    private static String tokens(String text) {
        var reports = new Reports(new Source("a.jan", text));
        return Lexer.tokens(reports, 0, text.length()).stream()
                .filter(t -> t.kind() != TokenKind.END_OF_FILE) // gets a line of its own
                .map(t -> t.kind() + " " + t.text() + " " + t.isFirstInLine())
                .collect(Collectors.joining("\n"));
    }

    private static boolean isReadable(String text) {
        var reports = new Reports(new Source("a.jan", text));
        Lexer.tokens(reports, 0, text.length());
        return !reports.hasErrors();
    }

    private static long comments(String text) {
        return text.chars().filter(c -> c == '\u00a7').count();
    }

    private static void assertKept(String text) {
        String once = laidOut(text);

        assertThat(difference(tokens(text), tokens(once))).isEmpty();
        assertThat(laidOut(once)).as(text).isEqualTo(once);
        assertThat(comments(once)).as(text).isEqualTo(comments(text));
    }

    /** The first tokens that differ. */
    private static String difference(String one, String two) {
        List<String> first = one.lines().toList();
        List<String> second = two.lines().toList();
        for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
            if (!first.get(i).equals(second.get(i))) {
                return "behind '%s': '%s' became '%s'"
                        .formatted(first.get(Math.max(0, i - 1)), first.get(i), second.get(i));
            }
        }
        return first.size() == second.size() ? "" : "there are " + second.size() + " tokens";
    }

    static List<String> samples() {
        return Samples.ALL;
    }

    @ParameterizedTest
    @MethodSource("samples")
    void of_samples_stayAsTheyAre(String sample) {
        assertThat(laidOut(sample)).isEqualTo(sample);
    }

    @Test
    void of_crookedText_isStraight() {
        String crooked =
                """
                {.profile:service.}


                func  main ( a:i64,b : []i64 )->i64   do
                let x=-a+ -1   // why
                  // alone
                if x>1 and not(x==2) do
                print( x,[1,2] [0])
                  else if x==0 do
                        return  x
                else
                   let f={|y|y+1}
                end
                let m = match x {
                0|1=>"a",
                .Red => "b",
                else=>"c"
                }
                let s=b [1 : 3]
                let t =get( 1 )?
                foo(1,
                2,
                func(z:?i64) do
                print(z??0)
                end)
                let long = a +
                b[0..<2].len
                nursery  |n| do
                spawn work (x) end catch|e|do print(e) end



                return x
                end
                """;

        assertThat(laidOut(crooked))
                .isEqualTo(
                        """
                        {.profile: service.}

                        func main(a: i64, b: []i64) -> i64 do
                            let x = -a + -1 // why
                            // alone
                            if x > 1 and not (x == 2) do
                                print(x, [1, 2][0])
                            else if x == 0 do
                                return x
                            else
                                let f = { |y| y + 1 }
                            end
                            let m = match x {
                                0 | 1 => "a",
                                .Red => "b",
                                else => "c"
                            }
                            let s = b[1:3]
                            let t = get(1)?
                            foo(1,
                                2,
                                func(z: ?i64) do
                                    print(z ?? 0)
                                end)
                            let long = a +
                                    b[0..<2].len
                            nursery |n| do
                                spawn work(x) end catch |e| do print(e) end

                            return x
                        end
                        """);
    }

    @Test
    void of_programsMadeByChance_keepTheirTokensAndComments() {
        for (long seed = 1; seed <= 150; seed++) {
            assertKept(Programs.of(seed));
            assertKept(shaken(Programs.of(seed), seed));
        }
    }

    /** Blanks, line ends and comments are put wherever they change no token. */
    private static String shaken(String text, long seed) {
        var random = new SplittableRandom(seed);
        var shaken = new StringBuilder();
        for (String line : text.split("\n", -1)) {
            shaken.append(" ".repeat(random.nextInt(5))).append(line);
            switch (random.nextInt(8)) {
                case 0 -> shaken.append("  // \u00a7 note");
                case 1 -> shaken.append(" /* \u00a7 */");
                case 2 -> shaken.append("\n\n\n");
                case 3 -> shaken.append("\n/* \u00a7 two\n   lines */");
                case 4 -> shaken.append("\t\r");
                default -> {}
            }
            shaken.append('\n');
        }
        return shaken.toString();
    }

    /** Also what is no program: nothing is lost, and nothing crashes. */
    @Test
    void of_mutatedTexts_keepTheirTokens() {
        for (long seed = 0; seed < 1_500; seed++) {
            var random = new SplittableRandom(seed);
            List<String> all = Samples.ALL;
            var text = new StringBuilder(all.get(random.nextInt(all.size())));
            for (int i = 1 + random.nextInt(6); i > 0; i--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, "(){}[]|.,:;=+-*/!?<> \n".charAt(random.nextInt(22)));
                    default -> text.insert(at, " /* \u00a7 */ ");
                }
            }
            if (isReadable(text.toString())) {
                assertKept(text.toString());
            } else {
                assertThat(laidOut(text.toString())).isEqualTo(text.toString());
            }
        }
    }

    @Test
    void of_ifInTheLineAfterElse_standsInItsBlock() {
        String text =
                """
                func f(a: bool) do
                    if a do
                        f(a)
                    else
                        if a do
                            f(a)
                        end
                        f(a)
                    end
                end
                """;

        assertThat(laidOut(text)).isEqualTo(text);
        assertThat(laidOut(text.replaceAll("(?m)^ +", ""))).isEqualTo(text);
    }
}
