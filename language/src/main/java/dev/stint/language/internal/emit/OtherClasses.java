package dev.stint.language.internal.emit;

import dev.stint.language.internal.qtjir.Graph;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Writes the small classes: structs, variants, functions as values, bodies of tasks. */
final class OtherClasses {
    private static final int PUBLIC = ClassFile.ACC_PUBLIC;
    private static final int FINAL = PUBLIC | ClassFile.ACC_FINAL;
    private static final MethodTypeDesc PART = MethodTypeDesc.of(Names.OBJECT, Names.INT);
    private static final MethodTypeDesc SET_PART =
            MethodTypeDesc.of(Names.VOID, Names.INT, Names.OBJECT);

    private final ClassFile file;
    private final Shapes shapes;
    private final String source;

    OtherClasses(ClassFile file, Shapes shapes, String source) {
        this.file = file;
        this.shapes = shapes;
        this.source = source;
    }

    private byte[] build(ClassDesc name, ClassDesc above, Consumer<ClassBuilder> content) {
        return file.build(
                name,
                type -> {
                    type.withFlags(FINAL);
                    type.withSuperclass(above);
                    type.with(SourceFileAttribute.of(source));
                    content.accept(type);
                });
    }

    // ---- structs and variants

    void ofTypes(TypeTable table, BiConsumer<ClassDesc, byte[]> made) {
        for (TypeTable.Definition definition : table.all()) {
            String name = definition.type().name();
            switch (definition.type().kind()) {
                case STRUCT -> {
                    ClassDesc type = shapes.struct(name);
                    made.accept(type, aggregate(type, Names.STRUCT, definition.fields(), -1));
                }
                case UNION -> {
                    for (TypeTable.Variant variant : definition.variants()) {
                        ClassDesc type = shapes.variant(name, variant.name());
                        int tag = definition.tag(variant.name());
                        made.accept(type, aggregate(type, Names.VARIANT, variant.fields(), tag));
                    }
                }
                case ENUM, ERRORS -> {}
            }
        }
    }

    private byte[] aggregate(
            ClassDesc name, ClassDesc above, List<TypeTable.Field> fields, int tag) {
        List<ClassDesc> held = fields.stream().map(f -> shapes.of(f.type())).toList();
        List<String> names = fields.stream().map(TypeTable.Field::name).toList();
        return build(
                name,
                above,
                type -> {
                    constructor(type, name, above, names, held, tag);
                    method(
                            type,
                            "fields",
                            MethodTypeDesc.of(Names.INT),
                            code -> code.loadConstant(names.size()).ireturn());
                    method(
                            type,
                            "duplicate",
                            MethodTypeDesc.of(Names.of(aggregateClass())),
                            code -> {
                                code.new_(name).dup();
                                for (int i = 0; i < names.size(); i++) {
                                    code.aload(0).getfield(name, names.get(i), held.get(i));
                                }
                                code.invokespecial(
                                                name,
                                                ConstantDescs.INIT_NAME,
                                                MethodTypeDesc.of(Names.VOID, held))
                                        .areturn();
                            });
                    parts(type, name, names, held);
                });
    }

    private static Class<?> aggregateClass() {
        return dev.stint.language.internal.run.Aggregate.class;
    }

    /** Parts that are objects can be got and set by their place. */
    private static void parts(
            ClassBuilder type, ClassDesc name, List<String> names, List<ClassDesc> held) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < held.size(); i++) {
            if (!held.get(i).isPrimitive()) {
                places.add(i);
            }
        }
        if (places.isEmpty()) {
            method(
                    type,
                    "parts",
                    MethodTypeDesc.of(Names.INT),
                    code -> code.loadConstant(0).ireturn());
            return;
        }
        method(
                type,
                "part",
                PART,
                code ->
                        eachPlace(
                                code,
                                places,
                                i ->
                                        code.aload(0)
                                                .getfield(name, names.get(i), held.get(i))
                                                .areturn(),
                                () -> code.aconst_null().areturn()));
        method(
                type,
                "setPart",
                SET_PART,
                code ->
                        eachPlace(
                                code,
                                places,
                                i ->
                                        code.aload(0)
                                                .aload(2)
                                                .checkcast(held.get(i))
                                                .putfield(name, names.get(i), held.get(i))
                                                .return_(),
                                code::return_));
    }

    private static void eachPlace(
            CodeBuilder code, List<Integer> places, Consumer<Integer> at, Runnable otherwise) {
        Label other = code.newLabel();
        List<SwitchCase> cases = new ArrayList<>();
        List<Label> labels = new ArrayList<>();
        for (int place : places) {
            Label label = code.newLabel();
            labels.add(label);
            cases.add(SwitchCase.of(place, label));
        }
        code.iload(1).lookupswitch(other, cases);
        for (int i = 0; i < labels.size(); i++) {
            code.labelBinding(labels.get(i));
            at.accept(places.get(i));
        }
        code.labelBinding(other);
        otherwise.run();
    }

    private static void method(
            ClassBuilder type, String name, MethodTypeDesc of, Consumer<CodeBuilder> body) {
        type.withMethodBody(name, of, FINAL, body);
    }

    /** Takes all fields; {@code tag} is handed up if it is not negative. */
    private static void constructor(
            ClassBuilder type,
            ClassDesc name,
            ClassDesc above,
            List<String> names,
            List<ClassDesc> held,
            int tag) {
        for (int i = 0; i < names.size(); i++) {
            type.withField(names.get(i), held.get(i), PUBLIC);
        }
        type.withMethodBody(
                ConstantDescs.INIT_NAME,
                MethodTypeDesc.of(Names.VOID, held),
                PUBLIC,
                code -> {
                    code.aload(0);
                    if (tag >= 0) {
                        code.loadConstant(tag)
                                .invokespecial(
                                        above,
                                        ConstantDescs.INIT_NAME,
                                        MethodTypeDesc.of(Names.VOID, Names.INT));
                    } else {
                        code.invokespecial(
                                above, ConstantDescs.INIT_NAME, MethodTypeDesc.of(Names.VOID));
                    }
                    int slot = 1;
                    for (int i = 0; i < names.size(); i++) {
                        TypeKind kind = TypeKind.from(held.get(i));
                        code.aload(0)
                                .loadLocal(kind, slot)
                                .putfield(name, names.get(i), held.get(i));
                        slot += kind.slotSize();
                    }
                    code.return_();
                });
    }

    // ---- functions as values

    byte[] functionType(Type.Function function, ClassDesc name) {
        return file.build(
                name,
                type -> {
                    type.withFlags(PUBLIC | ClassFile.ACC_ABSTRACT);
                    constructor(type, name, Names.OBJECT, List.of(), List.of(), -1);
                    type.withMethod(
                            "call",
                            shapes.method(function.params(), function.result()),
                            PUBLIC | ClassFile.ACC_ABSTRACT,
                            _ -> {});
                });
    }

    byte[] closure(Graph graph, String method) {
        ClassDesc name = shapes.closure(method);
        List<Type> params = graph.params().stream().map(Graph.Param::type).toList();
        ClassDesc above = shapes.function(new Type.Function(params, graph.result()));
        List<ClassDesc> held = graph.captures().stream().map(shapes::of).toList();
        List<String> names = numbered(held.size());
        return build(
                name,
                above,
                type -> {
                    constructor(type, name, above, names, held, -1);
                    type.withMethodBody(
                            "call",
                            shapes.method(params, graph.result()),
                            FINAL,
                            code -> {
                                code.aload(1).iload(2);
                                int slot = 3;
                                for (Type param : params) {
                                    TypeKind kind = TypeKind.from(shapes.of(param));
                                    code.loadLocal(kind, slot);
                                    slot += kind.slotSize();
                                }
                                callFunction(code, graph, method, name, names, held);
                                code.return_(TypeKind.from(shapes.result(graph.result())));
                            });
                });
    }

    /** With the run, the depth and the parameters on the stack. */
    private void callFunction(
            CodeBuilder code,
            Graph graph,
            String method,
            ClassDesc name,
            List<String> names,
            List<ClassDesc> held) {
        for (int i = 0; i < names.size(); i++) {
            code.aload(0).getfield(name, names.get(i), held.get(i));
        }
        code.invokestatic(
                shapes.module(graph.module()),
                method,
                shapes.method(Emitter.values(graph), graph.result()));
    }

    private static List<String> numbered(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add("v" + i);
        }
        return names;
    }

    // ---- bodies of tasks

    byte[] body(Graph graph, String method) {
        ClassDesc name = shapes.body(method);
        List<ClassDesc> held = Emitter.values(graph).stream().map(shapes::of).toList();
        List<String> names = numbered(held.size());
        return build(
                name,
                Names.OBJECT,
                type -> {
                    type.withInterfaceSymbols(Names.BODY);
                    constructor(type, name, Names.OBJECT, names, held, -1);
                    type.withMethodBody(
                            "call",
                            MethodTypeDesc.of(Names.OBJECT, Names.RUN, Names.INT),
                            FINAL,
                            code -> {
                                code.aload(1).iload(2);
                                callFunction(code, graph, method, name, names, held);
                                var boxes = new Boxes(code, shapes);
                                if (graph.result() instanceof Type.Fallible fallible) {
                                    boxes.box(fallible.value());
                                    code.aload(1)
                                            .getfield(Names.RUN, "fault", Names.TEXT)
                                            .invokestatic(
                                                    Names.CHECKS,
                                                    "result",
                                                    MethodTypeDesc.of(
                                                            Names.OBJECT,
                                                            Names.OBJECT,
                                                            Names.TEXT));
                                } else {
                                    boxes.box(graph.result());
                                }
                                code.areturn();
                            });
                });
    }
}
