package dev.stint.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Makes programs by chance that compile, of all types and most statements. What they do ends; they
 * may panic, fail, or run out of money, and everywhere must do so in the same way.
 */
public final class Programs {
    private static final int DEEPEST = 4;
    private static final List<String> INTS = List.of("i64", "i64", "i64", "i32", "u8", "u64");
    private static final List<String> TYPES =
            List.of("i64", "i64", "i64", "i32", "u8", "u64", "f64", "f32", "bool", "String");
    private static final List<String> SHARED = List.of("P", "S", "?i64", "[]i64", "[]P", "?P", "L");

    /** A name that is in scope. */
    private record Name(String name, String type, boolean isVar) {}

    private record Function(String name, List<String> params, String result, boolean mayFail) {}

    private final Random chance;
    private final StringBuilder text = new StringBuilder();
    private final List<Function> functions = new ArrayList<>();
    private List<Name> scope = new ArrayList<>();
    private int names;
    private int depth;
    private boolean mayFail;
    private boolean isInLoop;

    private Programs(long seed) {
        this.chance = new Random(seed);
    }

    /** The program of a seed. */
    public static String of(long seed) {
        return new Programs(seed).program();
    }

    private String program() {
        text.append(Scripts.SERVICE)
                .append("struct P { x: i64, y: f64, z: bool }\n")
                .append("union S { Dot, Line { a: i64, p: P }, Text { s: String } }\n")
                .append("enum L { Low, Mid = 7, High }\n")
                .append("error E { Odd, Big }\n")
                .append("func none() -> ?i64 do return null end\n")
                .append("func some(v: i64) -> ?i64 do return v end\n")
                .append("func maybe(b: bool) -> ?P do\n")
                .append("if b do return P { x: 4, y: 0.5, z: b } end\nreturn null\nend\n");
        int count = 1 + chance.nextInt(4);
        for (int i = 0; i < count; i++) {
            function("f" + i);
        }
        main();
        return text.toString();
    }

    // ---- functions

    private void function(String name) {
        List<String> params = new ArrayList<>();
        scope = new ArrayList<>();
        var head = new StringBuilder();
        int count = chance.nextInt(4);
        for (int i = 0; i < count; i++) {
            String type = type();
            params.add(type);
            scope.add(new Name("p" + i, type, false));
            head.append(i == 0 ? "" : ", ").append("p").append(i).append(": ").append(type);
        }
        String result = type();
        mayFail = chance.nextInt(3) == 0;
        text.append(
                "func %s(%s) -> %s%s do\n".formatted(name, head, result, mayFail ? " ! E" : ""));
        body(result);
        text.append("end\n");
        functions.add(new Function(name, params, result, mayFail));
    }

    private void body(String result) {
        statements(2 + chance.nextInt(5));
        text.append("return ").append(value(result)).append('\n');
    }

    private void main() {
        scope = new ArrayList<>();
        mayFail = false;
        text.append("async func main() -> i64 do\n");
        statements(3 + chance.nextInt(5));
        if (chance.nextInt(2) == 0) {
            tasks();
        }
        for (Name name : List.copyOf(scope)) {
            if (isPrintable(name.type)) {
                text.append("println(").append(name.name).append(")\n");
            }
        }
        text.append("return ").append(value("i64")).append("\nend\n");
    }

    private static boolean isPrintable(String type) {
        return TYPES.contains(type);
    }

    private String type() {
        return chance.nextInt(3) == 0 ? one(SHARED) : one(TYPES);
    }

    // ---- statements

    private void statements(int count) {
        for (int i = 0; i < count; i++) {
            statement();
        }
    }

    /** A block, whose names end with it. */
    private void block(int count) {
        List<Name> before = List.copyOf(scope);
        depth++;
        statements(count);
        depth--;
        scope = new ArrayList<>(before);
    }

    private void statement() {
        int kind = depth >= DEEPEST ? chance.nextInt(7) : chance.nextInt(17);
        switch (kind) {
            case 0, 1, 2 -> declare();
            case 3, 4 -> assign();
            case 5 -> text.append("println(").append(value(one(TYPES))).append(")\n");
            case 6 -> raise();
            case 7, 8 -> choose();
            case 9 -> range();
            case 10 -> whileLoop();
            case 11 -> each();
            case 12 -> defer();
            case 13 -> closure();
            case 14 -> caught();
            case 15 -> matched();
            default -> element();
        }
    }

    private String fresh() {
        return "n" + names++;
    }

    private void declare() {
        String type = type();
        String value = value(type);
        boolean isVar = chance.nextBoolean();
        String name = fresh();
        text.append("%s %s: %s = %s\n".formatted(isVar ? "var" : "let", name, type, value));
        scope.add(new Name(name, type, isVar));
    }

    private void assign() {
        List<Name> vars = scope.stream().filter(Name::isVar).toList();
        if (vars.isEmpty()) {
            declare();
            return;
        }
        Name var = vars.get(chance.nextInt(vars.size()));
        if (var.type.equals("P") && chance.nextBoolean()) {
            text.append(var.name).append(".x = ").append(value("i64")).append('\n');
        } else {
            text.append(var.name).append(" = ").append(value(var.type)).append('\n');
        }
    }

    private void element() {
        List<Name> slices = scope.stream().filter(n -> n.type.equals("[]i64")).toList();
        if (slices.isEmpty()) {
            declare();
            return;
        }
        Name slice = slices.get(chance.nextInt(slices.size()));
        text.append("%s[%s %% 4] = %s\n".formatted(slice.name, value("u64"), value("i64")));
    }

    private void raise() {
        if (mayFail) {
            text.append("fail E.%s when %s\n".formatted(one(List.of("Odd", "Big")), value("bool")));
        } else if (isInLoop) {
            text.append(one(List.of("break", "continue"))).append(" when ");
            text.append(value("bool")).append('\n');
        } else {
            declare();
        }
    }

    private void choose() {
        text.append("if ").append(value("bool")).append(" do\n");
        block(1 + chance.nextInt(3));
        if (chance.nextBoolean()) {
            text.append("else do\n");
            block(1 + chance.nextInt(2));
        }
        text.append("end\n");
    }

    private void loop(Runnable body) {
        boolean before = isInLoop;
        isInLoop = true;
        body.run();
        isInLoop = before;
    }

    private void range() {
        String name = fresh();
        String op = one(List.of("..", "..<"));
        text.append(
                "for %s in %d%s%d do\n".formatted(name, chance.nextInt(3), op, chance.nextInt(9)));
        List<Name> before = List.copyOf(scope);
        scope.add(new Name(name, "i64", false));
        loop(() -> block(1 + chance.nextInt(3)));
        scope = new ArrayList<>(before);
        text.append("end\n");
    }

    private void whileLoop() {
        String name = fresh();
        text.append(
                "var %s = 0\nwhile %s < %d do\n%s += 1\n"
                        .formatted(name, name, chance.nextInt(200), name));
        loop(() -> block(1 + chance.nextInt(2)));
        text.append("end\n");
    }

    private void each() {
        String name = fresh();
        String type = chance.nextBoolean() ? "i64" : "P";
        text.append(
                "let %ss = %s\nfor %s in %ss do\n".formatted(name, value("[]" + type), name, name));
        List<Name> before = List.copyOf(scope);
        scope.add(new Name(name, type, false));
        loop(() -> block(1 + chance.nextInt(2)));
        scope = new ArrayList<>(before);
        text.append("end\n");
    }

    private void defer() {
        boolean loop = isInLoop;
        boolean fails = mayFail;
        isInLoop = false;
        mayFail = false;
        if (chance.nextBoolean()) {
            text.append("defer println(").append(value(one(TYPES))).append(")\n");
        } else {
            text.append("defer do\n");
            block(1 + chance.nextInt(2));
            text.append("end\n");
        }
        isInLoop = loop;
        mayFail = fails;
    }

    private void closure() {
        String name = fresh();
        boolean loop = isInLoop;
        boolean fails = mayFail;
        isInLoop = false;
        mayFail = false;
        List<Name> before = List.copyOf(scope);
        text.append("let %s = func(x: i64) -> i64 do\n".formatted(name));
        scope.add(new Name("x", "i64", false));
        block(1 + chance.nextInt(3));
        text.append("return ").append(value("i64")).append("\nend\n");
        scope = new ArrayList<>(before);
        isInLoop = loop;
        mayFail = fails;
        String called = fresh();
        text.append("let %s = %s(%s)\n".formatted(called, name, value("i64")));
        scope.add(new Name(called, "i64", false));
    }

    private void caught() {
        List<Function> failing = functions.stream().filter(Function::mayFail).toList();
        if (failing.isEmpty()) {
            declare();
            return;
        }
        Function f = failing.get(chance.nextInt(failing.size()));
        String name = fresh();
        String call = call(f);
        if (mayFail && chance.nextBoolean()) {
            text.append("let %s = %s?\n".formatted(name, call));
        } else if (chance.nextBoolean()) {
            text.append("let %s = %s catch (%s)\n".formatted(name, call, value(f.result)));
        } else {
            text.append(
                    "let %s = %s catch |e| do\nprintln(e)\n%s\nend\n"
                            .formatted(name, call, value(f.result)));
        }
        scope.add(new Name(name, f.result, false));
    }

    private void matched() {
        String name = fresh();
        String shape = fresh();
        String level = fresh();
        text.append("let %s = %s\nlet %s = %s\n".formatted(shape, value("S"), level, value("L")));
        if (chance.nextBoolean()) {
            text.append(
                    "let %s = match %s { .Dot => 1, .Line { a, p } => a, else => %s }\n"
                            .formatted(name, shape, value("i64")));
        } else {
            text.append(
                    "let %s = match %s { .Low => %s, .Mid | .High => 3 }\n"
                            .formatted(name, level, value("i64")));
        }
        scope.add(new Name(name, "i64", false));
    }

    // ---- tasks, whose order nobody can tell from the result

    private void tasks() {
        List<Function> plain =
                functions.stream()
                        .filter(f -> !f.mayFail)
                        .filter(f -> !f.result.equals("L"))
                        .toList();
        List<Function> failing = functions.stream().filter(Function::mayFail).toList();
        String channel = fresh();
        text.append("let %s = Channel[i64].buffered(3)\n".formatted(channel));
        text.append("var %ssum = 0\n".formatted(channel));
        text.append("nursery do\n");
        text.append("defer println(").append(value("i64")).append(")\n");
        text.append(
                "spawn do\nfor i in 0..<5 do %s.send(i * %d) end\n%s.close()\nend\n"
                        .formatted(channel, chance.nextInt(9), channel));
        if (!plain.isEmpty()) {
            Function f = plain.get(chance.nextInt(plain.size()));
            text.append("let t = spawn %s\nlet u = await t\n".formatted(call(f)));
            if (isPrintable(f.result)) {
                text.append("println(u)\n");
            }
        }
        text.append("for v in %s do %ssum += v end\n".formatted(channel, channel));
        text.append("end\n");
        if (!failing.isEmpty()) {
            Function f = failing.get(chance.nextInt(failing.size()));
            text.append(
                    "nursery do\nspawn %s\nend catch |e| do\nprintln(\"caught \", e)\nend\n"
                            .formatted(call(f)));
        }
        scope.add(new Name(channel + "sum", "i64", true));
    }

    // ---- expressions

    private String call(Function f) {
        List<String> given = f.params.stream().map(this::value).toList();
        return f.name + "(" + String.join(", ", given) + ")";
    }

    /** An expression of a type. */
    private String value(String type) {
        List<Name> fitting = scope.stream().filter(n -> n.type.equals(type)).toList();
        if (!fitting.isEmpty() && chance.nextInt(5) < 2) {
            return fitting.get(chance.nextInt(fitting.size())).name;
        }
        depth++;
        try {
            List<Function> giving =
                    functions.stream().filter(f -> f.result.equals(type) && !f.mayFail).toList();
            if (!giving.isEmpty() && depth < DEEPEST && chance.nextInt(6) == 0) {
                return call(giving.get(chance.nextInt(giving.size())));
            }
            return depth > DEEPEST + 2 ? literal(type) : made(type);
        } finally {
            depth--;
        }
    }

    private String made(String type) {
        return switch (type) {
            case "f64", "f32" -> real(type);
            case "bool" -> bool();
            case "String" -> string();
            case "i64", "i32", "u8", "u64" -> integer(type);
            case "[]i64" -> slice();
            default -> literal(type);
        };
    }

    private String integer(String type) {
        Supplier<String> side = () -> value(type);
        return switch (chance.nextInt(13)) {
            case 0, 1 -> "(%s + %s)".formatted(side.get(), side.get());
            case 2 -> "(%s - %s)".formatted(side.get(), side.get());
            case 3 -> "(%s * %s)".formatted(side.get(), side.get());
            case 4 -> "(%s %s %s)".formatted(side.get(), one(List.of("/", "%")), side.get());
            case 5 -> "(%s %s %s)".formatted(side.get(), one(List.of("&", "|", "^")), side.get());
            case 6 ->
                    "(%s %s (%s & 3))".formatted(side.get(), one(List.of("<<", ">>")), side.get());
            case 7 -> "%s(%s)".formatted(type, value(one(INTS)));
            case 8 ->
                    type.equals("i64")
                            ? "(" + value("P") + ").x"
                            : "(~%s & 15)".formatted(side.get());
            case 9 ->
                    type.equals("i64")
                            ? "(%s ?? %s)".formatted(value("?i64"), value("i64"))
                            : literal(type);
            case 10 ->
                    type.equals("i64")
                            ? "(" + value("[]i64") + ")[" + chance.nextInt(5) + "]"
                            : literal(type);
            case 11 ->
                    type.equals("i64")
                            ? "(" + value("[]i64") + ").len"
                            : "%s(%s)".formatted(type, literal("f64"));
            default -> literal(type);
        };
    }

    private String real(String type) {
        return switch (chance.nextInt(6)) {
            case 0 -> "(%s + %s)".formatted(value(type), value(type));
            case 1 -> "(%s * %s)".formatted(value(type), value(type));
            case 2 -> "(%s / %s)".formatted(value(type), value(type));
            case 3 -> "%s(%s)".formatted(type, value(one(TYPES.subList(0, 8))));
            case 4 -> "(-%s)".formatted(value(type));
            default -> literal(type);
        };
    }

    private String bool() {
        String type = one(TYPES);
        String op = one(List.of("<", "<=", ">", ">=", "==", "!="));
        return switch (chance.nextInt(7)) {
            case 0, 1 ->
                    type.equals("bool")
                            ? "(%s == %s)".formatted(value("bool"), value("bool"))
                            : "(%s %s %s)".formatted(value(type), op, value(type));
            case 2 -> "(%s and %s)".formatted(value("bool"), value("bool"));
            case 3 -> "(%s or %s)".formatted(value("bool"), value("bool"));
            case 4 -> "(not %s)".formatted(value("bool"));
            case 5 ->
                    "(%s %s null)"
                            .formatted(value(one(List.of("?i64", "?P"))), one(List.of("==", "!=")));
            default -> literal("bool");
        };
    }

    private String string() {
        return switch (chance.nextInt(6)) {
            case 0 -> "(%s + %s)".formatted(value("String"), value("String"));
            case 1 -> "String(%s)".formatted(value(one(TYPES)));
            case 2 ->
                    "$\"<{%s}>\""
                            .formatted(
                                    scope.stream()
                                            .filter(n -> isPrintable(n.type))
                                            .map(Name::name)
                                            .findFirst()
                                            .orElse("1"));
            case 3 -> "str_slice(%s, 0, %d)".formatted(value("String"), chance.nextInt(3));
            default -> literal("String");
        };
    }

    private String slice() {
        return switch (chance.nextInt(3)) {
            case 0 -> "array(%d, %s)".formatted(chance.nextInt(7), value("i64"));
            case 1 ->
                    "[%s, %s, %s, %s][0..%d]"
                            .formatted(
                                    value("i64"),
                                    value("i64"),
                                    value("i64"),
                                    value("i64"),
                                    chance.nextInt(4));
            default -> literal("[]i64");
        };
    }

    private String literal(String type) {
        return switch (type) {
            case "i64" ->
                    one(
                            List.of(
                                    "0",
                                    "1",
                                    "7",
                                    "-3",
                                    "9223372036854775807",
                                    Integer.toString(chance.nextInt(100))));
            case "i32" -> "i32(%s)".formatted(one(List.of("0", "1", "2147483647", "-5", "12")));
            case "u8" -> "u8(%s)".formatted(one(List.of("0", "1", "255", "17")));
            case "u64" -> "u64(%s)".formatted(one(List.of("0", "1", "9223372036854775807", "99")));
            case "f64" -> one(List.of("0.0", "1.5", "-2.25", "1e300", "100.0"));
            case "f32" -> "f32(%s)".formatted(one(List.of("0.0", "0.1", "-2.5")));
            case "bool" -> one(List.of("true", "false"));
            case "String" -> one(List.of("\"\"", "\"a\"", "\"hello\""));
            case "?i64" -> chance.nextBoolean() ? "none()" : "some(" + literal("i64") + ")";
            case "?P" -> "maybe(" + literal("bool") + ")";
            case "P" ->
                    "P { x: %s, y: %s, z: %s }"
                            .formatted(literal("i64"), literal("f64"), literal("bool"));
            case "S" ->
                    one(
                            List.of(
                                    "S.Dot",
                                    "S.Line { a: 3, p: P { x: 1, y: 2.0, z: true } }",
                                    "S.Text { s: \"t\" }"));
            case "L" -> one(List.of("L.Low", "L.Mid", "L.High"));
            case "[]i64" -> "array(4, " + literal("i64") + ")";
            case "[]P" -> "array(2, " + literal("P") + ")";
            default -> throw new IllegalArgumentException(type);
        };
    }

    private <T> T one(List<T> of) {
        return of.get(chance.nextInt(of.size()));
    }
}
