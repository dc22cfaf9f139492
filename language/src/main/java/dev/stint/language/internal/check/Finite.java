package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds structs that would have to contain themselves. How deep values are in each other is then
 * bounded by their types, but for optionals and unions, which are never copied.
 */
final class Finite {
    private enum State {
        OPEN,
        FINITE,
        INFINITE
    }

    private final Reports reports;
    private final TypeTable table;
    private final Map<String, State> states = new HashMap<>();

    Finite(Reports reports, TypeTable table) {
        this.reports = reports;
        this.table = table;
    }

    void check(ModuleScope scope) {
        for (Decl decl : scope.script().decls()) {
            if (decl instanceof Decl.Struct struct
                    && table.find(scope.full(struct.name())) != null
                    && !isFinite(scope.full(struct.name()), 0)) {
                reports.error(
                        "S2002",
                        struct.nameSpan(),
                        "a '"
                                + struct.name()
                                + "' would contain a '"
                                + struct.name()
                                + "' for ever",
                        "make a field optional: ?" + struct.name());
            }
        }
    }

    private boolean isFinite(String name, int depth) {
        State state = states.get(name);
        if (state != null) {
            return state == State.FINITE;
        }
        TypeTable.Definition definition = table.find(name);
        if (definition == null || definition.type().kind() != Type.Named.Kind.STRUCT) {
            return true;
        }
        states.put(name, State.OPEN);
        boolean isFinite = depth < MOST_DEEP;
        for (TypeTable.Field field : definition.fields()) {
            isFinite = isFinite && isFinite(field.type(), depth + 1);
        }
        states.put(name, isFinite ? State.FINITE : State.INFINITE);
        return isFinite;
    }

    /** How deep structs may stand in each other; copying one goes so deep. */
    private static final int MOST_DEEP = 100;

    private boolean isFinite(Type type, int depth) {
        return switch (type) {
            case Type.Array a -> isFinite(a.element(), depth + 1);
            case Type.Named n -> isFinite(n.name(), depth + 1);
            default -> true;
        };
    }
}
