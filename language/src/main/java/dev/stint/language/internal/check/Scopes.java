package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import dev.stint.language.profile.LanguageProfile;
import dev.stint.language.profile.LanguageProfile.Feature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Names and where they are seen, and which types fit which. */
abstract class Scopes {
    final Reports reports;
    final Typing typing;
    final TypeTable table;
    final TypeResolver types;
    private ModuleScope here;
    private @Nullable Frame frame;

    Scopes(Reports reports, Typing typing, ModuleScope here) {
        this.reports = reports;
        this.typing = typing;
        this.table = typing.table();
        this.here = here;
        this.types = new TypeResolver(reports, table, this::here, typing.offers);
    }

    /** The names of the text that is looked at. */
    final ModuleScope here() {
        return here;
    }

    final ModuleScope swapModule(ModuleScope other) {
        ModuleScope before = here;
        here = other;
        return before;
    }

    final LanguageProfile profile() {
        return here.profile();
    }

    final Frame frame() {
        return Objects.requireNonNull(frame, "outside of functions");
    }

    final @Nullable Frame swapFrame(@Nullable Frame other) {
        Frame before = frame;
        frame = other;
        return before;
    }

    final boolean isInFunction() {
        return frame != null;
    }

    // ---- names

    final void openScope() {
        frame().scopes.push(new HashMap<>());
    }

    final void closeScope() {
        frame().scopes.pop();
    }

    /** Declares a name in the innermost scope. A second one of its kind hides the first. */
    final Symbol.Local declare(Object by, String name, Type type, boolean isMutable, Span at) {
        Map<String, Symbol.Local> scope = Objects.requireNonNull(frame().scopes.peek());
        Symbol.Local before = scope.get(name);
        if (before != null && before.isMutable() != isMutable) {
            reports.error(
                    "S0008",
                    at,
                    "'%s' is declared in this block already, by '%s'"
                            .formatted(name, before.isMutable() ? "var" : "let"),
                    "a name may be declared anew in the same way; otherwise choose another");
        }
        var local = new Symbol.Local(name, type, isMutable, false);
        if (!name.equals("_")) {
            scope.put(name, local);
        }
        typing.local(by, local);
        return local;
    }

    /** What a name stands for; null, and reported, if it is unknown. */
    final @Nullable Symbol lookUp(Expr.Name name) {
        return lookUp(name, "let " + name.name() + " = ...");
    }

    /** The same for what is called. */
    final @Nullable Symbol lookUpFunction(Expr.Name name) {
        return lookUp(name, "func " + name.name() + "(...) do ... end");
    }

    private @Nullable Symbol lookUp(Expr.Name name, String declaration) {
        Symbol found = find(name.name(), name.span());
        if (found == null && Builtin.named(name.name()) == null) {
            reports.error(
                    "S0001",
                    name.span(),
                    "there is no '" + name.name() + "' here",
                    hintFor(name.name(), declaration));
        }
        return found;
    }

    private String hintFor(String name, String declaration) {
        var known = new ArrayList<String>();
        for (Frame at = frame; at != null; at = at.outer) {
            at.scopes.forEach(scope -> known.addAll(scope.keySet()));
        }
        known.addAll(typing.functions.keySet());
        known.addAll(typing.globals.keySet());
        known.addAll(here.used.keySet());
        known.addAll(here.usedOfLibrary.keySet());
        known.addAll(typing.offers.functions().keySet());
        for (Builtin builtin : Builtin.values()) {
            known.add(builtin.word());
        }
        String near = Spelling.nearest(name, known);
        return near == null ? "declare it: " + declaration : "did you mean '" + near + "'?";
    }

    private @Nullable Symbol find(String name, Span at) {
        var crossed = new ArrayList<Frame>();
        for (Frame here = frame; here != null; here = here.outer) {
            Symbol.Local local = here.find(name);
            if (local != null) {
                capture(local, crossed, at);
                return local;
            }
            crossed.add(here);
        }
        return program(here.resolved(name));
    }

    /** What a full name stands for; null if it is no value. */
    final @Nullable Symbol program(String full) {
        Symbol.Local global = typing.globals.get(full);
        if (global != null) {
            return global;
        }
        Signature function = typing.functions.get(full);
        return function == null ? null : new Symbol.OfFunction(function);
    }

    /** The module of one's own that a name stands for; null if it is none, or hidden. */
    final @Nullable ModuleScope module(Expr expr) {
        return expr instanceof Expr.Name name && !isLocal(name.name())
                ? here.module(name.name())
                : null;
    }

    final boolean isLocal(String name) {
        for (Frame at = frame; at != null; at = at.outer) {
            if (at.find(name) != null) {
                return true;
            }
        }
        return false;
    }

    /** A name of a function around this one becomes part of every closure in between. */
    private void capture(Symbol.Local local, List<Frame> crossed, Span at) {
        for (Frame closure : crossed) {
            closure.capture(local);
            if (closure.kind != Frame.Kind.SPAWNED) {
                continue;
            }
            if (local.isMutable()) {
                reports.error(
                        "N1101",
                        at,
                        "the variable '%s' cannot be shared with a spawned task"
                                .formatted(local.name()),
                        "copy it first: let copy = " + local.name(),
                        "or send results through a channel");
            } else {
                ensureSendable(local.type(), at, "'" + local.name() + "'");
            }
        }
    }

    final void ensureSendable(Type type, Span at, String what) {
        String why = table.whyNotSendable(type);
        if (why != null) {
            reports.error(
                    "N1102",
                    at,
                    "%s of type '%s' cannot be given to another task: %s"
                            .formatted(what, type, why),
                    "give it values, or a channel");
        }
    }

    // ---- profiles

    final void need(Feature feature, Span at, String what) {
        if (!profile().allows(feature)) {
            String wanted = LanguageProfile.lowestThatAllows(feature).word();
            reports.error(
                    "S0100",
                    at,
                    "%s is not in profile ':%s'; it needs %s"
                            .formatted(what, profile().word(), LanguageProfile.wordsFor(feature)),
                    "write {.profile: %s.} as the first thing in the file".formatted(wanted));
        }
    }

    // ---- types

    /** True if a value of one type can stand where another is wanted. */
    final boolean fits(Type actual, Type wanted) {
        if (actual.equals(wanted)
                || actual.equals(Types.UNKNOWN)
                || wanted.equals(Types.UNKNOWN)
                || actual.equals(Types.NEVER)) {
            return true;
        }
        return switch (wanted) {
            case Type.Optional o ->
                    actual.equals(Types.NULL)
                            || fits(actual, o.value())
                            || (actual instanceof Type.Optional a && fits(a.value(), o.value()));
            case Type.Slice s -> actual instanceof Type.Array a && a.element().equals(s.element());
            case Type.Fallible f ->
                    actual instanceof Type.Fallible a
                            ? fits(a.value(), f.value()) && covers(f.errors(), a.errors())
                            : fits(actual, f.value());
            case Type.Named n ->
                    actual instanceof Type.Named a
                            && n.kind() == Type.Named.Kind.ERRORS
                            && a.kind() == Type.Named.Kind.ERRORS
                            && covers(n.name(), a.name());
            default -> false;
        };
    }

    static boolean covers(String set, String part) {
        return TypeTable.covers(set, part);
    }

    /** Reports a value that does not fit; says what would make it fit. */
    final void ensureFits(Type actual, Type wanted, Span at, String what) {
        if (fits(actual, wanted)) {
            return;
        }
        if (actual instanceof Type.Fallible fallible && fits(fallible.value(), wanted)) {
            unhandled(fallible, at);
            return;
        }
        reports.error(
                "S0004",
                at,
                "%s is of type '%s', but '%s' is wanted".formatted(what, actual, wanted),
                conversionHint(actual, wanted));
    }

    final void unhandled(Type.Fallible fallible, Span at) {
        reports.error(
                "S0014",
                at,
                "this may fail with '" + fallible.errors() + "', and nobody handles that",
                "pass the error on with '?', or write: catch |e| do ... end");
    }

    private static String conversionHint(Type actual, Type wanted) {
        if (actual.isNumber() && (wanted.isNumber() || wanted.equals(Types.TEXT))) {
            return "convert it: " + wanted + "(...)";
        }
        if (actual instanceof Type.Optional optional && optional.value().equals(wanted)) {
            return "say what to take if there is none: ... ?? other";
        }
        if (wanted.equals(Types.TEXT)) {
            return "make it a text: String(...)";
        }
        return "change the value or the type";
    }

    /** The type that both fit; null if there is none. */
    final @Nullable Type common(Type a, Type b) {
        if (fits(a, b)) {
            return a.equals(Types.UNKNOWN) ? a : b;
        }
        if (fits(b, a)) {
            return a;
        }
        if (a.equals(Types.NULL) || b.equals(Types.NULL)) {
            return new Type.Optional(a.equals(Types.NULL) ? b : a);
        }
        return null;
    }
}
