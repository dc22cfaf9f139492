package dev.stint.weave.reference;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.List;

/**
 * Makes the class file of a shell.
 *
 * <p>For each functional object that the class makes, the shell has one static method more, which
 * stands for its implementation: a way into the interpreter that knows by which object it was
 * called.
 */
final class Shell {
    /** The name of the method that gives the shell's own lookup. */
    static final String LOOKUP = "shell$lookup";

    private static final ClassDesc LOOKUP_TYPE =
            ClassDesc.of("java.lang.invoke.MethodHandles$Lookup");
    private static final ClassDesc ENTRY = ClassDesc.of(Entry.class.getName());
    private static final MethodTypeDesc ENTRY_TYPE =
            MethodTypeDesc.of(CD_Object, CD_Class, CD_int, CD_int, CD_Object.arrayType());

    private final ClassModel model;
    private final ClassDesc self;

    private Shell(ClassModel model) {
        this.model = model;
        this.self = model.thisClass().asSymbol();
    }

    static byte[] of(ClassModel model) {
        Shell shell = new Shell(model);
        return ClassFile.of()
                .build(
                        shell.self,
                        out -> {
                            model.forEach(element -> shell.element(out, element));
                            addLookup(out);
                        });
    }

    /** The name of the method that stands for what is implemented at this call site. */
    static String functionName(int methodIndex, int instructionIndex) {
        return "shell$" + methodIndex + "$" + instructionIndex;
    }

    private static void addLookup(ClassBuilder out) {
        MethodTypeDesc type = MethodTypeDesc.of(LOOKUP_TYPE);
        out.withMethodBody(
                LOOKUP,
                type,
                ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                code ->
                        code.invokestatic(
                                        ClassDesc.of("java.lang.invoke.MethodHandles"),
                                        "lookup",
                                        type)
                                .areturn());
    }

    private void element(ClassBuilder out, ClassElement element) {
        switch (element) {
            case ClassFileVersion _ -> out.withVersion(ClassFile.JAVA_25_VERSION, 0);
            case FieldModel field -> {
                // Not final, so that the interpreter can assign it; statics are elsewhere.
                if (!field.flags().has(AccessFlag.STATIC)) {
                    out.withField(
                            field.fieldName(),
                            field.fieldType(),
                            f -> f.withFlags(field.flags().flagsMask() & ~ClassFile.ACC_FINAL));
                }
            }
            case MethodModel method -> method(out, method);
            case RuntimeVisibleAnnotationsAttribute _ -> {}
            default -> out.with(element);
        }
    }

    private void method(ClassBuilder out, MethodModel method) {
        int index = model.methods().indexOf(method);
        int flags = method.flags().flagsMask() & ~ClassFile.ACC_SYNCHRONIZED;
        out.withMethod(
                method.methodName(),
                method.methodType(),
                flags,
                m -> {
                    if (method.code().isPresent()) {
                        m.withCode(code -> body(code, method, index));
                    }
                });
        if (method.code().orElse(null) instanceof CodeAttribute code) {
            functions(out, index, new Body(code));
        }
    }

    private void body(CodeBuilder code, MethodModel method, int index) {
        if (method.methodName().equalsString("<init>")) {
            code.aconst_null().athrow(); // the interpreter makes objects by other means
            return;
        }
        boolean isStatic = method.flags().has(AccessFlag.STATIC);
        callEntry(code, method.methodTypeSymbol(), isStatic, index, -1);
    }

    private void functions(ClassBuilder out, int methodIndex, Body body) {
        for (int i = 0; i < body.size(); i++) {
            Instruction instruction = body.at(i);
            if (instruction instanceof InvokeDynamicInstruction call
                    && CallSites.makesFunction(call)) {
                MethodTypeDesc type = CallSites.functionType(call);
                int instructionIndex = i;
                out.withMethodBody(
                        functionName(methodIndex, i),
                        type,
                        ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                        code -> callEntry(code, type, true, methodIndex, instructionIndex));
            }
        }
    }

    /** Hands all arguments to the interpreter and returns what it returns. */
    private void callEntry(
            CodeBuilder code,
            MethodTypeDesc type,
            boolean isStatic,
            int methodIndex,
            int instructionIndex) {
        List<ClassDesc> parameters = type.parameterList();
        int receiver = isStatic ? 0 : 1;
        code.loadConstant(self)
                .loadConstant(methodIndex)
                .loadConstant(instructionIndex)
                .loadConstant(parameters.size() + receiver)
                .anewarray(CD_Object);
        if (!isStatic) {
            code.dup().iconst_0().aload(0).aastore();
        }
        for (int i = 0; i < parameters.size(); i++) {
            TypeKind kind = TypeKind.from(parameters.get(i));
            code.dup().loadConstant(i + receiver).loadLocal(kind, code.parameterSlot(i));
            box(code, kind);
            code.aastore();
        }
        code.invokestatic(ENTRY, "call", ENTRY_TYPE);
        unbox(code, type.returnType());
        code.return_(TypeKind.from(type.returnType()));
    }

    private static void box(CodeBuilder code, TypeKind kind) {
        TypeKind loadable = kind.asLoadable();
        if (loadable != TypeKind.REFERENCE) {
            ClassDesc box = boxOf(loadable);
            code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, loadable.upperBound()));
        }
    }

    private static void unbox(CodeBuilder code, ClassDesc type) {
        TypeKind loadable = TypeKind.from(type).asLoadable();
        switch (loadable) {
            case VOID -> code.pop();
            case REFERENCE -> code.checkcast(type);
            default -> {
                ClassDesc box = boxOf(loadable);
                code.checkcast(box)
                        .invokevirtual(
                                box,
                                loadable.upperBound().displayName() + "Value",
                                MethodTypeDesc.of(loadable.upperBound()));
            }
        }
    }

    private static ClassDesc boxOf(TypeKind loadable) {
        return switch (loadable) {
            case INT -> java.lang.constant.ConstantDescs.CD_Integer;
            case LONG -> java.lang.constant.ConstantDescs.CD_Long;
            case FLOAT -> java.lang.constant.ConstantDescs.CD_Float;
            case DOUBLE -> java.lang.constant.ConstantDescs.CD_Double;
            default -> throw new Fault("no box for " + loadable);
        };
    }
}
