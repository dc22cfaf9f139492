package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.type.Offer;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import dev.stint.language.profile.LanguageProfile.Feature;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks calls: of functions, of values that are functions, of what every script has. */
abstract class CallChecker extends ExprChecker {
    /** How long a row of functions may be that need each other's results. */
    private static final int MOST_INFERENCES = 50;

    CallChecker(Reports reports, Typing typing, ModuleScope here) {
        super(reports, typing, here);
    }

    @Override
    final Type call(Expr.Call call, @Nullable Type wanted) {
        return switch (call.callee()) {
            case Expr.Name name -> named(call, name, wanted);
            case Expr.Field field -> {
                if (module(field.target()) != null) {
                    yield ofModule(call, field);
                }
                Type found = qualified(call, field);
                if (found != null) {
                    yield found;
                }
                yield isVariable(field)
                        ? value(call, check(call.callee(), null))
                        : method(call, field);
            }
            default -> value(call, check(call.callee(), null));
        };
    }

    // ---- the library, and what the host offers

    private Type standard(Expr.Call call, StdTable.Function function, boolean isMethod) {
        typing.call(call, new CallTarget.OfStd(function, isMethod));
        arguments(call, own(function.params(), isMethod), function.name());
        return function.result();
    }

    private Type offered(Expr.Call call, Offer offer, boolean isMethod) {
        typing.call(call, new CallTarget.OfHost(offer, isMethod));
        arguments(call, own(offer.params(), isMethod), offer.name());
        return offer.result();
    }

    /** Without what it is called on. */
    private static List<Type> own(List<Type> params, boolean isMethod) {
        return isMethod ? params.subList(1, params.size()) : params;
    }

    /** A call on a module or on a type that is no value; null if it is none of these. */
    private @Nullable Type qualified(Expr.Call call, Expr.Field field) {
        if (!(field.target() instanceof Expr.Name name) || isDeclared(name.name())) {
            return null;
        }
        String module = here().library.get(name.name());
        boolean isType = StdTable.isType(name.name());
        String owner = isType && module == null ? name.name() : module;
        if (owner == null) {
            return StdTable.isModule(name.name()) ? notImported(call, name) : null;
        }
        StdTable.Function function = StdTable.find(owner + "." + field.name());
        boolean isOpen = isType && StdTable.arity(owner) > 0;
        if (function == null || isOpen || (isType && !field.name().equals("new"))) {
            call.arguments().forEach(argument -> check(argument, null));
            String near = Spelling.nearest(field.name(), StdTable.words(owner));
            reports.error(
                    "S0002",
                    field.nameSpan(),
                    "'%s' has no function '%s' here".formatted(owner, field.name()),
                    isOpen
                            ? "write the types: List[i64].new() or Map[String, i64].new()"
                            : near == null
                                    ? "it has " + String.join(", ", StdTable.words(owner))
                                    : "did you mean '" + near + "'?");
            return Types.UNKNOWN;
        }
        if (function.result().equals(StdTable.CANCEL_TOKEN)) {
            types.ensureConcurrent(owner, name.span());
        }
        return standard(call, function, false);
    }

    private Type notImported(Expr.Call call, Expr.Name name) {
        call.arguments().forEach(argument -> check(argument, null));
        reports.error(
                "S0001",
                name.span(),
                "the module '" + name.name() + "' is not imported",
                "write at the top of the file: import std." + name.name());
        return Types.UNKNOWN;
    }

    /** What is called on its values: all but what makes one. */
    private static List<String> onValues(String type) {
        return StdTable.words(type).stream().filter(word -> !word.equals("new")).toList();
    }

    private Type standardMethod(Expr.Call call, Expr.Field field, Type.Standard target) {
        String name = target.name() + "." + field.name();
        Offer offer = typing.offers.find(name);
        if (offer != null) {
            return offered(call, offer, true);
        }
        StdTable.Function function = StdTable.find(name);
        boolean isHidden = Set.of("new", "get", "set").contains(field.name());
        if (function == null || (target.name().equals(StdTable.LIST) && isHidden)) {
            call.arguments().forEach(argument -> check(argument, null));
            String near = Spelling.nearest(field.name(), StdTable.words(target.name()));
            reports.error(
                    "S0002",
                    field.nameSpan(),
                    "a value of type '%s' has no function '%s'".formatted(target, field.name()),
                    isHidden
                            ? "elements are read and set as list[i]"
                            : near == null
                                    ? "it has " + String.join(", ", onValues(target.name()))
                                    : "did you mean '" + near + "'?");
            return Types.UNKNOWN;
        }
        Type element = target.arguments().isEmpty() ? Types.UNKNOWN : target.arguments().getFirst();
        boolean orders = function.word().equals("sort");
        boolean compares = Set.of("index_of", "contains").contains(function.word());
        boolean isOrdered = element.isNumber() || element.equals(Types.TEXT);
        if ((orders && !isOrdered) || (compares && !StdTable.isKey(element) && !isOrdered)) {
            reports.error(
                    "S0005",
                    field.nameSpan(),
                    "values of type '%s' cannot be %s"
                            .formatted(element, orders ? "ordered" : "compared"),
                    "numbers and texts can");
        }
        return standard(call, function.of(target.arguments()), true);
    }

    private Type named(Expr.Call call, Expr.Name name, @Nullable Type wanted) {
        Type conversion = TypeResolver.simple(name.name());
        if (conversion != null) {
            return conversion(call, conversion);
        }
        boolean isHidden = isDeclared(name.name());
        Builtin builtin = isHidden ? null : Builtin.named(name.name());
        if (builtin != null) {
            return builtin(call, builtin, wanted);
        }
        String std = isHidden ? null : here().usedOfLibrary.get(name.name());
        if (std != null && StdTable.find(std) != null) {
            return standard(call, Objects.requireNonNull(StdTable.find(std)), false);
        }
        Offer offer = isHidden ? null : typing.offers.find(name.name());
        if (offer != null) {
            return offered(call, offer, false);
        }
        Symbol symbol = lookUpFunction(name);
        if (symbol instanceof Symbol.OfFunction function) {
            typing.name(name, symbol);
            return function(call, resultKnown(function.signature(), name.span()), false);
        }
        if (symbol instanceof Symbol.Local local) {
            typing.name(name, symbol);
            typing.type(name, local.type());
            return value(call, local.type());
        }
        call.arguments().forEach(argument -> check(argument, null));
        return Types.UNKNOWN;
    }

    private boolean isDeclared(String name) {
        return isLocal(name) || program(here().resolved(name)) != null;
    }

    /** A call of what a module of one's own publishes. */
    private Type ofModule(Expr.Call call, Expr.Field field) {
        if (typeBefore(field) == null && foreign(field) instanceof Symbol.OfFunction function) {
            typing.name(field, function);
            return function(call, resultKnown(function.signature(), field.span()), false);
        }
        call.arguments().forEach(argument -> check(argument, null));
        reports.error( // unless something was reported there already
                "S0002", field.nameSpan(), "'" + field.name() + "' is no function of the module");
        return Types.UNKNOWN;
    }

    // ---- functions

    final Type function(Expr.Call call, Signature signature, boolean isSpawned) {
        typing.call(call, new CallTarget.OfFunction(signature));
        arguments(call, signature.params(), signature.name());
        if (signature.decl().isAsync() && !isSpawned && !maySuspend()) {
            reports.error(
                    "N1002",
                    call.span(),
                    "'%s' may suspend, and '%s' is not async"
                            .formatted(signature.name(), frame().name),
                    "write 'async' before its 'func', or spawn it in a nursery");
        }
        return signature.result();
    }

    final boolean maySuspend() {
        return isInFunction() && frame().maySuspend;
    }

    private Type value(Expr.Call call, Type callee) {
        if (callee instanceof Type.Function function) {
            typing.call(call, new CallTarget.OfValue(function));
            arguments(call, function.params(), "this function");
            return function.result();
        }
        call.arguments().forEach(argument -> check(argument, null));
        if (!callee.equals(Types.UNKNOWN)) {
            reports.error(
                    "S0005",
                    call.callee().span(),
                    "a value of type '" + callee + "' cannot be called");
        }
        return Types.UNKNOWN;
    }

    private void arguments(Expr.Call call, List<Type> params, String callee) {
        List<Expr> arguments = call.arguments();
        if (arguments.size() != params.size()) {
            reports.error(
                    "S0007",
                    call.span(),
                    "'%s' takes %s, and is given %d"
                            .formatted(callee, counted(params.size()), arguments.size()));
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (i < params.size()) {
                checkFits(arguments.get(i), params.get(i), "this argument");
            } else {
                check(arguments.get(i), null);
            }
        }
    }

    private static String counted(int count) {
        return count == 1 ? "1 argument" : count + " arguments";
    }

    // ---- conversions

    private Type conversion(Expr.Call call, Type to) {
        typing.call(call, new CallTarget.Conversion(to));
        if (call.arguments().size() != 1) {
            arguments(call, List.of(to), to.toString());
            return to;
        }
        Expr argument = call.arguments().getFirst();
        Type from = checkValue(argument, null);
        if (to.equals(Types.TEXT)) {
            printable(from, argument.span());
            return to;
        }
        boolean fits = to.isNumber() && (from.isNumber() || from.isKind(Type.Named.Kind.ENUM));
        if (!fits && !from.equals(Types.UNKNOWN)) {
            reports.error(
                    "S0004",
                    argument.span(),
                    "a value of type '%s' cannot be made a '%s'".formatted(from, to));
        }
        return to;
    }

    // ---- what every script has

    private Type builtin(Expr.Call call, Builtin builtin, @Nullable Type wanted) {
        if (builtin.isConcurrent()) {
            need(Feature.CONCURRENCY, call.span(), "'" + builtin.word() + "'");
        }
        typing.call(call, new CallTarget.OfBuiltin(builtin));
        List<Type> params = builtin.params();
        if (params != null) {
            arguments(call, params, builtin.word());
            if (builtin == Builtin.CANCEL && frame().nurseries.isEmpty()) {
                reports.error(
                        "N1001",
                        call.span(),
                        "'cancel()' outside of a nursery of this function",
                        "it cancels the innermost nursery around it");
            }
            return builtin.result();
        }
        return switch (builtin) {
            case PRINT, PRINTLN -> {
                for (Expr argument : call.arguments()) {
                    printable(checkValue(argument, null), argument.span());
                }
                yield Types.VOID;
            }
            case ASSERT -> {
                boolean withMessage = call.arguments().size() == 2;
                arguments(
                        call,
                        withMessage ? List.of(Types.BOOL, Types.TEXT) : List.of(Types.BOOL),
                        "assert");
                yield Types.VOID;
            }
            default -> array(call, wanted); // ARRAY
        };
    }

    /** {@code array(n, value)}: a slice of so many. */
    private Type array(Expr.Call call, @Nullable Type wanted) {
        Type element = bare(wanted) instanceof Type.Slice slice ? slice.element() : null;
        if (call.arguments().size() != 2) {
            arguments(call, List.of(Types.I64, Types.UNKNOWN), "array");
            return Types.UNKNOWN;
        }
        checkFits(call.arguments().getFirst(), Types.I64, "the number of elements");
        Type value = checkValue(call.arguments().getLast(), element);
        if (element == null) {
            element = value;
        }
        ensureFits(value, element, call.arguments().getLast().span(), "the value");
        return element.equals(Types.UNKNOWN) ? element : new Type.Slice(element);
    }

    // ---- methods

    /** True for a field that holds a function. */
    private boolean isVariable(Expr.Field field) {
        if (field.isOptional() || field.target() instanceof Expr.TypeName) {
            return false;
        }
        if (typeBefore(field) != null) {
            return false;
        }
        Type target = check(field.target(), null);
        return target.isKind(Type.Named.Kind.STRUCT)
                || target instanceof Type.Fallible
                || target.equals(Types.UNKNOWN);
    }

    private Type method(Expr.Call call, Expr.Field field) {
        if (field.target() instanceof Expr.TypeName name) {
            return maker(call, field, types.resolve(name.type()));
        }
        Type target = typeBefore(field) != null ? Types.UNKNOWN : typing.typeOf(field.target());
        return switch (target) {
            case Type.Channel channel -> channel(call, field, channel.value());
            case Type.Standard standard -> standardMethod(call, field, standard);
            case Type.Task _ when field.name().equals("cancel") ->
                    method(call, Builtin.TASK_CANCEL, List.of(), Types.VOID);
            case Type.Simple simple
                    when simple.equals(Types.NURSERY) && field.name().equals("cancel") ->
                    method(call, Builtin.NURSERY_CANCEL, List.of(), Types.VOID);
            case Type.Simple simple when simple.equals(Types.CAP_SPAWN) -> right(call, field);
            default -> noMethod(call, field, target);
        };
    }

    private Type noMethod(Expr.Call call, Expr.Field field, Type target) {
        call.arguments().forEach(argument -> check(argument, null));
        if (field.isOptional()) {
            check(field.target(), null);
            reports.error(
                    "S0002",
                    field.nameSpan(),
                    "nothing is called behind '?.'; it is for fields",
                    "say what to take if there is none: (x ?? other)." + field.name() + "(...)");
            return Types.UNKNOWN;
        }
        reports.error(
                "S0002",
                field.nameSpan(),
                target.equals(Types.UNKNOWN)
                        ? "there is no function '" + field.name() + "' here"
                        : "a value of type '%s' has no function '%s'"
                                .formatted(target, field.name()));
        return Types.UNKNOWN;
    }

    private Type method(Expr.Call call, Builtin builtin, List<Type> params, Type result) {
        typing.call(call, new CallTarget.OfBuiltin(builtin));
        arguments(call, params, builtin.word());
        return result;
    }

    private Type maker(Expr.Call call, Expr.Field field, Type type) {
        if (type instanceof Type.Standard standard && field.name().equals("new")) {
            var function = Objects.requireNonNull(StdTable.find(standard.name() + ".new"));
            return standard(call, function.of(standard.arguments()), false);
        }
        if (type instanceof Type.Channel channel) {
            ensureSendable(channel.value(), field.target().span(), "a value");
            switch (field.name()) {
                case "new" -> {
                    return method(call, Builtin.CHANNEL_NEW, List.of(), type);
                }
                case "buffered" -> {
                    return method(call, Builtin.CHANNEL_BUFFERED, List.of(Types.I64), type);
                }
                default -> {}
            }
        }
        return noMethod(call, field, type);
    }

    private Type channel(Expr.Call call, Expr.Field field, Type value) {
        return switch (field.name()) {
            case "send" -> method(call, Builtin.SEND, List.of(value), Types.VOID);
            case "recv" -> method(call, Builtin.RECEIVE, List.of(), value);
            case "trySend" -> method(call, Builtin.TRY_SEND, List.of(value), Types.BOOL);
            case "tryRecv" ->
                    method(call, Builtin.TRY_RECEIVE, List.of(), new Type.Optional(value));
            case "close" -> method(call, Builtin.CLOSE, List.of(), Types.VOID);
            case "isClosed" -> method(call, Builtin.IS_CLOSED, List.of(), Types.BOOL);
            case "len" -> method(call, Builtin.LENGTH, List.of(), Types.I64);
            default -> noMethod(call, field, new Type.Channel(value));
        };
    }

    private Type right(Expr.Call call, Expr.Field field) {
        return switch (field.name()) {
            case "at_most" -> method(call, Builtin.AT_MOST, List.of(Types.I64), Types.CAP_SPAWN);
            case "at_most_ever" ->
                    method(call, Builtin.AT_MOST_EVER, List.of(Types.I64), Types.CAP_SPAWN);
            default -> noMethod(call, field, Types.CAP_SPAWN);
        };
    }

    /** Ensures that a result which is not written is known, by checking the body first. */
    @Override
    final Signature resultKnown(Signature signature, Span at) {
        if (signature.hasResult()) {
            return signature;
        }
        if (signature.isBeingInferred() || inferences() > MOST_INFERENCES) {
            reports.error(
                    "S0009",
                    at,
                    "the result of '" + signature.name() + "' is needed to find itself",
                    "write it: func " + signature.name() + "(...) -> i64 do");
            signature.infer(Types.UNKNOWN);
        } else {
            infer(signature);
        }
        return signature;
    }

    abstract void infer(Signature signature);

    /** How many bodies are being checked because another needs their results. */
    abstract int inferences();
}
