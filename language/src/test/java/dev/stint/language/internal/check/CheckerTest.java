package dev.stint.language.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.language.Scripts;
import dev.stint.language.diagnostic.Diagnostic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the rules of the language forbid, each with its code. */
class CheckerTest {
    private static final String DECLARED =
            """
            struct P { x: i64, y: i64 }
            enum E { A, B }
            union U { One { n: i64 }, Two }
            error Bad { Worse, Worst }
            const MOST = 5
            func may(n: i64) -> i64 ! Bad do fail Bad.Worse when n < 0
            return n end
            func id(n: i64) -> i64 do return n end
            func main() do
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "S0001 ~ let a = nobody",
                "S0001 ~ let a = P { x: 1, z: 2, y: 3 }",
                "S0001 ~ let a = E.C",
                "S0002 ~ let a = 1; a.fly()",
                "S0003 ~ let a: Nothing = 1",
                "S0004 ~ let a: i64 = true",
                "S0004 ~ let a: i32 = id(1)",
                "S0004 ~ let a: u8 = 256",
                "S0004 ~ let a: i8 = -129",
                "S0004 ~ if 1 do end",
                "S0004 ~ let a = 1 + 1.5",
                "S0004 ~ let a = id(\"x\")",
                "S0004 ~ let a = [1, true]",
                "S0004 ~ let a: ?i64 = 1; let b: i64 = a",
                "S0005 ~ let a = true + true",
                "S0005 ~ let a = P { x: 1, y: 2 } == P { x: 1, y: 2 }",
                "S0005 ~ let a = \"x\"[0]",
                "S0006 ~ let a = .A",
                "S0006 ~ let a = null",
                "S0006 ~ let a = []",
                "S0007 ~ let a = id()",
                "S0007 ~ let a = id(1, 2)",
                "S0007 ~ let a = P { x: 1 }",
                "S0007 ~ let a = U.One",
                "S0008 ~ let a = 1; var a = 2",
                "S0012 ~ let a = 1; a = 2",
                "S0012 ~ let p = P { x: 1, y: 2 }; p.x = 2",
                "S0012 ~ let a = [1]; a[0] = 2",
                "S0013 ~ break",
                "S0013 ~ defer do return end",
                "S0014 ~ let a = may(1)",
                "S0014 ~ may(1)",
                "S0014 ~ let a = id(may(1))",
                "S0015 ~ let a = may(1)?",
                "S0015 ~ fail Bad.Worse",
                "S0015 ~ let a = id(1)?",
                "S0015 ~ let a = id(1) catch 0",
                "S5001 ~ match E.A { .A => 1 }",
                "S5001 ~ match true { true => 1 }",
                "S5001 ~ match 5 { 1 => 1, 2 => 2 }",
                "S5001 ~ let u: U = U.Two; let a = match u { .One { n } => n }",
                "S5001 ~ let a = match E.A { .A => 1, .B when false => 2 }",
                "S5002 ~ let u: U = U.Two; let a = match u { .One { n } | .Two => 1 }",
                "S5003 ~ match 5 { MOST => 1, else => 2 }",
                "S5003 ~ match 5 { 1 | MOST => 1, else => 2 }",
                "S0100 ~ sleep(1)",
                "S0100 ~ let c = channel(1)",
            })
    void check_body_isRefused(String code, String body) {
        assertThat(Scripts.errors(DECLARED + body + "; end; ")).containsExactly(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "S0010 ~ func f(n: i64) -> i64 do if n > 0 do return 1 end end",
                "S0010 ~ func f(n: i64) -> i64 do while n > 0 do return 1 end end",
                "S0009 ~ func f() do return f() + 1 end",
                "S0009 ~ func f() -> void do return 1 end",
                "S0008 ~ func f() do end func f() do end",
                "S0008 ~ struct A { x: i64, x: i64 }",
                "S0008 ~ enum A { B = 1, C = 1 }",
                "S2002 ~ struct A { b: B } struct B { a: A }",
                "S4001 ~ import lib.core.math",
                "S0008 ~ func string(n: i64) -> i64 do return n end",
                "S0016 ~ var counter = 0",
                "S0003 ~ func f(x: void) do end",
                "S0101 ~ {.profile: sovereign.} func f() do let c = CapSpawn { max: 1 } end",
                "S0101 ~ {.profile: sovereign.} func g() do end func f() do nursery do spawn g()"
                        + " end end",
                "S0100 ~ {.profile: service.} func f(c: CapSpawn) do end",
                "S0100 ~ {.profile: compute.} func f() do let g = func() do end end",
                "N1101 ~ {.profile: service.} func f() do var n = 0 nursery do spawn do n = 1 end"
                        + " end end",
                "N1102 ~ {.profile: service.} func g(f: func()) do end func f() do let h = func()"
                        + " do end; "
                        + "nursery do spawn g(h) end end",
                "N1103 ~ {.profile: service.} func g() do end func f() do nursery do defer do spawn"
                        + " g() end end end",
            })
    void check_declaration_isRefused(String code, String text) {
        assertThat(Scripts.errors(text.replace("var n = 0 nursery", "var n = 0\nnursery")))
                .contains(code);
    }

    @Test
    void check_severalErrors_areAllFoundInOneGo() {
        List<String> found =
                Scripts.errors(
                        """
                        func a() -> i64 do return true end
                        func b() do
                            let x = unknown
                            let y: Nope = x
                            c(1)
                        end
                        func c() do end
                        """);

        assertThat(found).containsExactly("S0004", "S0001", "S0003", "S0007");
    }

    @Test
    void check_misspelling_isCorrected() {
        List<Diagnostic> found =
                Scripts.diagnose("func main() do let counter = 1\n println(countr) end");

        assertThat(found.getFirst().help()).containsExactly("did you mean 'counter'?");
    }

    /** [SCHED:14.1.1] NurseryNotActive is a compile error. */
    @Test
    void check_spawnOutsideOfANursery_isNurseryNotActive() {
        String text =
                Scripts.SERVICE
                        + """
                        func work() do end
                        func helper() do
                            spawn work()
                        end
                        func main() do
                            nursery do
                                helper()
                                let f = func() do
                                    spawn work()
                                end
                                spawn do
                                    spawn work()
                                end
                            end
                        end
                        """;
        List<Diagnostic> found = Scripts.diagnose(text);

        assertThat(found).extracting(Diagnostic::code).containsOnly("N1001").hasSize(3);
        assertThat(found.getFirst().message())
                .isEqualTo("NurseryNotActive: 'spawn' outside of a nursery of 'helper'");
        assertThat(found).extracting(Diagnostic::line).containsExactly(4, 10, 13);
    }

    /** [SCHED:10.2.1] in profile core spawn and nursery are syntax errors. */
    @Test
    void parse_concurrencyInCore_isASyntaxErrorThatNamesTheProfile() {
        List<Diagnostic> found =
                Scripts.diagnose(
                        """
                        func work() do end
                        async func main() do
                            nursery do
                                spawn work()
                            end
                            yield
                        end
                        """);

        assertThat(found).extracting(Diagnostic::code).containsOnly("S0100").hasSize(4);
        assertThat(found.get(1).message())
                .isEqualTo("'nursery' is not in profile ':core'; it needs ':service' or higher");
        assertThat(found.get(1).help())
                .contains("write {.profile: service.} as the first thing in the file");
    }

    @Test
    void check_inferredResults_areFound() {
        assertThat(
                        Scripts.value(
                                """
                                func main() -> i64 do return later(20) + 2 end
                                func later(n: i64) do return n * 2 end
                                """))
                .isEqualTo(42L);
    }

    /** What newcomers write as they know it from elsewhere is told how it is written here. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "let m = Map[String, i64].new(); m[\"a\"] = 1 ~ S0005 ~ write map.get(key)",
                "let m = Map[String, i64].new(); let a = m[\"a\"] ~ S0005 ~ or map.put(key, value)",
                "for (k, v) in [1] do end ~ P0004 ~ for k in map.keys() do",
                "for i, x in [1] do end ~ P0004 ~ for i in 0..<list.len do",
                "match 5 { MOST => 1, else => 2 } ~ S5003 ~ n when n == MOST",
                "let r = Random.new(1); let a = r.bool ~ S0005 ~ it is a function: .bool(...)",
                "let r = Random.new(1); r.fly() ~ S0002 ~ it has below, between, bool, float",
                "let a = 1; let b = a.x ~ S0005 ~ only structs have fields",
                "let m: ?Random = null; m?.bool() ~ S0002 ~ (x ?? other).bool(...)",
                "let a = size(1) ~ S0001 ~ declare it: func size(...) do",
                "let a = size ~ S0001 ~ declare it: let size",
                "let a = if true do 1 else 2 end ~ P0002 ~ match c { true => a, false => b }"
            })
    void check_habitsOfOtherLanguages_areAnswered(String body, String code, String help) {
        List<Diagnostic> found = Scripts.diagnose(DECLARED + body + "; end; ");

        assertThat(found.getFirst().code()).isEqualTo(code);
        assertThat(found.getFirst().help()).anyMatch(line -> line.contains(help));
    }

    @Test
    void check_severalSetsOfErrors_sayHowAnyErrorIsWritten() {
        List<Diagnostic> found = Scripts.diagnose("func f() -> i64 ! A | B do return 1 end");

        assertThat(found.getFirst().message()).isEqualTo("a function declares one set of errors");
        assertThat(found.getFirst().help())
                .containsExactly("for any error write '!' before the type, such as !i64");
    }

    /** The lowest of the profiles in a row, and the one beside them. */
    @Test
    void check_textWithExpressionsInCore_namesAllProfilesThatHaveIt() {
        List<Diagnostic> found = Scripts.diagnose("func main() do println($\"{1}\") end");

        assertThat(found.getFirst().message())
                .endsWith("not in profile ':core'; it needs ':script', ':service' or higher");
    }
}
