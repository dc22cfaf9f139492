package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.qtjir.ProgramReader.UnreadableException;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads types as their {@code toString} writes them. */
final class TypeText {
    private static final int DEEPEST = 200;

    /** Those that only the intermediate code names, besides {@link Types#WRITABLE}. */
    private static final Map<String, Type> INNER =
            Map.of(
                    "never", Types.NEVER,
                    "null", Types.NULL,
                    "Nursery", Types.NURSERY,
                    "Capabilities", Types.CAPABILITIES,
                    "CapSpawn", Types.CAP_SPAWN,
                    "label", Types.LABEL,
                    "select", Types.SELECT,
                    "error", Type.errors(Type.ANY));

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
            type = new Type.Fallible(type, in.dotted());
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
        return named(in.dotted());
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
                if (StdTable.isType(word)) {
                    yield standard(word);
                }
                Type writable = Types.WRITABLE.get(word);
                Type simple = writable == null ? INNER.get(word) : writable;
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

    private Type standard(String word) throws UnreadableException {
        List<Type> arguments = new ArrayList<>();
        for (int i = 0; i < StdTable.arity(word); i++) {
            in.expect(i == 0 ? "[" : ",");
            arguments.add(read());
        }
        if (!arguments.isEmpty()) {
            in.expect("]");
        }
        return new Type.Standard(word, arguments);
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
