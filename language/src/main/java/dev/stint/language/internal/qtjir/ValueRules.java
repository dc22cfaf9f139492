package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import dev.stint.language.internal.type.Types;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the opcodes for variables, aggregates, closures, texts and tasks take and give. */
final class ValueRules {
    private final Program program;
    private final Graph graph;
    private final TypeRules rules;

    ValueRules(Program program, Graph graph, TypeRules rules) {
        this.program = program;
        this.graph = graph;
        this.rules = rules;
    }

    @Nullable String check(Node node, List<Type> in) {
        return switch (node.opcode()) {
            case Alloca -> node.type() instanceof Type.Slot ? none(in) : "it gives a slot";
            case Load -> one(in, new Type.Slot(node.type()));
            case Store ->
                    in.size() == 2 && in.get(0).equals(new Type.Slot(in.get(1)))
                            ? giving(node, Types.VOID)
                            : "it takes a slot and its value";
            case Array_Construct ->
                    node.type() instanceof Type.Array a
                            ? all(in, a.size(), a.element())
                            : "it gives an array";
            case Array_Fill ->
                    node.type() instanceof Type.Slice s
                            ? exactly(in, Types.I64, s.element())
                            : "it gives a slice";
            case Index, Index_Store, Slice, SliceLen -> element(node, in);
            case Struct_Construct -> struct(node, in);
            case Field_Access, Field_Store -> field(node, in);
            case Copy, Transfer -> one(in, node.type());
            case Optional_None -> node.type() instanceof Type.Optional ? none(in) : "no optional";
            case Optional_Some ->
                    node.type() instanceof Type.Optional o ? one(in, o.value()) : "no optional";
            case Optional_Is_Some ->
                    isOne(in, Type.Optional.class) ? giving(node, Types.BOOL) : "no optional";
            case Optional_Unwrap -> one(in, new Type.Optional(node.type()));
            case Error_Union_Construct,
                    Error_Fail_Construct,
                    Error_Union_Is_Error,
                    Error_Union_Unwrap,
                    Error_Union_Get_Error ->
                    fallible(node, in);
            case Union_Construct, Union_Tag_Check, Union_Payload_Extract -> union(node, in);
            case Closure_Create, Closure_Call, Closure_Env_Load -> closure(node, in);
            case Shl, Shr ->
                    in.size() == 2
                                    && in.get(0).equals(node.type())
                                    && in.get(0) instanceof Type.Int
                                    && in.get(1) instanceof Type.Int
                            ? null
                            : "it shifts integers";
            case BitNot -> node.type() instanceof Type.Int ? one(in, node.type()) : "no integer";
            case Convert ->
                    in.size() == 1 && node.type().isNumber() ? null : "it makes one number another";
            case Text_Of -> in.size() == 1 ? giving(node, Types.TEXT) : "it takes one value";
            case Text_Join -> all(in, in.size(), Types.TEXT);
            case Std_Call -> standard(node, in);
            case Host_Call -> null; // the host knows them
            case Text_Call, Print -> null; // their functions are looked up when they are made
            default -> new TaskRules(program, rules).check(node, in);
        };
    }

    private static @Nullable String standard(Node node, List<Type> in) {
        StdTable.Function function = StdTable.used(node.name(), in, node.type());
        if (function == null) {
            return "the library has no '" + node.name() + "'";
        }
        String wrong = exactly(in, function.params().toArray(new Type[0]));
        return wrong == null ? giving(node, function.result()) : wrong;
    }

    static @Nullable String none(List<Type> in) {
        return in.isEmpty() ? null : "it takes no inputs";
    }

    static @Nullable String one(List<Type> in, Type wanted) {
        return exactly(in, wanted);
    }

    static @Nullable String exactly(List<Type> in, Type... wanted) {
        return in.equals(List.of(wanted))
                ? null
                : "it takes " + List.of(wanted) + " and is given " + in;
    }

    private static @Nullable String all(List<Type> in, int count, Type wanted) {
        return exactly(in, Collections.nCopies(count, wanted).toArray(new Type[0]));
    }

    static @Nullable String giving(Node node, Type wanted) {
        return node.type().equals(wanted) ? null : "it gives a " + wanted;
    }

    static boolean isOne(List<Type> in, Class<? extends Type> kind) {
        return in.size() == 1 && kind.isInstance(in.getFirst());
    }

    private @Nullable String element(Node node, List<Type> in) {
        if (in.isEmpty() || rules.element(in.getFirst()).equals(Types.UNKNOWN)) {
            return "it takes an array or a slice";
        }
        Type element = rules.element(in.getFirst());
        List<Type> rest = in.subList(1, in.size());
        return switch (node.opcode()) {
            case Index -> isIndex(rest, 1) ? giving(node, element) : "it takes an index";
            case Index_Store ->
                    rest.size() == 2
                                    && rest.get(0) instanceof Type.Int
                                    && rest.get(1).equals(element)
                            ? giving(node, Types.VOID)
                            : "it takes an index and a value";
            case Slice ->
                    isIndex(rest, 2)
                            ? giving(node, new Type.Slice(element))
                            : "it takes a start and an end";
            default -> rest.isEmpty() ? giving(node, Types.I64) : "it takes one input";
        };
    }

    private static boolean isIndex(List<Type> rest, int count) {
        return rest.size() == count && rest.stream().allMatch(t -> t instanceof Type.Int);
    }

    private @Nullable String struct(Node node, List<Type> in) {
        TypeTable.Definition definition = rules.definition(node.type());
        if (definition == null || definition.type().kind() != Type.Named.Kind.STRUCT) {
            return "it gives a struct";
        }
        return exactly(
                in, definition.fields().stream().map(TypeTable.Field::type).toArray(Type[]::new));
    }

    private @Nullable String field(Node node, List<Type> in) {
        TypeTable.Definition definition = in.isEmpty() ? null : rules.definition(in.getFirst());
        TypeTable.Field field = definition == null ? null : definition.field(node.name());
        if (field == null) {
            return "there is no field '" + node.name() + "'";
        }
        if (node.opcode() == Opcode.Field_Access) {
            return in.size() == 1 ? giving(node, field.type()) : "it takes one struct";
        }
        return in.size() == 2 && in.get(1).equals(field.type())
                ? giving(node, Types.VOID)
                : "it takes a struct and a " + field.type();
    }

    private @Nullable String fallible(Node node, List<Type> in) {
        Type type = in.size() == 1 ? in.getFirst() : Types.UNKNOWN;
        return switch (node.opcode()) {
            case Error_Union_Construct ->
                    node.type() instanceof Type.Fallible f
                            ? f.value().equals(Types.VOID) ? none(in) : one(in, f.value())
                            : "it gives an error union";
            case Error_Fail_Construct ->
                    node.type() instanceof Type.Fallible && TypeRules.isErrors(type)
                            ? null
                            : "it makes an error union of an error";
            case Error_Union_Is_Error ->
                    type instanceof Type.Fallible ? giving(node, Types.BOOL) : "no error union";
            case Error_Union_Unwrap ->
                    type instanceof Type.Fallible f ? giving(node, f.value()) : "no error union";
            default ->
                    type instanceof Type.Fallible f
                            ? giving(node, Type.errors(f.errors()))
                            : "no error union";
        };
    }

    private @Nullable String union(Node node, List<Type> in) {
        Type type =
                node.opcode() == Opcode.Union_Construct || in.isEmpty()
                        ? node.type()
                        : in.getFirst();
        TypeTable.Definition definition = rules.definition(type);
        if (definition == null || definition.type().kind() != Type.Named.Kind.UNION) {
            return "it is for unions";
        }
        String[] parts = node.name().split("\\.", 2);
        TypeTable.Variant variant = definition.variant(parts[0]);
        if (variant == null) {
            return "there is no variant '" + parts[0] + "'";
        }
        return switch (node.opcode()) {
            case Union_Construct ->
                    exactly(
                            in,
                            variant.fields().stream()
                                    .map(TypeTable.Field::type)
                                    .toArray(Type[]::new));
            case Union_Tag_Check -> giving(node, Types.BOOL);
            default ->
                    variant.fields().stream()
                                    .anyMatch(
                                            f ->
                                                    parts.length == 2
                                                            && f.name().equals(parts[1])
                                                            && f.type().equals(node.type()))
                            ? null
                            : "there is no such field of this type";
        };
    }

    private @Nullable String closure(Node node, List<Type> in) {
        return switch (node.opcode()) {
            case Closure_Create -> {
                Graph target = program.find(node.name());
                if (target == null) {
                    yield "there is no graph '" + node.name() + "'";
                }
                var params = target.params().stream().map(Graph.Param::type).toList();
                var type = new Type.Function(params, target.result());
                yield in.equals(target.captures())
                        ? giving(node, type)
                        : "it takes " + target.captures() + " and is given " + in;
            }
            case Closure_Call -> {
                if (in.isEmpty() || !(in.getFirst() instanceof Type.Function f)) {
                    yield "it takes a function";
                }
                yield in.subList(1, in.size()).equals(f.params())
                        ? giving(node, f.result())
                        : "the function takes " + f.params();
            }
            default ->
                    node.payload() instanceof Payload.OfInt(long index)
                                    && index >= 0
                                    && index < graph.captures().size()
                                    && graph.captures().get((int) index).equals(node.type())
                            ? none(in)
                            : "nothing of this type is captured there";
        };
    }
}
