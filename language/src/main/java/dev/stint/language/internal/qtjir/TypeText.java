package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.qtjir.ProgramReader.UnreadableException;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads types as their {@code toString} writes them. */
final class TypeText {
    private static final int DEEPEST = 200;

    private static final Map<String, Type> SIMPLE =
            Map.ofEntries(
                    Map.entry("bool", Types.BOOL),
                    Map.entry("String", Types.TEXT),
                    Map.entry("void", Types.VOID),
                    Map.entry("never", Types.NEVER),
                    Map.entry("null", Types.NULL),
                    Map.entry("Nursery", Types.NURSERY),
                    Map.entry("Capabilities", Types.CAPABILITIES),
                    Map.entry("CapSpawn", Types.CAP_SPAWN),
                    Map.entry("label", Types.LABEL),
                    Map.entry("select", Types.SELECT),
                    Map.entry("error", Type.errors(Type.ANY)),
                    Map.entry("i8", new Type.Int(8, true)),
                    Map.entry("i16", new Type.Int(16, true)),
                    Map.entry("i32", Types.I32),
                    Map.entry("i64", Types.I64),
                    Map.entry("u8", Types.U8),
                    Map.entry("u16", new Type.Int(16, false)),
                    Map.entry("u32", new Type.Int(32, false)),
                    Map.entry("u64", Types.U64),
                    Map.entry("f32", new Type.Real(32)),
                    Map.entry("f64", Types.F64));

    private final TextScanner in;
    private final TypeTable table;
    private int depth;

    TypeText(TextScanner in, TypeTable table) {
        this.in = in;
        this.table = table;
    }

    Type read() throws UnreadableException {
        if (++depth > DEEPEST) {
            throw in.expected("a type that is less deep than " + DEEPEST);
        }
        Type type = simple();
        if (in.accept("!")) {
            type = new Type.Fallible(type, in.word());
        }
        depth--;
        return type;
    }

    private Type simple() throws UnreadableException {
        if (in.accept("?")) {
            return new Type.Optional(deeper());
        }
        if (in.accept("(")) {
            Type inner = read();
            in.expect(")");
            return inner;
        }
        if (in.accept("[]")) {
            return new Type.Slice(deeper());
        }
        if (in.accept("[")) {
            long size = in.integer();
            in.expect("]");
            if (size < 0 || size > Integer.MAX_VALUE) {
                throw in.expected("a size");
            }
            return new Type.Array((int) size, deeper());
        }
        return named(in.word());
    }

    private Type deeper() throws UnreadableException {
        if (++depth > DEEPEST) {
            throw in.expected("a type that is less deep than " + DEEPEST);
        }
        Type type = simple();
        depth--;
        return type;
    }

    private Type named(String word) throws UnreadableException {
        return switch (word) {
            case "Task", "Channel", "slot" -> {
                in.expect("[");
                Type value = read();
                in.expect("]");
                yield switch (word) {
                    case "Task" -> new Type.Task(value);
                    case "Channel" -> new Type.Channel(value);
                    default -> new Type.Slot(value);
                };
            }
            case "func" -> function();
            default -> {
                Type simple = SIMPLE.get(word);
                if (simple != null) {
                    yield simple;
                }
                TypeTable.Definition found = table.find(word);
                if (found == null) {
                    throw in.expected("a type, not '" + word + "',");
                }
                yield found.type();
            }
        };
    }

    private Type function() throws UnreadableException {
        in.expect("(");
        List<Type> params = new ArrayList<>();
        while (!in.accept(")")) {
            params.add(read());
            in.accept(",");
        }
        in.expect("->");
        return new Type.Function(params, read());
    }
}
