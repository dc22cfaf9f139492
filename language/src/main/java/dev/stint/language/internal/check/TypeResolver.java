package dev.stint.language.internal.check;

import dev.stint.language.internal.syntax.Reports;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.TypeTree;
import dev.stint.language.internal.type.Offers;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import dev.stint.language.profile.LanguageProfile;
import dev.stint.language.profile.LanguageProfile.Feature;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the types that are written. */
final class TypeResolver {
    private static final BigInteger MOST_ELEMENTS = BigInteger.valueOf(1L << 24);

    /** Other spellings. */
    private static final Map<String, Type> SPELLINGS =
            Map.of("string", Types.TEXT, "str", Types.TEXT);

    private final Reports reports;
    private final TypeTable table;
    private final Supplier<ModuleScope> here;
    private final Offers offers;

    TypeResolver(Reports reports, TypeTable table, Supplier<ModuleScope> here, Offers offers) {
        this.offers = offers;
        this.reports = reports;
        this.table = table;
        this.here = here;
    }

    private LanguageProfile profile() {
        return here.get().profile();
    }

    /** The type of this name, unless only a script declares it. */
    static @Nullable Type simple(String name) {
        Type type = Types.WRITABLE.get(name);
        return type == null ? SPELLINGS.get(name) : type;
    }

    Type resolve(TypeTree tree) {
        return switch (tree) {
            case TypeTree.Named named -> named(named);
            case TypeTree.Applied applied -> applied(applied);
            case TypeTree.Array array ->
                    new Type.Array(size(array.size()), element(array.element()));
            case TypeTree.Slice slice -> new Type.Slice(element(slice.element()));
            case TypeTree.Optional optional -> new Type.Optional(element(optional.value()));
            case TypeTree.Fallible fallible -> fallible(fallible);
            case TypeTree.Function function -> {
                List<Type> params = function.params().stream().map(this::element).toList();
                TypeTree result = function.result();
                yield new Type.Function(params, result == null ? Types.VOID : resolve(result));
            }
        };
    }

    /** A type that values have which stand in others: not void, and no error union. */
    Type element(TypeTree tree) {
        Type type = resolve(tree);
        if (type.equals(Types.VOID) || type instanceof Type.Fallible) {
            reports.error(
                    "S0003",
                    tree.span(),
                    "'" + type + "' cannot be the type of a value that is kept",
                    "void and error unions are results of functions; handle the error first");
            return Types.UNKNOWN;
        }
        return type;
    }

    private Type named(TypeTree.Named named) {
        Type simple = simple(named.name());
        if (simple != null) {
            return simple;
        }
        if (!here.get().isOpenHere(named.name(), named.span(), reports)) {
            return Types.UNKNOWN;
        }
        TypeTable.Definition found = table.find(here.get().resolved(named.name()));
        if (found != null) {
            return found.type();
        }
        boolean isStandard = StdTable.isType(named.name()) && StdTable.arity(named.name()) == 0;
        if (isStandard) {
            var type = new Type.Standard(named.name(), List.of());
            boolean isRight = type.equals(StdTable.CAP_FILES) || type.equals(StdTable.CAP_SOCKETS);
            return isRight ? right(named, type) : ofTasks(named, type);
        }
        Type offered = offers.type(named.name());
        if (offered != null) {
            return offered;
        }
        return switch (named.name()) {
            case "Capabilities" -> right(named, Types.CAPABILITIES);
            case "CapSpawn" -> right(named, Types.CAP_SPAWN);
            case "Nursery" -> Types.NURSERY;
            case "error" -> Type.errors(Type.ANY);
            default -> {
                reports.error(
                        "S0003",
                        named.span(),
                        "there is no type '" + named.name() + "'",
                        similar(named.name()));
                yield Types.UNKNOWN;
            }
        };
    }

    private String similar(String name) {
        List<String> known =
                new ArrayList<>(table.all().stream().map(d -> d.type().name()).toList());
        known.addAll(
                Stream.concat(Types.WRITABLE.keySet().stream(), SPELLINGS.keySet().stream())
                        .sorted()
                        .toList());
        known.addAll(List.of("Channel[i64]", "Task[i64]", "List[i64]", "Map[String, i64]"));
        known.addAll(offers.types().stream().sorted().toList());
        String near = Spelling.nearest(name, known);
        return near == null
                ? "declare it: struct " + name + " { ... }"
                : "did you mean '" + near + "'?";
    }

    private Type right(TypeTree.Named named, Type type) {
        if (!profile().allows(Feature.CAPABILITIES)) {
            reports.error(
                    "S0100",
                    named.span(),
                    "'%s' is not in profile ':%s'; it needs ':sovereign'"
                            .formatted(named.name(), profile().word()),
                    "elsewhere rights are implicit");
        }
        return type;
    }

    /** A token is for tasks to cancel each other by. */
    private Type ofTasks(TypeTree.Named named, Type type) {
        if (type.equals(StdTable.CANCEL_TOKEN)) {
            ensureConcurrent(named.name(), named.span());
        }
        return type;
    }

    void ensureConcurrent(String name, Span at) {
        if (!profile().allows(Feature.CONCURRENCY)) {
            reports.error(
                    "S0100",
                    at,
                    "'%s' is not in profile ':%s'; it needs ':service' or higher"
                            .formatted(name, profile().word()),
                    "write {.profile: service.} as the first thing in the file");
        }
    }

    private Type applied(TypeTree.Applied applied) {
        if (StdTable.isType(applied.name())) {
            return standard(applied);
        }
        boolean isKnown = applied.name().equals("Channel") || applied.name().equals("Task");
        if (!isKnown || applied.arguments().size() != 1) {
            reports.error(
                    "S0003",
                    applied.span(),
                    "there is no type '" + applied.name() + "[...]'",
                    "types with a type in brackets are List[i64], Map[String, i64], Channel[i64]"
                            + " and Task[i64]");
            return Types.UNKNOWN;
        }
        ensureConcurrent(applied.name(), applied.span());
        TypeTree argument = applied.arguments().getFirst();
        return applied.name().equals("Channel")
                ? new Type.Channel(element(argument))
                : new Type.Task(resolve(argument));
    }

    private Type standard(TypeTree.Applied applied) {
        List<Type> arguments = applied.arguments().stream().map(this::element).toList();
        if (arguments.size() != StdTable.arity(applied.name())) {
            reports.error(
                    "S0003",
                    applied.span(),
                    "'%s' is of %d types, and not of %d"
                            .formatted(
                                    applied.name(),
                                    StdTable.arity(applied.name()),
                                    arguments.size()),
                    "write List[i64] or Map[String, i64]");
            return Types.UNKNOWN;
        }
        boolean isMap = applied.name().equals(StdTable.MAP);
        Type key = isMap ? arguments.getFirst() : Types.UNKNOWN;
        if (isMap && !StdTable.isKey(key) && !key.equals(Types.UNKNOWN)) {
            reports.error(
                    "S0003",
                    applied.arguments().getFirst().span(),
                    "a value of type '" + key + "' cannot be the key of a map",
                    "keys are integers, texts, bools and enums");
        }
        return new Type.Standard(applied.name(), arguments);
    }

    private Type fallible(TypeTree.Fallible fallible) {
        Type value = resolve(fallible.value());
        TypeTree.Named errors = fallible.errors();
        if (errors == null || errors.name().equals(Type.ANY)) {
            return new Type.Fallible(value, Type.ANY);
        }
        Type set = resolve(errors);
        if (!set.isKind(Type.Named.Kind.ERRORS)) {
            if (!set.equals(Types.UNKNOWN)) {
                reports.error(
                        "S0003",
                        errors.span(),
                        "'" + set + "' is no set of errors",
                        "declare one: error " + errors.name() + "Error { NotFound }");
            }
            return new Type.Fallible(value, Type.ANY);
        }
        return new Type.Fallible(value, ((Type.Named) set).name());
    }

    private int size(Expr size) {
        if (size instanceof Expr.IntLiteral literal
                && literal.value().signum() >= 0
                && literal.value().compareTo(MOST_ELEMENTS) <= 0) {
            return literal.value().intValue();
        }
        if (!(size instanceof Expr.Bad)) {
            reports.error(
                    "S0003",
                    size.span(),
                    "the size of an array is a number from 0 to " + MOST_ELEMENTS,
                    "for a size that is found at run time, write []i64 and array(n, 0)");
        }
        return 0;
    }
}
