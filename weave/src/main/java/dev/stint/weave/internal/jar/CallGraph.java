package dev.stint.weave.internal.jar;

import dev.stint.weave.internal.classes.MemberKey;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who calls whom in a jar, and so what can be reached from where it is entered.
 *
 * <p>Rather too much is reached than too little: a call reaches every method of that name and
 * descriptor in a class that reached code names, and so does the JDK every method of a class that
 * extends or implements something outside. What is found by its name at run time is not seen.
 */
public final class CallGraph {
    /** A method of a class in the jar. */
    public record Method(String owner, MemberKey key) {}

    /** What the code of a method refers to. */
    private record Uses(List<Method> calls, Set<String> classes) {}

    private record Node(
            boolean isPublic,
            List<String> parents,
            Map<MemberKey, Integer> flags,
            Map<MemberKey, Uses> uses) {}

    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<MemberKey, List<String>> declarers = new HashMap<>();

    /** Adds a class. */
    public void add(ClassModel model) {
        String name = model.thisClass().asInternalName();
        var parents = new ArrayList<String>();
        model.superclass().ifPresent(parent -> parents.add(parent.asInternalName()));
        model.interfaces().forEach(parent -> parents.add(parent.asInternalName()));
        var flags = new HashMap<MemberKey, Integer>();
        var uses = new HashMap<MemberKey, Uses>();
        for (MethodModel method : model.methods()) {
            MemberKey key = MemberKey.of(method);
            flags.put(key, method.flags().flagsMask());
            uses.put(key, usesOf(method));
            declarers.computeIfAbsent(key, _ -> new ArrayList<>()).add(name);
        }
        boolean isPublic = (model.flags().flagsMask() & ClassFile.ACC_PUBLIC) != 0;
        nodes.put(name, new Node(isPublic, parents, flags, uses));
    }

    private static Uses usesOf(MethodModel method) {
        var uses = new Uses(new ArrayList<>(), new HashSet<>());
        method.code().ifPresent(code -> code.forEach(element -> use(uses, element)));
        return uses;
    }

    private static void use(Uses uses, CodeElement element) {
        switch (element) {
            case InvokeInstruction call -> use(uses, call.method());
            case FieldInstruction access -> uses.classes.add(access.owner().asInternalName());
            case NewObjectInstruction made -> uses.classes.add(made.className().asInternalName());
            case LoadConstantInstruction constant -> use(uses, constant.constantEntry());
            case InvokeDynamicInstruction call ->
                    call.invokedynamic()
                            .bootstrap()
                            .arguments()
                            .forEach(argument -> use(uses, argument));
            default -> {}
        }
    }

    private static void use(Uses uses, LoadableConstantEntry constant) {
        switch (constant) {
            case MethodHandleEntry handle -> use(uses, handle.reference());
            case ClassEntry type -> uses.classes.add(type.asInternalName());
            default -> {}
        }
    }

    private static void use(Uses uses, MemberRefEntry reference) {
        String owner = reference.owner().asInternalName();
        uses.classes.add(owner);
        uses.calls.add(new Method(owner, MemberKey.of(reference)));
    }

    /**
     * What can be reached from the main method of a class, or else from the public and protected
     * methods of all public classes.
     *
     * @param main the internal name of the class; null if the jar has none
     */
    public Set<Method> reachable(@Nullable String main) {
        var walk = new Walk();
        nodes.forEach(
                (name, node) -> {
                    if (main == null ? node.isPublic : name.equals(main)) {
                        walk.enter(name, node, main != null);
                    }
                });
        return walk.toItsEnd();
    }

    private final class Walk {
        private final Set<Method> reached = new HashSet<>();
        private final Set<String> named = new HashSet<>();
        private final Set<MemberKey> called = new HashSet<>();
        private final Deque<Method> open = new ArrayDeque<>();

        void enter(String name, Node node, boolean onlyMain) {
            name(name);
            int visible = ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED;
            node.flags.forEach(
                    (key, flags) -> {
                        if (onlyMain ? key.name().equals("main") : (flags & visible) != 0) {
                            reach(new Method(name, key));
                        }
                    });
        }

        Set<Method> toItsEnd() {
            while (!open.isEmpty()) {
                Method next = open.pop();
                Node node = nodes.get(next.owner);
                Uses uses = node == null ? null : node.uses.get(next.key);
                if (uses != null) {
                    uses.classes.forEach(this::name);
                    uses.calls.forEach(this::call);
                }
            }
            return reached;
        }

        private void reach(Method method) {
            if (reached.add(method)) {
                open.push(method);
            }
        }

        private void call(Method method) {
            name(method.owner);
            if (called.add(method.key)) {
                for (String declarer : declarers.getOrDefault(method.key, List.of())) {
                    if (named.contains(declarer)) {
                        reach(new Method(declarer, method.key));
                    }
                }
            }
        }

        /** From now on the class is there: initialised, made, and called back by the JDK. */
        private void name(String name) {
            Node node = nodes.get(name);
            if (node == null || !named.add(name)) {
                return;
            }
            node.parents.forEach(this::name);
            boolean calledBack = extendsOutside(name, new HashSet<>());
            int hidden = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC;
            node.flags.forEach(
                    (key, flags) -> {
                        boolean virtual = (flags & hidden) == 0 && !key.name().startsWith("<");
                        if (key.name().equals("<clinit>")
                                || called.contains(key)
                                || (virtual && calledBack)) {
                            reach(new Method(name, key));
                        }
                    });
        }

        private boolean extendsOutside(String name, Set<String> seen) {
            Node node = nodes.get(name);
            if (node == null) {
                return !name.equals("java/lang/Object");
            }
            for (String parent : node.parents) {
                if (seen.add(parent) && extendsOutside(parent, seen)) {
                    return true;
                }
            }
            return false;
        }
    }
}
