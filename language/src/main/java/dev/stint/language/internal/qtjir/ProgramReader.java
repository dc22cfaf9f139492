package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the text that {@link ProgramText} writes. */
public final class ProgramReader {
    /** The text is not that of a program. Says where and what was expected. */
    public static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableException(String message) {
            super(message);
        }
    }

    private final TextScanner in;
    private final TypeTable table = new TypeTable();
    private final List<Graph> graphs = new ArrayList<>();

    private ProgramReader(String text) {
        this.in = new TextScanner(text);
    }

    public static Program read(String text) throws UnreadableException {
        var reader = new ProgramReader(text);
        reader.declareTypes();
        reader.program();
        try {
            return new Program(reader.table, reader.graphs);
        } catch (IllegalArgumentException e) {
            throw new UnreadableException(String.valueOf(e.getMessage()));
        }
    }

    /** Types may name each other in any order, so all names come first. */
    private void declareTypes() throws UnreadableException {
        in.rewind();
        for (String line : in.lines()) {
            String[] words = line.strip().split(" ", 3);
            Type.Named.Kind kind = words.length > 2 ? kind(words[0]) : null;
            if (kind != null) {
                if (table.find(words[1]) != null) {
                    throw new UnreadableException("the type '" + words[1] + "' is defined twice");
                }
                var type = new Type.Named(kind, words[1]);
                table.define(new TypeTable.Definition(type, List.of(), List.of()));
            }
        }
    }

    private static Type.Named.@Nullable Kind kind(String word) {
        return switch (word) {
            case "struct" -> Type.Named.Kind.STRUCT;
            case "enum" -> Type.Named.Kind.ENUM;
            case "union" -> Type.Named.Kind.UNION;
            case "error" -> Type.Named.Kind.ERRORS;
            default -> null;
        };
    }

    private void program() throws UnreadableException {
        while (!in.isAtEnd()) {
            String word = in.word();
            Type.Named.Kind kind = kind(word);
            if (kind != null) {
                definition(kind);
            } else if (word.equals("graph")) {
                graphs.add(graph());
            } else {
                throw in.expected("'graph' or a type");
            }
        }
    }

    // ---- types

    private void definition(Type.Named.Kind kind) throws UnreadableException {
        var type = new Type.Named(kind, in.dotted());
        in.expect("{");
        List<TypeTable.Field> fields = List.of();
        List<TypeTable.Variant> variants = new ArrayList<>();
        if (kind == Type.Named.Kind.STRUCT) {
            fields = fields();
        } else {
            while (!in.accept("}")) {
                variants.add(variant(kind, variants.size()));
                in.accept(",");
            }
        }
        table.define(new TypeTable.Definition(type, fields, variants));
    }

    private TypeTable.Variant variant(Type.Named.Kind kind, int place) throws UnreadableException {
        String name = in.word();
        if (kind == Type.Named.Kind.ENUM) {
            in.expect("=");
            return new TypeTable.Variant(name, in.integer(), List.of());
        }
        in.expect("{");
        return new TypeTable.Variant(name, place, fields());
    }

    private List<TypeTable.Field> fields() throws UnreadableException {
        var fields = new ArrayList<TypeTable.Field>();
        while (!in.accept("}")) {
            String name = in.word();
            in.expect(":");
            fields.add(new TypeTable.Field(name, type()));
            in.accept(",");
        }
        return fields;
    }

    private Type type() throws UnreadableException {
        return new TypeText(in, table).read();
    }

    // ---- graphs

    private Graph graph() throws UnreadableException {
        String name = in.name();
        in.expect("(");
        var params = new ArrayList<Graph.Param>();
        while (!in.accept(")")) {
            String param = in.word();
            in.expect(":");
            params.add(new Graph.Param(param, type()));
            in.accept(",");
        }
        var captures = new ArrayList<Type>();
        if (in.accept("captures")) {
            in.expect("(");
            while (!in.accept(")")) {
                captures.add(type());
                in.accept(",");
            }
        }
        in.expect("->");
        Type result = type();
        Tenancy tenancy = tenancy();
        in.expect("{");
        var nodes = new ArrayList<Node>();
        while (!in.accept("}")) {
            nodes.add(node(nodes.size()));
        }
        return new Graph(name, params, captures, result, tenancy, nodes);
    }

    private Tenancy tenancy() throws UnreadableException {
        if (!in.accept("in")) {
            return Tenancy.CPU_Serial;
        }
        String word = in.word();
        for (Tenancy tenancy : Tenancy.values()) {
            if (tenancy.name().equals(word)) {
                return tenancy;
            }
        }
        throw in.expected("CPU_Serial or CPU_Parallel");
    }

    private Node node(int id) throws UnreadableException {
        in.expect("%");
        if (in.integer() != id) {
            throw in.expected("%" + id + ": nodes are numbered in order");
        }
        in.expect("=");
        Opcode opcode = Opcode.named(in.word());
        if (opcode == null) {
            throw in.expected("an opcode");
        }
        Payload payload = Payload.NONE;
        if (!in.sees("%") && !in.sees(":")) {
            payload = payload();
            in.accept(",");
        }
        var inputs = new ArrayList<Integer>();
        while (in.accept("%")) {
            inputs.add(Math.toIntExact(Math.min(in.integer(), Integer.MAX_VALUE)));
            in.accept(",");
        }
        in.expect(":");
        Type type = type();
        Tenancy tenancy = tenancy();
        int line = 0;
        if (in.sees("@")) {
            in.expect("@");
            line = (int) Math.min(in.integer(), Integer.MAX_VALUE);
        }
        return new Node(id, opcode, payload, inputs, type, tenancy, line);
    }

    private Payload payload() throws UnreadableException {
        if (in.sees("@")) {
            return new Payload.OfName(in.name());
        }
        if (in.sees("\"")) {
            return new Payload.OfText(in.quoted());
        }
        if (in.accept("true")) {
            return new Payload.OfBool(true);
        }
        if (in.accept("false")) {
            return new Payload.OfBool(false);
        }
        if (in.accept("ops=")) {
            long ops = in.integer();
            in.expect("bytes=");
            long bytes = in.integer();
            if (ops < 0 || bytes < 0) {
                throw in.expected("a charge that is not negative");
            }
            return new Payload.OfCost(ops, bytes);
        }
        return in.number();
    }
}
