package dev.stint.language.internal.emit;

import dev.stint.language.internal.std.Natives;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How the types of a script look in class files. */
final class Shapes {
    private final String prefix;
    private final Map<Type.Function, ClassDesc> functions = new LinkedHashMap<>();

    /**
     * @param prefix of the names of all classes of the script
     */
    Shapes(String prefix) {
        this.prefix = prefix;
    }

    static Kind kind(Type type) {
        return switch (type) {
            case Type.Int _ -> Kind.LONG;
            case Type.Real _ -> Kind.REAL;
            case Type.Fallible _ -> Kind.PAIR;
            case Type.Named named when named.kind() == Type.Named.Kind.ENUM -> Kind.LONG;
            case Type.Simple simple when simple.equals(Types.BOOL) -> Kind.BOOL;
            case Type.Simple simple
                    when simple.equals(Types.VOID)
                            || simple.equals(Types.NEVER)
                            || simple.equals(Types.LABEL) ->
                    Kind.NONE;
            default -> Kind.REF;
        };
    }

    /** What a function of this result gives back; an error is left in the run. */
    ClassDesc result(Type type) {
        return type instanceof Type.Fallible fallible ? of(fallible.value()) : of(type);
    }

    ClassDesc of(Type type) {
        return switch (kind(type)) {
            case LONG -> Names.LONG;
            case REAL -> Names.REAL;
            case BOOL -> Names.BOOL;
            case NONE -> Names.VOID;
            case PAIR -> throw new IllegalArgumentException("no value of its own: " + type);
            case REF -> reference(type);
        };
    }

    private ClassDesc reference(Type type) {
        return switch (type) {
            case Type.Array array -> view(array.element());
            case Type.Slice slice -> view(slice.element());
            case Type.Function function -> function(function);
            case Type.Task _ -> Names.TASK;
            case Type.Channel _ -> Names.CHANNEL;
            case Type.Standard standard -> Names.of(Natives.ofStandard(standard.name()));
            case Type.Slot slot -> cell(slot.value());
            case Type.Named named ->
                    switch (named.kind()) {
                        case STRUCT -> struct(named.name());
                        case UNION -> Names.VARIANT;
                        case ERRORS -> Names.TEXT;
                        case ENUM -> Names.LONG;
                    };
            case Type.Simple simple when simple.equals(Types.TEXT) -> Names.TEXT;
            case Type.Simple simple when simple.equals(Types.NURSERY) -> Names.OPENED;
            case Type.Simple simple when simple.equals(Types.CAP_SPAWN) -> Names.RIGHTS;
            case Type.Simple simple when simple.equals(Types.SELECT) -> Names.CHOICE;
            default -> Names.OBJECT;
        };
    }

    static ClassDesc view(Type element) {
        return switch (kind(element)) {
            case LONG -> Names.LONG_VIEW;
            case REAL -> Names.REAL_VIEW;
            case BOOL -> Names.BOOL_VIEW;
            default -> Names.REF_VIEW;
        };
    }

    /** How elements are handed to a view. */
    static ClassDesc element(Type element) {
        return switch (kind(element)) {
            case LONG -> Names.LONG;
            case REAL -> Names.REAL;
            case BOOL -> Names.BOOL;
            default -> Names.OBJECT;
        };
    }

    static ClassDesc cell(Type value) {
        return switch (kind(value)) {
            case LONG -> Names.LONG_CELL;
            case REAL -> Names.REAL_CELL;
            case BOOL -> Names.BOOL_CELL;
            default -> Names.REF_CELL;
        };
    }

    /**
     * True for optionals whose value is wrapped: others may hold nothing, too, or are copied with
     * what they stand in.
     */
    static boolean isWrapped(Type.Optional optional) {
        return switch (optional.value()) {
            case Type.Optional _ -> true;
            case Type.Array _ -> true;
            case Type.Slice _ -> true;
            case Type.Named named ->
                    named.kind() == Type.Named.Kind.STRUCT || named.kind() == Type.Named.Kind.UNION;
            default -> false;
        };
    }

    // ---- classes of the script

    ClassDesc script() {
        return ClassDesc.of(prefix);
    }

    /** The class with the functions of a module; of the script itself for none. */
    ClassDesc module(String path) {
        return path.isEmpty() ? script() : ClassDesc.of(prefix + "$$Module$" + plain(path));
    }

    /** Dots are those of packages. */
    private static String plain(String name) {
        return name.replace(".", "$$");
    }

    ClassDesc struct(String name) {
        return ClassDesc.of(prefix + "$" + plain(name));
    }

    ClassDesc variant(String union, String variant) {
        return ClassDesc.of(prefix + "$" + plain(union) + "$" + variant);
    }

    /** What all functions of a type extend. */
    ClassDesc function(Type.Function type) {
        return functions.computeIfAbsent(
                type, _ -> ClassDesc.of(prefix + "$$Function" + functions.size()));
    }

    ClassDesc closure(String method) {
        return ClassDesc.of(prefix + "$$Closure$" + method);
    }

    ClassDesc body(String method) {
        return ClassDesc.of(prefix + "$$Body$" + method);
    }

    /** Those that were asked for until now. */
    Map<Type.Function, ClassDesc> functions() {
        return functions;
    }

    // ---- methods

    /** A function: the run, how many are active, and its values. */
    MethodTypeDesc method(List<Type> params, Type result) {
        List<ClassDesc> all = new ArrayList<>();
        all.add(Names.RUN);
        all.add(Names.INT);
        params.forEach(param -> all.add(of(param)));
        return MethodTypeDesc.of(result(result), all);
    }
}
