package dev.stint.language.internal.check;

import dev.stint.language.internal.tree.Children;
import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Node;
import dev.stint.language.internal.tree.Param;
import dev.stint.language.internal.tree.Pattern;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.tree.TypeTree;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds what stands at a place of a checked text. */
public final class Places {
    /**
     * What stands there.
     *
     * @param price what it costs by itself, in words; empty if nothing is known
     */
    public record Found(Span span, String type, String price) {}

    private Places() {}

    /** The innermost of what has a type; null if nothing has. */
    public static @Nullable Found at(Typing typing, int offset) {
        List<Node> path = path(typing, offset);
        for (Node node : path) {
            Found found =
                    switch (node) {
                        case Expr expr -> ofExpr(typing, expr, offset);
                        case Stmt.Let let when holds(let.nameSpan(), offset) ->
                                ofLocal(typing, let, let.nameSpan());
                        case Stmt.For each when holds(each.nameSpan(), offset) ->
                                ofLocal(typing, each, each.nameSpan());
                        case Param param -> ofLocal(typing, param, param.span());
                        case Pattern.Binding binding -> ofLocal(typing, binding, binding.span());
                        case Decl.Function f when holds(f.nameSpan(), offset) ->
                                ofFunction(declared(typing, f), f.nameSpan());
                        default -> null;
                    };
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable Found ofExpr(Typing typing, Expr expr, int offset) {
        return switch (expr) {
            case Expr.Name name
                    when typing.symbolOf(name) instanceof Symbol.OfFunction(Signature signature) ->
                    ofFunction(signature, name.span());
            case Expr.Name name when typing.symbolOf(name) instanceof Symbol.Local local ->
                    new Found(name.span(), declared(local), "");
            case Expr.Call call when isCallee(call, offset) -> ofCall(typing, call);
            case Expr.Name _ -> null; // a module, or part of a call
            case Expr.Bad _ -> null;
            default -> {
                Type type = typing.typeOf(expr);
                yield type.equals(Types.UNKNOWN)
                        ? null
                        : new Found(expr.span(), type.toString(), "");
            }
        };
    }

    private static @Nullable Signature declared(Typing typing, Decl.Function function) {
        return typing.functions().stream()
                .filter(signature -> signature.decl() == function)
                .findFirst()
                .orElse(null);
    }

    private static boolean isCallee(Expr.Call call, int offset) {
        return switch (call.callee()) {
            case Expr.Name name -> holds(name.span(), offset);
            case Expr.Field field -> holds(field.nameSpan(), offset);
            default -> false;
        };
    }

    private static @Nullable Found ofCall(Typing typing, Expr.Call call) {
        Span at =
                call.callee() instanceof Expr.Field field ? field.nameSpan() : call.callee().span();
        return switch (typing.tryTargetOf(call)) {
            case CallTarget.OfFunction target -> ofFunction(target.signature(), at);
            case CallTarget.OfStd(StdTable.Function f, _) ->
                    new Found(
                            at,
                            f.name() + params(f.params()) + result(f.result()),
                            "priced by what it is given");
            case CallTarget.OfHost target ->
                    new Found(
                            at,
                            target.offer().name()
                                    + params(target.offer().params())
                                    + result(target.offer().result()),
                            "a call of the host costs %d".formatted(target.offer().ops()));
            case CallTarget.OfBuiltin target ->
                    new Found(at, target.builtin().word() + ": " + typing.typeOf(call), "");
            case null -> null;
            default -> new Found(at, typing.typeOf(call).toString(), "");
        };
    }

    private static @Nullable Found ofFunction(@Nullable Signature signature, Span at) {
        if (signature == null) {
            return null;
        }
        String params =
                signature.decl().params().stream()
                        .map(Param::name)
                        .collect(Collectors.joining(", ", "(", ")"));
        String types = params(signature.params());
        return new Found(
                at,
                "func %s%s%s%s"
                        .formatted(
                                signature.name(),
                                types,
                                result(signature.result()),
                                params.equals("()") ? "" : " of " + params),
                "a call costs 1 operation and what it does");
    }

    private static String params(List<Type> types) {
        return types.stream().map(Type::toString).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String result(Type type) {
        return type.equals(Types.VOID) ? "" : " -> " + type;
    }

    private static @Nullable Found ofLocal(Typing typing, Object declares, Span at) {
        return typing.hasLocal(declares)
                ? new Found(at, declared(typing.localOf(declares)), "")
                : null;
    }

    private static String declared(Symbol.Local local) {
        return (local.isMutable() ? "var " : "let ") + local;
    }

    // ---- declarations

    /** Where what stands there is declared; null if that is nowhere in the text. */
    public static @Nullable Span declaration(Typing typing, int offset) {
        for (Node node : path(typing, offset)) {
            Span found =
                    switch (node) {
                        case Expr.Name name -> ofSymbol(typing, typing.symbolOf(name), name.name());
                        case Expr.StructLiteral s -> typeNamed(typing, s.type());
                        case TypeTree.Named named -> typeNamed(typing, named.name());
                        case Expr.Call call
                                when isCallee(call, offset)
                                        && typing.tryTargetOf(call)
                                                instanceof CallTarget.OfFunction target ->
                                target.signature().decl().nameSpan();
                        default -> null;
                    };
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable Span ofSymbol(Typing typing, @Nullable Symbol symbol, String name) {
        return switch (symbol) {
            case Symbol.OfFunction(Signature signature) -> signature.decl().nameSpan();
            case Symbol.Local local -> declaring(typing, local);
            case null -> typeNamed(typing, name);
        };
    }

    private static @Nullable Span declaring(Typing typing, Symbol.Local local) {
        for (Node node : all(typing)) {
            if (typing.hasLocal(node) && typing.localOf(node) == local) {
                return switch (node) {
                    case Stmt.Let let -> let.nameSpan();
                    case Stmt.For each -> each.nameSpan();
                    case Stmt.Using using -> using.nameSpan();
                    default -> node.span();
                };
            }
        }
        return null;
    }

    private static @Nullable Span typeNamed(Typing typing, String name) {
        for (Decl decl : typing.decls()) {
            Span found =
                    switch (decl) {
                        case Decl.Struct s when s.name().equals(name) -> s.nameSpan();
                        case Decl.Enumeration e when e.name().equals(name) -> e.nameSpan();
                        case Decl.Union u when u.name().equals(name) -> u.nameSpan();
                        case Decl.Errors e when e.name().equals(name) -> e.nameSpan();
                        default -> null;
                    };
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    // ---- the tree

    private static boolean holds(Span span, int offset) {
        return offset >= span.start() && offset <= span.end();
    }

    /** The nodes around a place, the innermost first. */
    private static List<Node> path(Typing typing, int offset) {
        List<Node> path = new ArrayList<>();
        for (Node node : all(typing)) {
            if (holds(node.span(), offset)) {
                path.add(node);
            }
        }
        path.sort(
                (a, b) ->
                        Integer.compare(
                                a.span().end() - a.span().start(),
                                b.span().end() - b.span().start()));
        return path;
    }

    private static List<Node> all(Typing typing) {
        List<Node> all = new ArrayList<>();
        Deque<Node> open = new ArrayDeque<>(typing.decls());
        while (!open.isEmpty()) {
            Node node = open.pop();
            all.add(node);
            Children.of(node).forEach(open::push);
            if (node instanceof Decl.Global global) {
                open.push(global.let());
            }
        }
        return all;
    }
}
