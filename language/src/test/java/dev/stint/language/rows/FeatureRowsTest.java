package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.language.Scripts;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scenarios for what needs no tasks, feature by feature, from the text to what is printed. A row is
 * the body of {@code main}, an arrow, and what it prints, lines separated by blanks.
 */
@SuppressWarnings("StringConcatToTextBlock") // a row is a line
class FeatureRowsTest {
    private static final String DECLARATIONS =
            Scripts.SERVICE
                    + """
                    struct Point { x: i64, y: i64 }
                    struct Line { from: Point, to: Point }
                    enum Colour { Red, Green = 5, Blue }
                    union Shape { Dot, Circle { r: i64 }, Box { w: i64, h: i64 } }
                    error IoError { NotFound, Denied }
                    const LIMIT = 10
                    func add(a: i64, b: i64) -> i64 do return a + b end
                    func fact(n: i64) -> i64 do
                        return 1 when n < 2
                        return n * fact(n - 1)
                    end
                    func even(n: i64) -> bool do
                        if n == 0 do return true end
                        return odd(n - 1)
                    end
                    func odd(n: i64) -> bool do
                        if n == 0 do return false end
                        return even(n - 1)
                    end
                    func get(n: i64) -> i64 ! IoError do
                        fail IoError.NotFound when n < 0
                        fail IoError.Denied when n == 0
                        return n
                    end
                    func both(n: i64) -> i64 ! IoError do return get(n)? + try get(n - 1) end
                    func none() -> ?i64 do return null end
                    func apply(f: func(i64) -> i64, x: i64) -> i64 do return f(x) end
                    func area(s: Shape) -> i64 do
                        return match s { .Dot => 0, .Circle { r } => 3 * r * r, .Box { w, h } => w * h }
                    end
                    func move(p: Point) -> Point do
                        var q = p
                        q.x += 1
                        return q
                    end
                    """;

    private static void assertPrints(String row) {
        int arrow = row.lastIndexOf(" -> ");
        String text = DECLARATIONS + "func main() do\n" + row.substring(0, arrow) + "\nend\n";

        assertThat(Scripts.output(text).strip().replaceAll("\\s+", " "))
                .isEqualTo(row.substring(arrow + 4));
    }

    @ParameterizedTest
    @DisplayName("for/range")
    @ValueSource(
            strings = {
                "for i in 0..<3 do println(i) end -> 0 1 2",
                "for i in 1..3 do println(i) end -> 1 2 3",
                "for i in 1..=3 do println(i) end -> 1 2 3",
                "for x in [4, 5] do println(x) end -> 4 5"
            })
    void forAndRange(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("while")
    @ValueSource(
            strings = {
                "var i = 0\nwhile i < 3 do println(i)\ni += 1 end -> 0 1 2",
                "var i = 5\nwhile i > 9 do i += 1 end\nprintln(i) -> 5",
                "var i = 0\nwhile true do i += 1\nbreak when i == 4 end\nprintln(i) -> 4",
                "var i = 0\nloop do i += 2\nif i > 6 do break end end\nprintln(i) -> 8",
                "var n = 0\n"
                        + "var i = 0\n"
                        + "while i < 3 do var j = 0\n"
                        + "while j < 2 do n += 1\n"
                        + "j += 1 end\n"
                        + "i += 1 end\n"
                        + "println(n) -> 6",
                "var a = 0\n"
                        + "var b = 1\n"
                        + "while b < 50 do let c = a + b\n"
                        + "a = b\n"
                        + "b = c end\n"
                        + "println(b) -> 55",
                "var n = 27\nvar k = 0\nwhile n != 1 do if n % 2 == 0 do n = n / 2 else do "
                        + "n = 3 * n + 1 end\nk += 1 end\nprintln(k) -> 111"
            })
    void whileLoops(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("if")
    @ValueSource(
            strings = {
                "if LIMIT > 5 do println(1) else do println(2) end -> 1",
                "let n = 0\nif n > 0 do println(1) else if n == 0 do println(2) else do println(3) "
                        + "end -> 2",
                "if false do println(1) end\nprintln(9) -> 9"
            })
    void ifs(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("continue")
    @ValueSource(
            strings = {
                "for i in 0..<5 do continue when i % 2 == 0\nprintln(i) end -> 1 3",
                "var i = 0\n"
                        + "while i < 4 do i += 1\n"
                        + "if i == 2 do continue end\n"
                        + "println(i) end -> 1 3 4",
                "for i in 0..<2 do for j in 0..<3 do continue unless j == i\n"
                        + "println(j) end end -> 0 1"
            })
    void continues(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("calls")
    @ValueSource(
            strings = {
                "println(add(2, 3)) -> 5",
                "println(fact(5)) -> 120",
                "println(even(10), odd(7), even(7)) -> truetruefalse",
                "println(add(add(1, 2), add(3, 4))) -> 10",
                "println(2 |> add(3)) -> 5"
            })
    void calls(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("logic")
    @ValueSource(
            strings = {
                "println(true and false) -> false",
                "println(true and true) -> true",
                "println(true or false) -> true",
                "println(false or false) -> false",
                "println(not true) -> false",
                "println(not false and true) -> true",
                "println(1 < 2 and 2 < 3) -> true",
                "println(1 > 2 or 2 > 1) -> true",
                "let z = 0\nprintln(z != 0 and 1 / z > 0) -> false",
                "let z = 0\nprintln(z == 0 or 1 / z > 0) -> true"
            })
    void logic(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("bitwise")
    @ValueSource(
            strings = {
                "println(12 & 10) -> 8",
                "println(12 | 3) -> 15",
                "println(12 ^ 10) -> 6",
                "println(~0) -> -1",
                "println(1 << 4) -> 16",
                "println(256 >> 4) -> 16",
                "println(-16 >> 2) -> -4",
                "var n = 6\nn &= 3\nn |= 8\nn ^= 1\nprintln(n) -> 11"
            })
    void bitwise(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("modulo")
    @ValueSource(
            strings = {
                "println(7 % 3) -> 1",
                "println(-7 % 3) -> -1",
                "println(7 % -3) -> 1",
                "println(0 % 5) -> 0",
                "println(5 % 5) -> 0",
                "println(7.5 % 2.0) -> 1.5",
                "var n = 17\nn %= 5\nprintln(n) -> 2",
                "var n = 0\n"
                        + "for i in 1..15 do if i % 3 == 0 and i % 5 == 0 do n = i end end\n"
                        + "println(n) -> 15"
            })
    void modulo(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("compound assignment")
    @ValueSource(
            strings = {
                "var n = 5\nn += 3\nprintln(n) -> 8",
                "var n = 5\nn -= 3\nprintln(n) -> 2",
                "var n = 5\nn *= 3\nprintln(n) -> 15",
                "var n = 15\nn /= 4\nprintln(n) -> 3",
                "var n = 15\nn %= 4\nprintln(n) -> 3",
                "var n = 1\nn <<= 3\nprintln(n) -> 8",
                "var n = 16\nn >>= 3\nprintln(n) -> 2",
                "var p = Point { x: 1, y: 2 }\np.x += 5\nprintln(p.x) -> 6",
                "var a = [1, 2]\na[1] *= 7\nprintln(a[1]) -> 14",
                "var s = \"a\"\ns += \"b\"\nprintln(s) -> ab",
                "var f = 1.5\nf *= 2.0\nprintln(f) -> 3.0",
                "var l = Line { from: Point { x: 0, y: 0 }, to: Point { x: 1, y: 1 } }\n"
                        + "l.to.y -= 4\nprintln(l.to.y) -> -3"
            })
    void compoundAssignment(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("arrays")
    @ValueSource(
            strings = {
                "let a = [1, 2, 3]\nprintln(a[0], a[2]) -> 1 3",
                "var a = [1, 2, 3]\na[1] = 9\nprintln(a[1]) -> 9",
                "println([1, 2, 3].len) -> 3",
                "let a = [1, 2, 3, 4]\nlet b = a[1..2]\nprintln(b.len, b[0]) -> 2 2",
                "let a = [1, 2, 3, 4]\nlet x: ?i64 = null\nprintln(a[x ?? 2]) -> 3",
                "let a = [1, 2, 3, 4]\nprintln(a[1..<3].len) -> 2",
                "let a = [1, 2, 3, 4]\nprintln(a[1:3].len, a[2..].len) -> 2 2",
                "var a = [1, 2]\nvar b = a\nb[0] = 7\nprintln(a[0], b[0]) -> 1 7",
                "let a = array(3, 4)\nprintln(a.len, a[2]) -> 3 4",
                "let a = [[1, 2], [3, 4]]\nprintln(a[1][0]) -> 3",
                "var a: [2]f64 = [0.5, 1.5]\na[0] += 1.0\nprintln(a[0] + a[1]) -> 3.0",
                "let a = [true, false]\nprintln(a[0], a[1]) -> truefalse",
                "var sum = 0\nfor x in [5, 6, 7] do sum += x end\nprintln(sum) -> 18"
            })
    void arrays(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("strings")
    @ValueSource(
            strings = {
                "println(\"a\\tb\") -> a b",
                "println(\"a\" + \"b\") -> ab",
                "println($\"sum {1 + 2}!\") -> sum 3!",
                "println(str_length(\"hello\"), \"hello\".len) -> 5 5",
                "println(str_contains(\"hello\", \"ell\")) -> true",
                "println(str_starts_with(\"hello\", \"he\")) -> true",
                "println(str_ends_with(\"hello\", \"he\")) -> false",
                "println(str_index_of(\"hello\", \"l\")) -> 2",
                "println(str_compare(\"a\", \"b\")) -> -1",
                "println(str_slice(\"hello\", 1, 3)) -> el",
                "println(\"a\" == \"a\", \"a\" < \"b\") -> truetrue",
                "println(str_is_empty(\"\"), str_equals(\"a\", \"b\")) -> truefalse"
            })
    void strings(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("structs")
    @ValueSource(
            strings = {
                "let p = Point { x: 1, y: 2 }\nprintln(p.x + p.y) -> 3",
                "var p = Point { x: 1, y: 2 }\np.y = 9\nprintln(p.y) -> 9",
                "let p = Point { x: 1, y: 2 }\nlet q = move(p)\nprintln(p.x, q.x) -> 1 2",
                "let l = Line { from: Point { x: 1, y: 2 }, to: Point { x: 3, y: 4 } }\n"
                        + "println(l.to.x) -> 3",
                "var a = [Point { x: 1, y: 2 }]\na[0].x = 5\nprintln(a[0].x) -> 5"
            })
    void structs(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("match")
    @ValueSource(
            strings = {
                "println(match 2 { 0 => \"a\", 1..9 => \"b\", else => \"c\" }) -> b",
                "let n = 12\nprintln(match n { 1 => 1, x when x > 10 => x * 2, else => 0 }) -> 24",
                "println(match true { true => 1, false => 2 }) -> 1",
                "println(match \"b\" { \"a\" => 1, \"b\" => 2, else => 3 }) -> 2",
                "println(match 7 { !0 => \"some\", else => \"zero\" }) -> some"
            })
    void matches(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("errors")
    @ValueSource(
            strings = {
                "println(get(3) catch 0) -> 3",
                "println(get(-1) catch 0) -> 0",
                "println(get(0) catch |e| do match e { .NotFound => 1, .Denied => 2 } end) -> 2",
                "println(both(5) catch 0, both(1) catch 7) -> 9 7",
                "defer println(1)\nprintln(2) -> 2 1"
            })
    void errors(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("literals")
    @ValueSource(
            strings = {
                "println(42) -> 42",
                "println(1_000) -> 1000",
                "println(0xFF) -> 255",
                "println(0b1010) -> 10",
                "println(0o755) -> 493",
                "println(2.5) -> 2.5",
                "println(1e9) -> 1.0E9",
                "println(2.5E-3) -> 0.0025",
                "println('x') -> 120",
                "println(true) -> true",
                "println(\"\\\"q\\\"\") -> \"q\"",
                "println(\"\"\"raw\\n\"\"\") -> raw\\n"
            })
    void literals(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("type annotations")
    @ValueSource(
            strings = {
                "let x: i8 = 5\nprintln(x) -> 5",
                "let x: f32 = 0.1\nprintln(x) -> 0.1",
                "let x: ?i64 = null\nprintln(x ?? 4) -> 4",
                "let x: []i64 = [1, 2]\nprintln(x.len) -> 2",
                "let f: func(i64) -> i64 = { |x| x + 1 }\nprintln(f(1)) -> 2"
            })
    void typeAnnotations(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("closures")
    @ValueSource(
            strings = {
                "let add2 = func(x: i64) -> i64 do return x + 2 end\nprintln(add2(3)) -> 5",
                "let k = 4\nlet f = func(x: i64) -> i64 do return x * k end\nprintln(f(3)) -> 12",
                "println(apply({ |x| x * x }, 5)) -> 25",
                "var n = 0\nlet f = func() do n += 1 end\nf()\nf()\nprintln(n) -> 2",
                "println(apply(fact, 4)) -> 24",
                "let f = func(x: i64) -> func(i64) -> i64 do return func(y: i64) -> i64 do "
                        + "return x + y end end\nlet g = f(10)\nprintln(g(5)) -> 15",
                "let a = [func() -> i64 do return 1 end, func() -> i64 do return 2 end]\n"
                        + "let f = a[1]\nprintln(f()) -> 2",
                "let f = func(n: i64) -> i64 do return fact(n) end\nprintln(f(3)) -> 6",
                "var k = 1\nlet f = func() -> i64 do return k end\nk = 5\nprintln(f()) -> 5"
            })
    void closures(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("unions")
    @ValueSource(
            strings = {
                "println(area(Shape.Dot)) -> 0",
                "println(area(Shape.Circle { r: 2 })) -> 12",
                "println(area(Shape.Box { w: 2, h: 3 })) -> 6",
                "let s = Shape.Box { w: 2, h: 3 }\n"
                        + "println(match s { .Box { h } => h, else => 0 }) -> 3",
                "var s = Shape.Dot\ns = Shape.Circle { r: 1 }\nprintln(area(s)) -> 3",
                "var n = 0\nfor s in [Shape.Dot, Shape.Circle { r: 1 }] do n += area(s) end\n"
                        + "println(n) -> 3",
                "println(match Shape.Dot { .Dot | .Circle => 1, .Box => 2 }) -> 1"
            })
    void unions(String row) {
        assertPrints(row);
    }

    @ParameterizedTest
    @DisplayName("enums")
    @ValueSource(
            strings = {
                "println(Colour.Green) -> Green",
                "println(i64(Colour.Blue)) -> 6",
                "println(Colour.Red == Colour.Red) -> true"
            })
    void enums(String row) {
        assertPrints(row);
    }
}
