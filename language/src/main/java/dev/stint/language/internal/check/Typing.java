package dev.stint.language.internal.check;

import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Script;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.tree.Unit;
import dev.stint.language.internal.type.Offers;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A checked script: its tree, and beside it what was found out about the nodes. */
public final class Typing {
    private final List<Unit> units;
    private final TypeTable table = new TypeTable();
    final Offers offers;

    final Map<String, Signature> functions = new LinkedHashMap<>();
    final Map<String, Symbol.Local> globals = new LinkedHashMap<>();
    private final IdentityHashMap<Expr, Type> types = new IdentityHashMap<>();
    private final IdentityHashMap<Expr, Symbol> names = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Symbol.Local> locals = new IdentityHashMap<>();
    private final IdentityHashMap<Expr, List<Symbol.Local>> captures = new IdentityHashMap<>();
    private final IdentityHashMap<Expr.Call, CallTarget> calls = new IdentityHashMap<>();
    private final IdentityHashMap<Stmt.Nursery, List<String>> errorsOfNurseries =
            new IdentityHashMap<>();

    /** Fields that are variants of the types before their dots. */
    final Set<Expr> variants = Collections.newSetFromMap(new IdentityHashMap<>());

    final Set<Stmt> results = Collections.newSetFromMap(new IdentityHashMap<>());
    final Set<Stmt> propagating = Collections.newSetFromMap(new IdentityHashMap<>());

    Typing(List<Unit> units, Offers offers) {
        this.units = List.copyOf(units);
        this.offers = offers;
    }

    /** The script's own text. */
    public Script script() {
        return units.getFirst().script();
    }

    /** What all texts declare, that of the script first. */
    public List<Decl> decls() {
        return units.stream().flatMap(unit -> unit.script().decls().stream()).toList();
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

    /** True for a field that is a variant of the type before the dot. */
    public boolean isVariant(Expr field) {
        return variants.contains(field);
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
