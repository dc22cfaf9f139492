package dev.stint.language.internal.check;

import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.type.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One function while its body is checked: its names, its result, what is open around the place. */
final class Frame {
    /** What runs the body. */
    enum Kind {
        FUNCTION,
        CLOSURE,
        SPAWNED,
        TEST
    }

    final Kind kind;
    final String name;
    final @Nullable Frame outer;
    final @Nullable Expr closure;
    final boolean maySuspend;
    final Deque<Map<String, Symbol.Local>> scopes = new ArrayDeque<>();
    final List<Symbol.Local> captured = new ArrayList<>();
    final Deque<Stmt.Nursery> nurseries = new ArrayDeque<>();
    final List<Type> returned = new ArrayList<>();
    int loops;
    int defers;
    @Nullable Type result; // null: it is to be inferred

    Frame(
            Kind kind,
            String name,
            @Nullable Frame outer,
            @Nullable Expr closure,
            boolean maySuspend,
            @Nullable Type result) {
        this.kind = kind;
        this.name = name;
        this.outer = outer;
        this.closure = closure;
        this.maySuspend = maySuspend;
        this.result = result;
        scopes.push(new HashMap<>());
    }

    Symbol.@Nullable Local find(String wanted) {
        for (Map<String, Symbol.Local> scope : scopes) {
            Symbol.Local found = scope.get(wanted);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The errors that this function may fail with; null if it may not fail. */
    @Nullable String errors() {
        return result instanceof Type.Fallible fallible ? fallible.errors() : null;
    }

    void capture(Symbol.Local local) {
        if (!captured.contains(local)) {
            captured.add(local);
        }
    }
}
