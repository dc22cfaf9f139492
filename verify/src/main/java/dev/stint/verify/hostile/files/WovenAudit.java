package dev.stint.verify.hostile.files;

import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the weaver made of a class that was loaded, and asks the surface about everything it
 * refers to: nothing may be left that is refused. It knows nothing of how the weaver decides, and
 * finds members by reflection.
 */
final class WovenAudit {
    private static final String HOOKS = "dev.stint.hooks.";
    private static final int DEEPEST = 8;

    /** No name of a member: it stands for all of them. */
    private static final String ANYTHING = "";

    private final Surface surface = Surface.ofTenant();

    /** Rulings about members of the JDK; empty if there is nothing to say. */
    private final Map<String, String> known = new HashMap<>();

    /** What classes declare, while one is audited: a class may have very many members. */
    private final Map<Class<?>, Set<String>> methods = new HashMap<>();

    private final Map<Class<?>, Set<String>> fields = new HashMap<>();

    private final List<String> found = new ArrayList<>();

    /** What is refused and still there. */
    List<String> of(byte[] woven, ClassLoader loader) {
        found.clear();
        methods.clear();
        fields.clear();
        try {
            ClassModel model = ClassFile.of().parse(woven);
            model.superclass().ifPresent(each -> check(each, loader));
            model.interfaces().forEach(each -> check(each, loader));
            for (MethodModel method : model.methods()) {
                method.code().ifPresent(code -> check(code, loader));
            }
        } catch (RuntimeException e) {
            found.add("what was woven cannot be read: " + e.getMessage());
        }
        return List.copyOf(found);
    }

    private void check(CodeModel code, ClassLoader loader) {
        boolean isReached = true;
        Set<Label> targets = targets(code);
        for (CodeElement element : code) {
            if (element instanceof LabelTarget target && targets.contains(target.label())) {
                isReached = true;
            } else if (element instanceof Instruction instruction) {
                if (isReached) {
                    check(instruction, loader);
                }
                isReached = !isRefusal(instruction);
            }
        }
    }

    /** What comes behind it stays for the verifier, and is never reached. */
    private static boolean isRefusal(Instruction instruction) {
        return instruction instanceof InvokeInstruction call
                && (call.name().equalsString("refuse") || call.name().equalsString("missing"))
                && call.owner().asInternalName().equals("dev/stint/hooks/Hook");
    }

    /** Where code goes on that has not come from the instruction before. */
    private static Set<Label> targets(CodeModel code) {
        var targets = new HashSet<Label>();
        for (CodeElement element : code) {
            switch (element) {
                case BranchInstruction branch -> targets.add(branch.target());
                case TableSwitchInstruction choice -> {
                    targets.add(choice.defaultTarget());
                    choice.cases().forEach(each -> targets.add(each.target()));
                }
                case LookupSwitchInstruction choice -> {
                    targets.add(choice.defaultTarget());
                    choice.cases().forEach(each -> targets.add(each.target()));
                }
                case ExceptionCatch line -> targets.add(line.handler());
                default -> {}
            }
        }
        return targets;
    }

    private void check(Instruction element, ClassLoader loader) {
        switch (element) {
            case InvokeInstruction call -> check(call.method(), loader);
            case FieldInstruction access -> check(access.field(), loader);
            case NewObjectInstruction made -> check(made.className(), loader);
            case LoadConstantInstruction constant -> check(constant.constantEntry(), loader, 0);
            case InvokeDynamicInstruction call -> {
                check(call.invokedynamic().bootstrap().bootstrapMethod().reference(), loader);
                call.invokedynamic()
                        .bootstrap()
                        .arguments()
                        .forEach(each -> check(each, loader, 0));
            }
            default -> {}
        }
    }

    /** Any class may be named: whoever has one still needs its members. */
    private void check(LoadableConstantEntry constant, ClassLoader loader, int depth) {
        switch (constant) {
            case MethodHandleEntry handle -> check(handle.reference(), loader);
            case ConstantDynamicEntry dynamic when depth < DEEPEST -> {
                check(dynamic.bootstrap().bootstrapMethod().reference(), loader);
                dynamic.bootstrap().arguments().forEach(each -> check(each, loader, depth + 1));
            }
            default -> {}
        }
    }

    private void check(ClassEntry entry, ClassLoader loader) {
        String name = entry.asInternalName();
        Class<?> type = name.startsWith("[") ? null : load(name, loader);
        if (type != null
                && isOutside(type, loader)
                && surface.ofClass(name) instanceof Ruling.Refused) {
            found.add("names " + type.getName());
        }
    }

    private void check(MemberRefEntry entry, ClassLoader loader) {
        String owner = entry.owner().asInternalName();
        Class<?> type = owner.startsWith("[") ? null : load(owner, loader);
        if (type == null) {
            return;
        }
        String name = entry.name().stringValue();
        String descriptor = entry.type().stringValue();
        boolean isField = entry instanceof FieldRefEntry;
        String said =
                isOutside(type, loader)
                        ? known.computeIfAbsent(
                                isField + " " + owner + " " + name + " " + descriptor,
                                _ -> judge(type, name, descriptor, isField, loader))
                        : judge(type, name, descriptor, isField, loader);
        if (!said.isEmpty()) {
            found.add(said);
        }
    }

    private String judge(
            Class<?> type, String name, String descriptor, boolean isField, ClassLoader loader) {
        Class<?> declarer =
                name.equals("<init>")
                        ? hasMethod(type, name, descriptor) ? type : null
                        : isField
                                ? declarerOfField(type, name, descriptor)
                                : declarerOfMethod(type, name, descriptor);
        if (declarer == null || !isOutside(declarer, loader)) {
            return "";
        }
        String owner = declarer.getName().replace('.', '/');
        Ruling ruling =
                isField
                        ? surface.ofField(owner, name, descriptor)
                        : surface.ofMethod(owner, name, descriptor);
        return ruling instanceof Ruling.Refused
                ? "refers to " + declarer.getName() + "." + name + descriptor
                : "";
    }

    /** Neither the tenant's own, nor what the weaver puts in. */
    private static boolean isOutside(Class<?> type, ClassLoader loader) {
        return type.getClassLoader() != loader && !type.getName().startsWith(HOOKS);
    }

    private static @Nullable Class<?> load(String internalName, ClassLoader loader) {
        try {
            return Class.forName(internalName.replace('/', '.'), false, loader);
        } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
            return null; // then the code cannot get there, either
        }
    }

    private @Nullable Class<?> declarerOfMethod(Class<?> type, String name, String descriptor) {
        return declarer(type, each -> hasMethod(each, name, descriptor));
    }

    private @Nullable Class<?> declarerOfField(Class<?> type, String name, String descriptor) {
        return declarer(type, each -> hasField(each, name, descriptor));
    }

    private static @Nullable Class<?> declarer(Class<?> type, Predicate<Class<?>> declares) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (declares.test(at)) {
                return at;
            }
        }
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> each : at.getInterfaces()) {
                Class<?> found = declarer(each, declares);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private boolean hasMethod(Class<?> type, String name, String descriptor) {
        return declares(methods.computeIfAbsent(type, WovenAudit::methodsOf), name, descriptor);
    }

    private boolean hasField(Class<?> type, String name, String descriptor) {
        return declares(fields.computeIfAbsent(type, WovenAudit::fieldsOf), name, descriptor);
    }

    private static boolean declares(Set<String> members, String name, String descriptor) {
        return members.contains(ANYTHING) || members.contains(name + " " + descriptor);
    }

    private static Set<String> methodsOf(Class<?> type) {
        var found = new HashSet<String>();
        try {
            for (Method method : type.getDeclaredMethods()) {
                found.add(
                        method.getName()
                                + " "
                                + MethodType.methodType(
                                                method.getReturnType(), method.getParameterTypes())
                                        .descriptorString());
            }
            for (Constructor<?> each : type.getDeclaredConstructors()) {
                found.add(
                        "<init> "
                                + MethodType.methodType(void.class, each.getParameterTypes())
                                        .descriptorString());
            }
        } catch (LinkageError | RuntimeException e) {
            found.add(ANYTHING); // it cannot be asked: then nothing is said
        }
        return found;
    }

    private static Set<String> fieldsOf(Class<?> type) {
        var found = new HashSet<String>();
        try {
            for (Field field : type.getDeclaredFields()) {
                found.add(field.getName() + " " + field.getType().descriptorString());
            }
        } catch (LinkageError | RuntimeException e) {
            found.add(ANYTHING); // it cannot be asked: then nothing is said
        }
        return found;
    }
}
