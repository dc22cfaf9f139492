package dev.stint.language.internal.check;

import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Script;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.type.Offers;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A checked script: its tree, and beside it what was found out about the nodes. */
public final class Typing {
    private final Script script;
    private final TypeTable table = new TypeTable();
    final Offers offers;

    /** Modules of the library, by the names that they have here. */
    final Map<String, String> modules = new HashMap<>();

    /** Functions of modules that are called without the module's name. */
    final Map<String, String> used = new HashMap<>();

    final Map<String, Signature> functions = new LinkedHashMap<>();
    final Map<String, Symbol.Local> globals = new LinkedHashMap<>();
    private final IdentityHashMap<Expr, Type> types = new IdentityHashMap<>();
    private final IdentityHashMap<Expr, Symbol> names = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Symbol.Local> locals = new IdentityHashMap<>();
    private final IdentityHashMap<Expr, List<Symbol.Local>> captures = new IdentityHashMap<>();
    private final IdentityHashMap<Expr.Call, CallTarget> calls = new IdentityHashMap<>();
    private final IdentityHashMap<Stmt.Nursery, List<String>> errorsOfNurseries =
            new IdentityHashMap<>();
    final Set<Stmt> results = Collections.newSetFromMap(new IdentityHashMap<>());
    final Set<Stmt> propagating = Collections.newSetFromMap(new IdentityHashMap<>());

    Typing(Script script, Offers offers) {
        this.script = script;
        this.offers = offers;
    }

    public Script script() {
        return script;
    }

    public TypeTable table() {
        return table;
    }

    public List<Signature> functions() {
        return List.copyOf(functions.values());
    }

    public @Nullable Signature function(String name) {
        return functions.get(name);
    }

    // ---- filled by the checker

    void type(Expr expr, Type type) {
        types.put(expr, type);
    }

    void name(Expr name, Symbol symbol) {
        names.put(name, symbol);
    }

    void local(Object declares, Symbol.Local local) {
        locals.put(declares, local);
    }

    void capture(Expr closure, List<Symbol.Local> captured) {
        captures.put(closure, captured);
    }

    void call(Expr.Call call, CallTarget target) {
        calls.put(call, target);
    }

    /** The error sets that the tasks of a nursery may fail with. */
    List<String> errorsOf(Stmt.Nursery nursery) {
        return errorsOfNurseries.computeIfAbsent(nursery, n -> new ArrayList<>());
    }

    // ---- asked by those who come after

    public Type typeOf(Expr expr) {
        return types.getOrDefault(expr, Types.UNKNOWN);
    }

    public @Nullable Symbol symbolOf(Expr name) {
        return names.get(name);
    }

    /** What a statement, a parameter, a pattern or a handler has declared. */
    public Symbol.Local localOf(Object declares) {
        return Objects.requireNonNull(locals.get(declares), "a local that was not checked");
    }

    public boolean hasLocal(Object declares) {
        return locals.containsKey(declares);
    }

    public List<Symbol.Local> capturesOf(Expr closure) {
        return captures.getOrDefault(closure, List.of());
    }

    public CallTarget targetOf(Expr.Call call) {
        return Objects.requireNonNull(calls.get(call), "a call that was not checked");
    }

    public @Nullable CallTarget tryTargetOf(Expr.Call call) {
        return calls.get(call);
    }

    /** True if the value of this statement is the result of its function. */
    public boolean isResult(Stmt stmt) {
        return results.contains(stmt);
    }

    /** True if what goes wrong in this nursery is an error of the function. */
    public boolean isPropagating(Stmt.Nursery nursery) {
        return propagating.contains(nursery);
    }

    /** The set of errors that comes out of a nursery. */
    public String errorSetOf(Stmt.Nursery nursery) {
        List<String> found = errorsOfNurseries.getOrDefault(nursery, List.of());
        return found.stream().distinct().count() == 1 ? found.getFirst() : Type.ANY;
    }
}
