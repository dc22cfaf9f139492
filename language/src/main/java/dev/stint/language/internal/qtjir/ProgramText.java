package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of a program.
 *
 * <pre>
 * struct Point { x: f64, y: f64 }
 * graph @area(w: i64, h: i64) -> i64 {
 *   %0 = Argument 0 : i64 @1
 *   %1 = Argument 1 : i64 @1
 *   %2 = Mul %0, %1 : i64 @1
 *   %3 = Return %2 : void @1
 * }
 * </pre>
 */
public final class ProgramText {
    private ProgramText() {}

    public static String of(Program program) {
        var text = new StringBuilder();
        for (TypeTable.Definition definition : program.table().all()) {
            if (!TypeTable.isBuiltIn(definition.type().name())) {
                text.append(definition(definition)).append('\n');
            }
        }
        program.graphs().forEach(graph -> text.append(of(graph)));
        return text.toString();
    }

    private static String definition(TypeTable.Definition definition) {
        String head =
                switch (definition.type().kind()) {
                    case STRUCT -> "struct";
                    case ENUM -> "enum";
                    case UNION -> "union";
                    case ERRORS -> "error";
                };
        String body =
                switch (definition.type().kind()) {
                    case STRUCT -> fields(definition.fields());
                    case ENUM ->
                            definition.variants().stream()
                                    .map(v -> v.name() + " = " + v.value())
                                    .collect(Collectors.joining(", "));
                    case UNION, ERRORS ->
                            definition.variants().stream()
                                    .map(v -> v.name() + " { " + fields(v.fields()) + " }")
                                    .collect(Collectors.joining(", "));
                };
        return head + " " + definition.type().name() + " { " + body + " }";
    }

    private static String fields(List<TypeTable.Field> fields) {
        return fields.stream()
                .map(f -> f.name() + ": " + f.type())
                .collect(Collectors.joining(", "));
    }

    public static String of(Graph graph) {
        var text = new StringBuilder("graph ").append(name(graph.name())).append('(');
        text.append(
                graph.params().stream()
                        .map(p -> p.name() + ": " + p.type())
                        .collect(Collectors.joining(", ")));
        text.append(")");
        if (!graph.captures().isEmpty()) {
            text.append(" captures (");
            text.append(
                    graph.captures().stream()
                            .map(Type::toString)
                            .collect(Collectors.joining(", ")));
            text.append(')');
        }
        text.append(" -> ").append(graph.result());
        if (graph.tenancy() != Tenancy.CPU_Serial) {
            text.append(" in ").append(graph.tenancy());
        }
        text.append(" {\n");
        graph.nodes().forEach(node -> text.append("  ").append(of(node)).append('\n'));
        return text.append("}\n").toString();
    }

    public static String of(Node node) {
        var text = new StringBuilder("%").append(node.id()).append(" = ").append(node.opcode());
        String separator = " ";
        String payload = payload(node.payload());
        if (!payload.isEmpty()) {
            text.append(separator).append(payload);
            separator = ", ";
        }
        for (int input : node.inputs()) {
            text.append(separator).append('%').append(input);
            separator = ", ";
        }
        text.append(" : ").append(node.type());
        if (node.tenancy() != Tenancy.CPU_Serial) {
            text.append(" in ").append(node.tenancy());
        }
        if (node.line() > 0) {
            text.append(" @").append(node.line());
        }
        return text.toString();
    }

    private static String payload(Payload payload) {
        return switch (payload) {
            case Payload.None _ -> "";
            case Payload.OfInt(long value) -> Long.toString(value);
            case Payload.OfReal(double value) -> real(value);
            case Payload.OfBool(boolean value) -> Boolean.toString(value);
            case Payload.OfText(String value) -> quoted(value);
            case Payload.OfName(String name) -> name(name);
            case Payload.OfCost(long ops, long bytes) -> "ops=" + ops + " bytes=" + bytes;
        };
    }

    private static String real(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "real(" + value + ")";
    }

    private static String name(String name) {
        boolean isPlain = !name.isEmpty() && name.chars().allMatch(ProgramText::isPlain);
        return "@" + (isPlain ? name : quoted(name));
    }

    private static boolean isPlain(int c) {
        return c == '_' || c == '$' || c == '.' || (c < 128 && Character.isLetterOrDigit(c));
    }

    private static String quoted(String text) {
        var out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c >= ' ' && c < 127) {
                        out.append(c);
                    } else {
                        out.append(String.format("\\u%04x", (int) c));
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
