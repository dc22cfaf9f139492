package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import dev.stint.language.internal.type.StdTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The library: what it does, what it costs, and that compiled and interpreted agree. */
@SuppressWarnings({"StringConcatToTextBlock", "StringSplitter"}) // a row is a line
class StdTest {
    private static final String IMPORTS =
            Scripts.SERVICE
                    + "import std.text\nimport std.math\nimport std.time\nimport std.json\n"
                    + "struct P { x: i64, y: f64 }\nenum L { Low, High = 7 }\n";
    private static final Budget PLENTY = new Budget(10_000_000, 1L << 28, 1_000, 10_000, 0);

    private static String run(String body) {
        Script script = Scripts.compile(IMPORTS + "func main() do\n" + body + "\nend\n");
        ScriptResult compiled = Scripts.run(script, PLENTY);
        ScriptResult interpreted = Scripts.run(script.interpreted(), PLENTY);

        assertThat(compiled.failure().map(Throwable::getMessage))
                .isEqualTo(interpreted.failure().map(Throwable::getMessage));
        assertThat(compiled.output()).isEqualTo(interpreted.output());
        assertThat(compiled.receipt()).isEqualTo(interpreted.receipt());
        return compiled.failure()
                .map(e -> String.valueOf(e.getMessage()))
                .orElse(compiled.output().strip().replaceAll("\\s+", " "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // lists
                "let l = List[i64].new()\n"
                        + "for i in 0..<20 do l.push(i * i) end\n"
                        + "println(l.len, l[19]) ==> 20 361",
                "let l = List[i64].new()\nl.push(3)\nl.push(1)\nl.push(2)\nl.sort()\n"
                        + "for x in l do println(x) end ==> 1 2 3",
                "let l = List[String].new()\nl.push(\"b\")\nl.push(\"a\")\nl.sort()\n"
                        + "println(text.join(l, \"+\")) ==> a+b",
                "let l = List[f64].new()\n"
                        + "l.push(2.5)\n"
                        + "l.push(-1.0)\n"
                        + "l.sort()\n"
                        + "println(l[0]) ==> -1.0",
                "let l = List[i64].new()\n"
                        + "println(l.pop() ?? -1)\n"
                        + "l.push(4)\n"
                        + "println(l.pop() ?? -1, l.len) ==> -1 4 0",
                "let l = List[i64].new()\nl.insert(0, 1)\nl.insert(0, 2)\nl.insert(1, 3)\n"
                        + "println(l[0], l[1], l[2], l.remove(1), l.len) ==> 2 3 1 3 2",
                "let l = List[i64].new()\nl.push(1)\nl[0] = 5\nl[0] += 2\nprintln(l[0]) ==> 7",
                "let l = List[P].new()\nvar p = P { x: 1, y: 0.5 }\nl.push(p)\np.x = 9\n"
                        + "println(l[0].x)\nl[0].x = 4\nlet q = l[0]\nl[0].x = 5\n"
                        + "println(q.x, l[0].x) ==> 1 4 5",
                "let l = List[List[i64]].new()\nl.push(List[i64].new())\nl[0].push(6)\n"
                        + "println(l[0][0]) ==> 6",
                "let l = List[i64].new()\nfor i in 1..5 do l.push(i) end\nl.reverse()\n"
                        + "println(l[0], l.index_of(4), l.contains(9)) ==> 5 1 false",
                "let l = List[i64].new()\nl.push(1)\nlet m = l.copy()\nm[0] = 2\nl.clear()\n"
                        + "println(m[0], l.len) ==> 2 0",
                "let l = List[L].new()\n"
                        + "l.push(L.High)\n"
                        + "println(l[0], l.contains(L.Low)) ==> Highfalse",
                "let l = List[bool].new()\nl.push(true)\nprintln(l[0]) ==> true",
                "let l = List[?i64].new()\nl.push(null)\nl.push(3)\nprintln(l[0] ?? 8, l[1] ?? 8)"
                        + " ==> 8 3",
                "let l = List[i32].new()\nlet x: i32 = 7\nl.push(x)\nprintln(l[0] + 1) ==> 8",
                "let l = List[i64].new()\nprintln(l[0]) ==> P001: 0 is no index of a list of 0,"
                        + " in 'main' at line 10",
                // maps
                "let m = Map[String, i64].new()\n"
                        + "m.put(\"a\", 1)\n"
                        + "m.put(\"b\", 2)\n"
                        + "m.put(\"a\", 3)\n"
                        + "println(m.len, m.get(\"a\") ?? 0, m.get(\"z\") ?? 0) ==> 2 3 0",
                "let m = Map[i64, String].new()\nm.put(5, \"x\")\nprintln(m.has(5), m.remove(5), "
                        + "m.remove(5), m.len) ==> truetruefalse0",
                "let m = Map[String, i64].new()\n"
                        + "m.put(\"z\", 1)\n"
                        + "m.put(\"y\", 2)\n"
                        + "for k in m.keys() do println(k) end\n"
                        + "for v in m.values() do println(v) end ==> z y 1 2",
                "let m = Map[String, P].new()\nm.put(\"a\", P { x: 1, y: 2.0 })\n"
                        + "let p = m.get(\"a\") ?? P { x: 0, y: 0.0 }\nvar q = p\nq.x = 7\n"
                        + "println((m.get(\"a\") ?? p).x) ==> 1",
                "let m = Map[L, i64].new()\nm.put(L.High, 4)\nprintln(m.get(L.High) ?? 0) ==> 4",
                "let m = Map[String, List[i64]].new()\nm.put(\"a\", List[i64].new())\n"
                        + "let l = m.get(\"a\") ?? List[i64].new()\nl.push(2)\n"
                        + "println((m.get(\"a\") ?? l).len) ==> 1",
                // numbers
                "println(math.sqrt(2.25), math.floor(-1.5), math.round(2.5)) ==> 1.5 -2.0 2.0",
                "println(math.abs(-4), math.min(2, 3), math.max(2, 3), math.gcd(12, 18)) ==> 4 2 3"
                        + " 6",
                "println(math.isqrt(99), math.isqrt(9223372036854775807), math.sign(-8))"
                        + " ==> 9 3037000499 -1",
                "println(math.clamp(9, 0, 5), math.pi() > 3.14, math.is_nan(0.0 / 0.0))"
                        + " ==> 5 truetrue",
                "println(math.pow(2.0, 10.0), math.atan2(0.0, 1.0), math.hypot(3.0, 4.0))"
                        + " ==> 1024.0 0.0 5.0",
                "println(math.abs(-9223372036854775808)) ==> P002: the absolute value of"
                        + " -9223372036854775808 does not fit into i64, in 'main' at line 9",
                "let r = Random.new(7)\nlet a = r.below(100)\nlet s = Random.new(7)\n"
                        + "println(a == s.below(100), a >= 0 and a < 100, r.between(5, 5))"
                        + " ==> truetrue5",
                "let r = Random.new(1)\n"
                        + "var n = 0\n"
                        + "for i in 0..<1000 do if r.bool() do n += 1 end end\n"
                        + "println(n > 400 and n < 600, r.float() < 1.0) ==> truetrue",
                "let a = time.millis()\nsleep(50)\nprintln(time.millis() - a) ==> 50",
                // texts
                "println(text.upper(\"abc\"), text.lower(\"ABC\"), text.trim(\"  x \")) ==>"
                        + " ABCabcx",
                "let l = text.split(\"a,b,,c\", \",\")\nprintln(l.len, l[1], l[3]) ==> 4 bc",
                "println(text.words(\" the  quick fox \").len, text.lines(\"a\\n"
                        + "b\\n"
                        + "\").len) ==> 3 2",
                "println(text.replace(\"banana\", \"an\", \"-\"), text.count(\"banana\", \"an\"))"
                        + " ==> b--a2",
                "println(text.repeat(\"ab\", 3), text.reverse(\"abc\"), text.of_char(65)) ==>"
                        + " abababcbaA",
                "println(text.to_int(\"42\") ?? -1, text.to_int(\"4x\") ?? -1) ==> 42 -1",
                "println(text.to_float(\"2.5\") ?? 0.0, text.to_float(\"NaN\") ?? 0.0,"
                        + " text.to_float(\"1d\") ?? 9.0) ==> 2.5 0.0 9.0",
                "println(text.fixed(3.14159, 2), text.pad_left(\"7\", 3) + \"|\") ==> 3.14 7|",
                "let c = text.chars(\"héy\")\n"
                        + "println(c.len, text.of_chars(c), text.is_letter(c[1])) ==> 3 héytrue",
                "println(text.index_from(\"abcabc\", \"b\", 2)) ==> 4",
                "println(text.repeat(\"ab\", 9000000000000000000)) ==> P006: a text of 268435457"
                        + " characters is too long, in 'main' at line 9",
                // json
                "let j = json.parse(\"{\\\"a\\\": [1, 2.5, true, null, \\\"x\\\\n\\\"]}\") ?? "
                        + "json.null()\nprintln(j.text()) ==> {\"a\":[1,2.5,true,null,\"x\\n\"]}",
                "println((json.parse(\"[1,]\") ?? json.of_text(\"no\")).text()) ==> \"no\"",
                "let j = json.parse(\"[10, 20]\") ?? json.null()\n"
                    + "println((j.at(1) ?? json.null()).as_int() ?? 0, j.len, j.kind()) ==> 20 2"
                    + " list",
                "let o = json.object()\n"
                        + "o.put(\"k\", json.of_int(3))\n"
                        + "let l = json.list()\n"
                        + "l.push(json.of_bool(true))\n"
                        + "o.put(\"l\", l)\n"
                        + "println(o.text(), o.keys().len) ==> {\"k\":3,\"l\":[true]}2",
                "let l = json.list()\n"
                    + "l.push(l)\n"
                    + "println(l.text()) ==> P006: this JSON is deeper than 200 levels, in 'main'"
                    + " at line 11",
            })
    void run_library_doesTheSameCompiledAndInterpreted(String row) {
        String[] parts = row.split(" ==> ");

        assertThat(run(parts[0])).isEqualTo(parts[1]);
    }

    @Test
    void run_valuesOfTheLibrary_areCopiedOnTheWayToOtherTasks() {
        assertThat(
                        run(
                                """
                                let l = List[P].new()
                                l.push(P { x: 1, y: 0.0 })
                                let m = Map[String, List[i64]].new()
                                m.put("k", List[i64].new())
                                let r = Random.new(3)
                                let j = json.list()
                                nursery do
                                    spawn do
                                        l[0].x = 9
                                        l.push(P { x: 2, y: 0.0 })
                                        let inner = m.get("k") ?? List[i64].new()
                                        inner.push(5)
                                        m.put("z", inner)
                                        let n = r.below(10)
                                        j.push(json.null())
                                    end
                                end
                                println(l.len, l[0].x, m.len, (m.get("k") ?? List[i64].new()).len, j.len)
                                println(r.below(1000) == Random.new(3).below(1000))
                                """))
                .isEqualTo("1 1 1 0 0 true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "let l = List[i64].new()\nloop do l.push(1) end",
                "let l = List[String].new()\nloop do l.push(\"x\") end",
                "let m = Map[i64, i64].new()\nvar i = 0\nloop do m.put(i, i)\ni += 1 end",
                "var s = \"ab\"\nloop do s = text.replace(s, \"a\", \"aa\") end",
                "var s = \"ab\"\nloop do s = text.repeat(s, 2) end",
                "let l = List[i64].new()\n"
                        + "for i in 0..<2000 do l.push(i) end\n"
                        + "loop do l.insert(0, 1) end",
                "let l = List[i64].new()\nfor i in 0..<2000 do l.push(i) end\nloop do l.sort() end",
                "let l = List[i64].new()\n"
                        + "for i in 0..<2000 do l.push(i) end\n"
                        + "loop do l.reverse() end",
                "let j = json.list()\nloop do j.push(json.null()) end",
                "let s = text.repeat(\"[1],\", 500)\n"
                        + "loop do let j = json.parse(\"[\" + s + \"1]\") end",
                "let s = text.repeat(\"a b \", 500)\nloop do let l = text.words(s) end",
                "loop do let r = Random.new(1) end",
                "loop do let x = math.sin(1.0) end",
                "let l = List[i64].new()\n"
                        + "l.push(1)\n"
                        + "loop do nursery do spawn do let n = l.len end end end"
            })
    void run_attacksByTheLibrary_areStopped(String body) {
        var budget = new Budget(300_000, 8L << 20, 100, 100, 0);
        Script script = Scripts.compile(IMPORTS + "func main() do\n" + body + "\nend\n");

        ScriptResult compiled = Scripts.run(script, budget);
        ScriptResult interpreted = Scripts.run(script.interpreted(), budget);

        assertThat(compiled.failure()).isPresent();
        assertThat(budget.covers(compiled.receipt().spent())).isTrue();
        assertThat(compiled.receipt()).isEqualTo(interpreted.receipt());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "let l = List[i64].new()\nl.push(\"x\") ==> S0004",
                "let l = List.new() ==> S0002",
                "let l = List[i64, i64].new() ==> S0003",
                "let m = Map[f64, i64].new() ==> S0003",
                "let m = Map[P, i64].new() ==> S0003",
                "let l = List[P].new()\nl.sort() ==> S0005",
                "let l = List[P].new()\nprintln(l.contains(P { x: 1, y: 1.0 })) ==> S0005",
                "let l = List[i64].new()\nprintln(l.get(0)) ==> S0002",
                "let l = List[i64].new()\nl.pusch(1) ==> S0002",
                "println(math.sqr(1.0)) ==> S0002",
                "println(math.sqrt(1)) ==> ok",
                "println(math.sqrt(\"x\")) ==> S0004",
                "let l = List[i64].new()\nlet s = l[0..1] ==> S0005",
                "let r = Random.below(3) ==> S0002",
                "let l = List[func()].new()\nnursery do spawn do let n = l.len end end ==> N1102"
            })
    void check_wrongUse_isTold(String row) {
        String[] parts = row.split(" ==> ");
        var errors = Scripts.errors(IMPORTS + "func main() do\n" + parts[0] + "\nend\n");

        assertThat(errors.isEmpty() ? "ok" : errors.getFirst()).isEqualTo(parts[1]);
    }

    @Test
    void import_hasItsThreeForms() {
        assertThat(
                        Scripts.output(
                                "use std.math.{sqrt, max}\n"
                                    + "import std.text as t\n"
                                    + "func main() do println(sqrt(4.0), max(1, 2), t.upper(\"a\"))"
                                    + " end"))
                .isEqualTo("2.0\n2\nA\n");
        assertThat(Scripts.errors("import std.maths\nfunc main() do end")).containsExactly("S4001");
        assertThat(Scripts.errors("use std.math.{sqr}\nfunc main() do end"))
                .containsExactly("S0002");
        assertThat(Scripts.errors("func main() do println(math.sqrt(1.0)) end"))
                .containsExactly("S0001");
    }

    /** Names of one's own hide those of modules. */
    @Test
    void import_isHiddenByOnesOwnNames() {
        assertThat(
                        Scripts.output(
                                "import std.text\n"
                                        + "struct T { len: i64 }\n"
                                        + "func main() do let text = T { len: 3 }\n"
                                        + "println(text.len) end"))
                .isEqualTo("3\n");
    }

    /** PROF-005: here a module of the library needs no more than the profile of who imports it. */
    @Test
    void import_inCore_bringsNoConcurrency() {
        assertThat(Scripts.errors("{.profile: core.}\nimport std.math\nfunc main() do end"))
                .isEmpty();
        assertThat(Scripts.errors("{.profile: core.}\nimport service.net\nfunc main() do end"))
                .containsExactly("S4001");
    }

    @Test
    void table_holdsWhatTheReferenceSays() {
        assertThat(StdTable.all()).hasSizeGreaterThan(90);
    }

    @Test
    void list_costs_areWhatAHandCountSays() {
        String empty = IMPORTS + "func main() do end";
        String script =
                IMPORTS + "func main() do let l = List[i64].new()\nl.push(1)\nl.push(2) end";
        Budget before = Scripts.run(empty, PLENTY).receipt().spent();
        Budget spent = Scripts.run(script, PLENTY).receipt().spent();

        // new: 1 and 32 bytes; the first push: 1, an array of 8 for 2 and 80 bytes, 16 for the
        // number
        assertThat(spent.minus(before))
                .isEqualTo(new Budget(1 + 1 + 2 + 1, 32 + 80 + 16 + 16, 0, 0, 0));
    }
}
