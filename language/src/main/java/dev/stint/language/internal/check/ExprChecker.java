package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Op;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the types of expressions. */
abstract class ExprChecker extends PatternChecker {
    ExprChecker(Reports reports, Typing typing, ModuleScope here) {
        super(reports, typing, here);
    }

    abstract Type call(Expr.Call call, @Nullable Type wanted);

    abstract Type concurrent(Expr expr);

    abstract Type closure(Expr.Closure closure, @Nullable Type wanted);

    /** The type of an expression; what is wanted helps literals to find theirs. */
    @Override
    final Type check(Expr expr, @Nullable Type wanted) {
        Type type = typeOf(expr, wanted);
        typing.type(expr, type);
        return type;
    }

    /** As {@link #check}, for a value that must fit. */
    final Type checkFits(Expr expr, Type wanted, String what) {
        Type type = check(expr, wanted);
        ensureFits(type, wanted, expr.span(), what);
        return type;
    }

    /** As {@link #check}, for a value that is used: it is no void, and its error is handled. */
    final Type checkValue(Expr expr, @Nullable Type wanted) {
        Type type = check(expr, wanted);
        if (type instanceof Type.Fallible fallible) {
            unhandled(fallible, expr.span());
            return Types.UNKNOWN;
        }
        if (type.equals(Types.VOID)) {
            reports.error("S0004", expr.span(), "this has no value");
            return Types.UNKNOWN;
        }
        return type;
    }

    private Type typeOf(Expr expr, @Nullable Type wanted) {
        return switch (expr) {
            case Expr.IntLiteral l -> integer(l, wanted);
            case Expr.FloatLiteral _ -> bare(wanted) instanceof Type.Real real ? real : Types.F64;
            case Expr.BoolLiteral _ -> Types.BOOL;
            case Expr.TextLiteral _ -> Types.TEXT;
            case Expr.NullLiteral _ -> wanted instanceof Type.Optional o ? o : Types.NULL;
            case Expr.Interpolation i -> {
                i.parts().forEach(part -> printable(checkValue(part, null), part.span()));
                yield Types.TEXT;
            }
            case Expr.Name n -> name(n);
            case Expr.TypeName t -> misplacedType(t.span());
            case Expr.Field f -> field(f);
            case Expr.ShortVariant v -> shortVariant(v, wanted);
            case Expr.Call c -> call(c, wanted);
            case Expr.Index i -> index(i);
            case Expr.Slice s -> slice(s);
            case Expr.ArrayLiteral a -> array(a, wanted);
            case Expr.StructLiteral s -> struct(s);
            case Expr.Unary u -> unary(u, wanted);
            case Expr.Binary b -> new Operators(this).binary(b, wanted);
            case Expr.Range r -> {
                reports.error("S0004", r.span(), "a range stands in 'for', in a match or in [ ]");
                yield Types.UNKNOWN;
            }
            case Expr.Closure c -> closure(c, wanted);
            case Expr.Match m -> match(m, wanted, true);
            case Expr.Propagate p -> propagate(p, wanted);
            case Expr.Catch c -> caught(c, wanted);
            case Expr.Spawn s -> concurrent(s);
            case Expr.SpawnBlock s -> concurrent(s);
            case Expr.Await a -> concurrent(a);
            case Expr.Bad _ -> Types.UNKNOWN;
        };
    }

    /** What is wanted, without what a value is wrapped into by itself. */
    static @Nullable Type bare(@Nullable Type wanted) {
        return switch (wanted) {
            case Type.Optional o -> bare(o.value());
            case Type.Fallible f -> bare(f.value());
            case null, default -> wanted;
        };
    }

    private Type integer(Expr.IntLiteral literal, @Nullable Type wanted) {
        Type type = bare(wanted);
        if (type instanceof Type.Real real) {
            return real;
        }
        Type.Int found = type instanceof Type.Int i ? i : Types.I64;
        ensureHolds(found, literal.value(), literal.span());
        return found;
    }

    final void ensureHolds(Type.Int type, BigInteger value, Span at) {
        if (!type.holds(value)) {
            reports.error(
                    "S0004",
                    at,
                    "%s does not fit into '%s'".formatted(shown(value), type),
                    "'%s' holds numbers from %s to %s".formatted(type, type.least(), type.most()));
        }
    }

    private static String shown(BigInteger value) {
        return value.bitLength() > 256 ? "this number" : value.toString();
    }

    final void printable(Type type, Span at) {
        boolean is =
                type.isNumber()
                        || type.equals(Types.BOOL)
                        || type.equals(Types.TEXT)
                        || type.equals(Types.UNKNOWN)
                        || type.equals(Types.NEVER)
                        || type.isKind(Type.Named.Kind.ENUM)
                        || type.isKind(Type.Named.Kind.ERRORS);
        if (!is) {
            reports.error(
                    "S0005",
                    at,
                    "a value of type '" + type + "' has no text",
                    "numbers, bool, String, enums and errors have one");
        }
    }

    private Type name(Expr.Name name) {
        Symbol symbol = lookUp(name);
        if (symbol == null) {
            if (Builtin.named(name.name()) != null) {
                reports.error(
                        "S0005",
                        name.span(),
                        "'" + name.name() + "' can only be called",
                        "wrap it in a closure");
            }
            return Types.UNKNOWN;
        }
        typing.name(name, symbol);
        return switch (symbol) {
            case Symbol.Local local -> local.type();
            case Symbol.OfFunction function ->
                    resultKnown(function.signature(), name.span()).type();
        };
    }

    abstract Signature resultKnown(Signature signature, Span at);

    private Type misplacedType(Span at) {
        reports.error("S0005", at, "a type is no value", "write Channel[i64].new()");
        return Types.UNKNOWN;
    }

    // ---- fields, elements, literals

    private Type field(Expr.Field field) {
        String owner = typeBefore(field);
        if (owner != null) {
            return variantOf(owner, field);
        }
        if (module(field.target()) != null) {
            return ofModule(field);
        }
        Type target = check(field.target(), null);
        if (field.isOptional()) {
            if (target instanceof Type.Optional optional) {
                Type type = fieldOf(optional.value(), field);
                return type instanceof Type.Optional ? type : new Type.Optional(type);
            }
            boolean fails = target instanceof Type.Fallible;
            reports.error(
                    "S0005",
                    field.span(),
                    "'?.' is for optionals, and this is of type '" + target + "'",
                    fails ? "write (...)?.field with the brackets: (call()?).x" : "write '.'");
            return Types.UNKNOWN;
        }
        if (target instanceof Type.Fallible fallible) {
            unhandled(fallible, field.target().span());
            return Types.UNKNOWN;
        }
        return fieldOf(target, field);
    }

    /** The full name of the type that stands before the dot; null if none does. */
    final @Nullable String typeBefore(Expr.Field field) {
        if (field.target() instanceof Expr.Name name) {
            String type = here().resolved(name.name());
            return table.find(type) == null || isLocal(name.name()) ? null : type;
        }
        if (field.target() instanceof Expr.Field inner) {
            ModuleScope module = module(inner.target());
            String type = module == null ? "" : module.full(inner.name());
            return table.find(type) == null ? null : type;
        }
        return null;
    }

    /** What a module publishes under a name; null, and reported, if it is no value. */
    final @Nullable Symbol foreign(Expr.Field field) {
        ModuleScope module = module(field.target());
        if (module == null || !module.isOpen(field.name(), field.nameSpan(), reports)) {
            return null;
        }
        Symbol found = program(module.full(field.name()));
        if (found == null) {
            reports.error(
                    "S0005",
                    field.nameSpan(),
                    "'%s' of the module '%s' is no value".formatted(field.name(), module.path()));
        }
        return found;
    }

    private Type ofModule(Expr.Field field) {
        Symbol symbol = foreign(field);
        if (symbol == null) {
            return Types.UNKNOWN;
        }
        typing.name(field, symbol);
        return switch (symbol) {
            case Symbol.Local local -> local.type();
            case Symbol.OfFunction function ->
                    resultKnown(function.signature(), field.span()).type();
        };
    }

    private Type variantOf(String type, Expr.Field field) {
        if (field.target() instanceof Expr.Field inner) {
            ModuleScope module = module(inner.target());
            if (module != null && !module.isOpen(inner.name(), inner.nameSpan(), reports)) {
                return Types.UNKNOWN;
            }
        }
        typing.variants.add(field);
        TypeTable.Definition definition = table.find(type);
        if (definition == null || definition.type().kind() == Type.Named.Kind.STRUCT) {
            reports.error("S0005", field.span(), "the struct '" + type + "' has no variants");
            return Types.UNKNOWN;
        }
        return variant(definition, field.name(), field.nameSpan());
    }

    private Type variant(TypeTable.Definition definition, String name, Span at) {
        TypeTable.Variant variant = definition.variant(name);
        if (variant == null) {
            noVariant(definition, name, at);
            return definition.type();
        }
        if (!variant.fields().isEmpty()) {
            reports.error(
                    "S0007",
                    at,
                    "'" + name + "' has fields, and all of them are to be given",
                    "write %s.%s { %s: ... }"
                            .formatted(
                                    definition.type(), name, variant.fields().getFirst().name()));
        }
        return definition.type();
    }

    private Type shortVariant(Expr.ShortVariant variant, @Nullable Type wanted) {
        if (bare(wanted) instanceof Type.Named named
                && named.kind() != Type.Named.Kind.STRUCT
                && table.find(named.name()) != null) {
            return variant(table.of(named), variant.variant(), variant.span());
        }
        reports.error(
                "S0006",
                variant.span(),
                "nothing here tells which type '." + variant.variant() + "' is of",
                "write the type before the dot");
        return Types.UNKNOWN;
    }

    private Type fieldOf(Type target, Expr.Field field) {
        boolean isLength = field.name().equals("len");
        if (isLength && (target instanceof Type.Array || target instanceof Type.Slice)) {
            return Types.I64;
        }
        if (isLength && (target.equals(Types.TEXT) || hasLength(target))) {
            return Types.I64;
        }
        if (target.equals(Types.CAPABILITIES) && field.name().equals("spawn")) {
            return Types.CAP_SPAWN;
        }
        if (target.equals(Types.CAPABILITIES) && StdTable.needsRight(field.name())) {
            return field.name().equals(StdTable.FILES) ? StdTable.CAP_FILES : StdTable.CAP_SOCKETS;
        }
        if (target.isKind(Type.Named.Kind.STRUCT)) {
            TypeTable.Definition definition = table.of((Type.Named) target);
            TypeTable.Field found = definition.field(field.name());
            if (found != null) {
                return found.type();
            }
            var names = definition.fields().stream().map(TypeTable.Field::name).toList();
            String near = Spelling.nearest(field.name(), names);
            reports.error(
                    "S0001",
                    field.nameSpan(),
                    "'%s' has no field '%s'".formatted(target, field.name()),
                    near == null
                            ? "it has " + String.join(", ", names)
                            : "did you mean '" + near + "'?");
        } else if (!target.equals(Types.UNKNOWN)) {
            reports.error(
                    "S0005",
                    field.nameSpan(),
                    "a value of type '%s' has no field '%s'".formatted(target, field.name()),
                    insteadOfField(target, field.name()));
        }
        return Types.UNKNOWN;
    }

    private static String insteadOfField(Type target, String name) {
        if (target instanceof Type.Optional) {
            return "write '?.', or say what to take if there is none";
        }
        boolean isFunction =
                target instanceof Type.Standard s && StdTable.find(s.name() + "." + name) != null;
        return isFunction ? "it is a function: ." + name + "(...)" : "only structs have fields";
    }

    private Type index(Expr.Index index) {
        Type target = checkValue(index.target(), null);
        boolean isMap = isMap(target);
        Type at = checkValue(index.index(), isMap ? null : Types.I64);
        if (!isMap && !(at instanceof Type.Int) && !at.equals(Types.UNKNOWN)) {
            reports.error(
                    "S0004", index.index().span(), "an index is an integer, not a '" + at + "'");
        }
        return elementOf(target, index.target().span());
    }

    final Type elementOf(Type target, Span at) {
        return switch (target) {
            case Type.Array a -> a.element();
            case Type.Slice s -> s.element();
            case Type.Standard s when s.name().equals(StdTable.LIST) -> s.arguments().getFirst();
            default -> {
                if (!target.equals(Types.UNKNOWN)) {
                    reports.error(
                            "S0005",
                            at,
                            "a value of type '" + target + "' has no elements",
                            target.equals(Types.TEXT)
                                    ? "write str_at(text, i) or str_slice(text, from, to)"
                                    : isMap(target)
                                            ? "write map.get(key) or map.put(key, value)"
                                            : "arrays, slices and lists have");
                }
                yield Types.UNKNOWN;
            }
        };
    }

    private static boolean isMap(Type type) {
        return type instanceof Type.Standard s && s.name().equals(StdTable.MAP);
    }

    private static boolean hasLength(Type type) {
        return type instanceof Type.Standard s && StdTable.find(s.name() + ".len") != null;
    }

    private Type slice(Expr.Slice slice) {
        Type target = checkValue(slice.target(), null);
        if (target instanceof Type.Standard) {
            reports.error(
                    "S0005", slice.target().span(), "a part of a list cannot be taken", "copy it");
            target = Types.UNKNOWN;
        }
        Type element = elementOf(target, slice.target().span());
        if (slice.from() != null) {
            checkFits(slice.from(), Types.I64, "the start of a slice");
        }
        if (slice.to() != null) {
            checkFits(slice.to(), Types.I64, "the end of a slice");
        }
        return element.equals(Types.UNKNOWN) ? element : new Type.Slice(element);
    }

    private Type array(Expr.ArrayLiteral array, @Nullable Type wanted) {
        Type element =
                switch (bare(wanted)) {
                    case Type.Array a -> a.element();
                    case Type.Slice s -> s.element();
                    case null, default -> null;
                };
        for (Expr value : array.elements()) {
            Type type = checkValue(value, element);
            if (element == null) {
                element = type;
            }
            ensureFits(type, element, value.span(), "this element");
        }
        if (element == null || element.equals(Types.NULL)) {
            reports.error(
                    "S0006",
                    array.span(),
                    "nothing here tells the type of the elements",
                    "write it: let a: [0]i64 = []");
            return Types.UNKNOWN;
        }
        return new Type.Array(array.elements().size(), element);
    }

    private Type struct(Expr.StructLiteral literal) {
        boolean isRight =
                literal.type().equals("CapSpawn") || literal.type().equals("Capabilities");
        if (isRight) {
            reports.error(
                    "S0101",
                    literal.span(),
                    "a capability cannot be made, only narrowed",
                    "main(caps: Capabilities) gets those that the host grants:"
                            + " caps.spawn.at_most(50)");
            return literal.type().equals("CapSpawn") ? Types.CAP_SPAWN : Types.CAPABILITIES;
        }
        boolean isOpen = here().isOpenHere(literal.type(), literal.span(), reports);
        TypeTable.Definition definition = table.find(here().resolved(literal.type()));
        if (definition == null || !isOpen) {
            if (isOpen) {
                reports.error("S0003", literal.span(), "there is no type '" + literal.type() + "'");
            }
            literal.fields().forEach(f -> check(f.value(), null));
            return Types.UNKNOWN;
        }
        String variantName = literal.variant();
        if (variantName == null) {
            if (definition.type().kind() != Type.Named.Kind.STRUCT) {
                reports.error(
                        "S0005",
                        literal.span(),
                        "'" + definition.type() + "' is no struct",
                        "write the variant: " + definition.type() + ".Variant { ... }");
                return definition.type();
            }
            fields(literal, definition.fields(), literal.type());
            return definition.type();
        }
        TypeTable.Variant variant = definition.variant(variantName);
        if (variant == null) {
            noVariant(definition, variantName, literal.span());
        } else {
            fields(literal, variant.fields(), variantName);
        }
        return definition.type();
    }

    private void fields(Expr.StructLiteral literal, List<TypeTable.Field> wanted, String owner) {
        Set<String> given = new HashSet<>();
        for (Expr.FieldValue value : literal.fields()) {
            var field = wanted.stream().filter(f -> f.name().equals(value.name())).findFirst();
            if (field.isEmpty()) {
                reports.error(
                        "S0001",
                        value.span(),
                        "'%s' has no field '%s'".formatted(owner, value.name()));
                check(value.value(), null);
                continue;
            }
            checkFits(value.value(), field.get().type(), "the field '" + value.name() + "'");
            if (!given.add(value.name())) {
                reports.error(
                        "S0008", value.span(), "the field '" + value.name() + "' is given twice");
            }
        }
        List<String> missing =
                wanted.stream().map(TypeTable.Field::name).filter(n -> !given.contains(n)).toList();
        if (!missing.isEmpty()) {
            reports.error(
                    "S0007",
                    literal.span(),
                    "'%s' is given no %s".formatted(owner, String.join(", ", missing)),
                    "all fields are given");
        }
    }

    // ---- operators

    private Type unary(Expr.Unary unary, @Nullable Type wanted) {
        if (unary.op() == Op.NOT) {
            checkFits(unary.operand(), Types.BOOL, "what 'not' is applied to");
            return Types.BOOL;
        }
        if (unary.op() == Op.NEGATE && unary.operand() instanceof Expr.IntLiteral literal) {
            return negative(literal, wanted);
        }
        Type type = checkValue(unary.operand(), wanted);
        boolean fits =
                unary.op() == Op.BIT_NOT
                        ? type instanceof Type.Int
                        : type instanceof Type.Real || (type instanceof Type.Int i && i.isSigned());
        if (!fits && !type.equals(Types.UNKNOWN)) {
            reports.error(
                    "S0005",
                    unary.span(),
                    "'%s' is not for values of type '%s'".formatted(unary.op().spelling(), type));
        }
        return type;
    }

    /** The least number of a type has no positive counterpart; so a sign belongs to its literal. */
    private Type negative(Expr.IntLiteral literal, @Nullable Type wanted) {
        Type type = bare(wanted);
        if (type instanceof Type.Real real) {
            typing.type(literal, real);
            return real;
        }
        Type.Int found = type instanceof Type.Int i ? i : Types.I64;
        ensureHolds(found, literal.value().negate(), literal.span());
        typing.type(literal, found);
        return found;
    }

    // ---- errors

    /** The type of something that may fail; a closed channel counts where somebody listens. */
    private Type fallible(Expr value, @Nullable Type wanted) {
        Type type = check(value, wanted);
        if (value instanceof Expr.Call call
                && typing.tryTargetOf(call) instanceof CallTarget.OfBuiltin target
                && target.builtin().mayFindClosed()) {
            type = new Type.Fallible(type, TypeTable.CHANNEL_ERRORS);
            typing.type(value, type);
        }
        return type;
    }

    private Type propagate(Expr.Propagate propagate, @Nullable Type wanted) {
        Type type = fallible(propagate.value(), wanted);
        if (type.equals(Types.UNKNOWN)) {
            return type;
        }
        if (!(type instanceof Type.Fallible fallible)) {
            reports.error(
                    "S0015",
                    propagate.span(),
                    "this is of type '" + type + "' and cannot fail",
                    type instanceof Type.Optional
                            ? "for an optional write: ... ?? other"
                            : "leave out the '?'");
            return type;
        }
        String errors = frame().errors();
        if (errors == null || !covers(errors, fallible.errors())) {
            reports.error(
                    "S0015",
                    propagate.span(),
                    "'%s' cannot pass on errors of '%s'".formatted(frame().name, fallible.errors()),
                    "declare them: -> %s ! %s"
                            .formatted(
                                    frame().result == null ? "void" : bare(frame().result),
                                    fallible.errors()),
                    "or handle the error: catch |e| do ... end");
        }
        return fallible.value();
    }

    private Type caught(Expr.Catch caught, @Nullable Type wanted) {
        Type type = fallible(caught.value(), wanted);
        Type value = type;
        Type error = Type.errors(Type.ANY);
        if (type instanceof Type.Fallible fallible) {
            value = fallible.value();
            error = Type.errors(fallible.errors());
        } else if (!type.equals(Types.UNKNOWN)) {
            reports.error(
                    "S0015",
                    caught.span(),
                    "this is of type '" + type + "' and cannot fail",
                    "leave out the 'catch'; around operators write brackets: a + (b catch 0)");
        }
        openScope();
        if (caught.name() != null) {
            declare(caught, caught.name(), error, false, caught.span());
        }
        boolean isUsed = !value.equals(Types.VOID);
        Type other = checkValueBlock(caught.handler(), isUsed ? value : null, isUsed);
        closeScope();
        if (isUsed) {
            ensureFits(other, value, caught.handler().span(), "the value of the handler");
        }
        return value;
    }
}
