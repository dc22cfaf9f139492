package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.language.diagnostic.Diagnostic;
import dev.stint.language.internal.qtjir.ProgramReader;
import dev.stint.language.internal.qtjir.ProgramText;
import dev.stint.language.profile.LanguageProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scripts of several texts. */
@Timeout(60)
class ModulesTest {
    private static final String SHAPES =
            """
            pub struct Point { x: i64, y: i64 }
            pub enum Colour { Red, Blue = 7 }
            pub union Shape { Dot, Line { from: Point, to: Point } }
            pub error ShapeError { Flat, Round }
            pub const SIDES = 4
            const HIDDEN = 3
            func twice(n: i64) -> i64 do return n * 2 end
            pub func area(w: i64, h: i64) -> i64 ! ShapeError do
                fail ShapeError.Flat when w == 0 or h == 0
                return w * h
            end
            pub func perimeter(w: i64, h: i64) -> i64 do return twice(w + h) end
            pub func broken(n: i64) -> i64 do
                return 1 / n
            end
            test "twice" do assert(twice(2) == 4) end
            """;

    private static Library with(Map<String, String> modules) {
        return Library.none().withModules(ModuleSource.of(modules));
    }

    private static Script compile(String text, Map<String, String> modules) {
        try {
            return Script.compile("main.jan", text, with(modules));
        } catch (ScriptRefusedException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    private static ScriptResult run(String text, Map<String, String> modules) throws Exception {
        Script script = compile(text, modules);
        ScriptResult compiled = run(script);
        assertThat(run(script.interpreted())).usingRecursiveComparison().isEqualTo(compiled);
        return compiled;
    }

    private static ScriptResult run(Script script) throws InterruptedException {
        try (var scheduler =
                Scheduler.open(c -> c.withSeed(2).withProfile(script.profile().ofRuntime()))) {
            return script.run(scheduler.tenant());
        }
    }

    private static Object value(String text, Map<String, String> modules) throws Exception {
        ScriptResult result = run(text, modules);
        assertThat(result.failure()).isEmpty();
        return result.value().orElseThrow();
    }

    private static List<Diagnostic> errors(String text, Map<String, String> modules) {
        return Script.check("main.jan", text, with(modules)).stream()
                .filter(Diagnostic::isError)
                .toList();
    }

    private static Diagnostic error(String text, Map<String, String> modules) {
        List<Diagnostic> all = errors(text, modules);
        assertThat(all).as(all.toString()).hasSize(1);
        return all.getFirst();
    }

    @Test
    void import_namesAModule_byItsLastWordOrAnother() throws Exception {
        Map<String, String> modules = Map.of("lib.shapes", SHAPES);

        assertThat(
                        value(
                                """
                                import lib.shapes
                                func main() -> i64 do
                                    return (shapes.area(3, 4) catch 0) + shapes.SIDES
                                end
                                """,
                                modules))
                .isEqualTo(16L);
        assertThat(
                        value(
                                "import lib.shapes as s\n"
                                        + "func main() -> i64 do return s.perimeter(1, 2) end",
                                modules))
                .isEqualTo(6L);
    }

    @Test
    void use_takesNamesWithoutTheModule() throws Exception {
        assertThat(
                        value(
                                """
                                use lib.shapes.{perimeter, SIDES, Point, Colour}
                                func main() -> i64 do
                                    let p = Point { x: 1, y: 2 }
                                    return perimeter(p.x, p.y) + SIDES + i64(Colour.Blue)
                                end
                                """,
                                Map.of("lib.shapes", SHAPES)))
                .isEqualTo(17L);
    }

    @Test
    void types_ofAModule_areWrittenWithItsName() throws Exception {
        String text =
                """
                import lib.shapes
                func length(s: shapes.Shape) -> i64 do
                    return match s {
                        .Dot => 0,
                        shapes.Shape.Line { from, to } => to.x - from.x
                    }
                end
                func area(w: i64) -> i64 ! shapes.ShapeError do
                    fail shapes.ShapeError.Round when w > 100
                    return shapes.area(w, 2)?
                end
                func main() -> i64 do
                    let a = shapes.Point { x: 1, y: 0 }
                    let all: []shapes.Point = [a, shapes.Point { x: 5, y: 0 }]
                    let line = shapes.Shape.Line { from: all[0], to: all[1] }
                    let none: ?shapes.Colour = shapes.Colour.Red
                    var sum = length(line) * 100 + length(shapes.Shape.Dot)
                    sum += (area(0) catch |e| do
                        println(e)
                        return 1000
                    end)
                    return sum
                end
                """;
        ScriptResult result = run(text, Map.of("lib.shapes", SHAPES));

        assertThat(result.failure()).isEmpty();
        assertThat(result.value()).contains(1000L);
        assertThat(result.output()).contains("Flat");
    }

    @Test
    void names_ofModulesAndTheScript_doNotMeet() throws Exception {
        assertThat(
                        value(
                                """
                                import a
                                import b
                                struct P { x: i64 }
                                func f() -> i64 do return P { x: 100 }.x end
                                func main() -> i64 do return f() + a.f() + b.f() end
                                """,
                                Map.of(
                                        "a",
                                        "struct P { y: i64 }\n"
                                                + "pub func f() -> i64 do return P { y: 1 }.y end",
                                        "b",
                                        "import a\npub func f() -> i64 do return a.f() * 10 end")))
                .isEqualTo(111L);
    }

    @Test
    void module_doesNotSeeTheScript() {
        Diagnostic found =
                error(
                        "import a\nfunc own() -> i64 do return 1 end\nfunc main() do a.f() end",
                        Map.of("a", "pub func f() do\n    own()\nend"));

        assertThat(found.code()).isEqualTo("S0001");
        assertThat(found.file()).isEqualTo("a.jan");
        assertThat(found.line()).isEqualTo(2);
        assertThat(found.column()).isEqualTo(5);
    }

    @Test
    void errors_ofAllTexts_nameTheirFileLineAndColumn() {
        List<Diagnostic> found =
                errors(
                        "import a\nimport b\n\nfunc main() -> i64 do return true end\n",
                        Map.of(
                                "a", "pub func f() -> i64 do\n  return \"a\"\nend",
                                "b", "\n\n  struct { }\n"));

        assertThat(found)
                .extracting(d -> d.file() + ":" + d.line() + ":" + d.column())
                .containsExactly("b.jan:3:10");
        List<Diagnostic> later =
                errors(
                        "import a\n\n\nfunc main() -> i64 do return true end\n",
                        Map.of("a", "pub func f() -> i64 do\n  return \"a\"\nend"));
        assertThat(later)
                .extracting(d -> d.file() + ":" + d.line() + ":" + d.sourceLine().strip())
                .containsExactly(
                        "main.jan:4:func main() -> i64 do return true end", "a.jan:2:return \"a\"");
    }

    @Test
    void circle_isRefusedWithItsMembers() {
        Diagnostic found =
                error(
                        "import a\nfunc main() do end",
                        Map.of(
                                "a", "import deep.b\npub func f() do end",
                                "deep.b", "import c\n",
                                "c", "import a\n"));

        assertThat(found.code()).isEqualTo("S4002");
        assertThat(found.file()).isEqualTo("c.jan");
        assertThat(found.message()).contains("a -> deep.b -> c -> a");
    }

    @Test
    void unpublishedNames_areRefusedWithTheHint() {
        Map<String, String> modules = Map.of("lib.shapes", SHAPES);
        String head = "import lib.shapes\nfunc main() -> i64 do return ";

        Diagnostic hidden = error(head + "shapes.twice(1) end", modules);
        assertThat(hidden.code()).isEqualTo("S4004");
        assertThat(hidden.help().getFirst()).contains("pub");
        Diagnostic missing = error(head + "shapes.perimetr(1, 2) end", modules);
        assertThat(missing.help().getFirst()).contains("perimeter");
        assertThat(error(head + "shapes.HIDDEN end", modules).code()).isEqualTo("S4004");
        assertThat(error("use lib.shapes.{twice}\nfunc main() do end", modules).code())
                .isEqualTo("S4004");
        assertThat(error("import lib.shapes\nfunc f(s: shapes.Sha) do end", modules).code())
                .isEqualTo("S4004");
    }

    @Test
    void modulesThatAreNotThere_areRefusedWithWhatToWrite() {
        Map<String, String> modules = Map.of("lib.shapes", SHAPES);

        assertThat(error("import lib.shape\nfunc main() do end", modules).help().getFirst())
                .contains("lib/shape.jan");
        assertThat(error("use lib.shapes.area\nfunc main() do end", modules).help().getLast())
                .contains("use lib.shapes.{area}");
        assertThat(error("import math\nfunc main() do end", modules).help().getFirst())
                .contains("std.math");
        assertThat(error("func main() -> i64 do return 1 + shapes.SIDES end", modules).code())
                .isEqualTo("S0001");
        assertThat(error("func f(p: shapes.Point) do end", modules).help().getFirst())
                .contains("import shapes");
    }

    @Test
    void panic_inAModule_saysWhichFunctionAndLine() throws Exception {
        ScriptResult result =
                run(
                        "import lib.shapes\nfunc main() -> i64 do return shapes.broken(0) end",
                        Map.of("lib.shapes", SHAPES));

        assertThat(result.failure().orElseThrow())
                .hasMessageContaining("P003")
                .hasMessageContaining("in 'lib.shapes.broken' at line 14");
    }

    @Test
    void receipt_isThatOfOneText() throws Exception {
        String one =
                """
                func f(n: i64) -> i64 do
                    var s = 0
                    for i in 1..n do s += i end
                    return s
                end
                func main() -> i64 do return f(100) end
                """;
        ScriptResult split =
                run(
                        "import m\nfunc main() -> i64 do return m.f(100) end",
                        Map.of("m", "pub " + one.substring(0, one.indexOf("func main"))));

        assertThat(split.receipt().spent()).isEqualTo(run(one, Map.of()).receipt().spent());
        assertThat(split.value()).contains(5050L);
    }

    @Test
    void spawn_ofAModulesFunction_isATask() throws Exception {
        String text =
                """
                {.profile: service.}
                import work
                async func main() -> i64 do
                    var sum = 0
                    nursery do
                        let a = spawn work.half(8)
                        let b = spawn work.half(7)
                        sum = (await a catch 100) + (await b catch 1000)
                    end catch |e| do
                        println(e)
                    end
                    let f = work.pure
                    return sum + f(1)
                end
                """;
        String work =
                """
                {.profile: service.}
                pub error Odd { One }
                pub func half(n: i64) -> i64 ! Odd do
                    fail Odd.One when n % 2 == 1
                    return n / 2
                end
                pub func pure(n: i64) -> i64 do
                    let add = func(x: i64) -> i64 do return x + n end
                    return add(1)
                end
                """;
        ScriptResult result = run(text, Map.of("work", work));

        assertThat(result.failure()).isEmpty();
        assertThat(result.value()).contains(2L); // the failure of one cancels the nursery
    }

    @Test
    void intermediateCode_ofSeveralTexts_isReadBackWithoutLoss() throws Exception {
        Script script =
                compile(
                        """
                        import lib.shapes
                        func main() -> i64 do
                            let p = shapes.Point { x: 1, y: 2 }
                            return shapes.area(p.x, p.y) catch 0
                        end
                        """,
                        Map.of("lib.shapes", SHAPES));
        String text = script.intermediateCode();

        assertThat(ProgramText.of(ProgramReader.read(text))).isEqualTo(text);
        assertThat(text).contains("graph @lib.shapes.area(", "struct lib.shapes.Point {");
        assertThat(script.tests()).isEmpty();
    }

    @Test
    void profiles_lowerOnesDoNotImportHigher() {
        String service = "{.profile: service.}\npub func f() do end";
        String main = "import m\nfunc main() do m.f() end";

        assertThat(error(main, Map.of("m", service)).code()).isEqualTo("S4003");
        assertThat(errors("{.profile: cluster.}\n" + main, Map.of("m", service))).isEmpty();
        assertThat(errors("{.profile: service.}\n" + main, Map.of("m", "pub func f() do end")))
                .isEmpty();
        assertThat(error("{.profile: sovereign.}\n" + main, Map.of("m", service)).message())
                .contains("':sovereign' cannot import");
    }

    @Test
    void profile_ofTheHost_isThatOfAllTexts() {
        String module = "pub func f() do nursery do end end";

        assertThatThrownBy(
                        () ->
                                Script.compileAs(
                                        LanguageProfile.CORE,
                                        "main.jan",
                                        "import m\nfunc main() do m.f() end",
                                        with(Map.of("m", "{.profile: service.}\n" + module))))
                .isInstanceOf(ScriptRefusedException.class)
                .hasMessageContaining("S0100")
                .hasMessageContaining("m.jan:2");
    }

    @Test
    void folder_hasItsFiles_andNothingOutside(@TempDir Path folder) throws IOException {
        Path root = Files.createDirectories(folder.resolve("rules/lib"));
        Files.writeString(root.resolve("shapes.jan"), SHAPES);
        Files.writeString(folder.resolve("secret.jan"), "pub const KEY = 1");
        Files.createSymbolicLink(root.resolve("out.jan"), folder.resolve("secret.jan"));
        ModuleSource source = ModuleSource.folder(folder.resolve("rules"));

        assertThat(source.find("lib.shapes")).isPresent();
        assertThat(source.find("lib.out")).isEmpty();
        assertThat(source.find("lib.none")).isEqualTo(Optional.empty());
    }

    @Test
    void inspection_findsDeclarationsInOtherTexts() {
        String text = "import lib.shapes\nfunc main() -> i64 do return shapes.perimeter(1, 2) end";
        ScriptInspection found =
                Script.inspect("main.jan", text, with(Map.of("lib.shapes", SHAPES)));

        assertThat(found.declarationAt(2, 40))
                .contains(new ScriptInspection.Place("lib/shapes.jan", 12, 10, 9));
        assertThat(found.noteAt(2, 40).orElseThrow().type()).contains("lib.shapes.perimeter");
    }
}
