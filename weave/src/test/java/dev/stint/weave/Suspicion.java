package dev.stint.weave;

import dev.stint.weave.internal.surface.MemberRule;
import dev.stint.weave.internal.surface.Signatures;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Why a method of the JDK may be more work than its call costs: it, or what it calls, loops, calls
 * itself, makes arrays of a size that is not written there, is native, or calls what has a price.
 *
 * <p>Follows calls by the method that the code names, as deep as they go. It stops at members that
 * are open to tenants, because these have their own verdict, and at those that somebody has looked
 * at and found bounded. Code that ends in a throw is left out: it runs once.
 */
final class Suspicion {
    private static final int DEEPEST = 40;

    private final JdkMembers jdk;
    private final TableSurface surface;
    private final Set<String> bounded;
    private final Map<String, Optional<String>> known = new HashMap<>();
    private final Set<String> asked = new HashSet<>();

    /**
     * @param bounded methods that were looked at, {@code java.lang.Long.stringSize} or {@code
     *     java.lang.Long.*}
     */
    Suspicion(JdkMembers jdk, TableSurface surface, Set<String> bounded) {
        this.jdk = jdk;
        this.surface = surface;
        this.bounded = bounded;
    }

    /** The lines of the list of bounded methods that were of use. */
    Set<String> asked() {
        return asked;
    }

    /** The way to something suspicious; empty if there is nothing. */
    Optional<String> of(JdkMembers.Member member) {
        MethodModel method = jdk.resolve(member.owner(), member.name(), member.descriptor());
        return method == null ? Optional.empty() : inside(method, new LinkedHashSet<>());
    }

    private Optional<String> inside(MethodModel method, Set<String> above) {
        String id = id(method);
        Optional<String> before = known.get(id);
        if (before != null) {
            return before;
        }
        if (method.flags().has(AccessFlag.NATIVE)) {
            return Optional.of(id + " is native");
        }
        CodeModel code = method.code().orElse(null);
        if (code == null) {
            return Optional.empty();
        }
        if (above.size() > DEEPEST) {
            return Optional.of("deeper than " + DEEPEST);
        }
        if (!above.add(id)) {
            return Optional.of(id + " calls itself");
        }
        Optional<String> found = scan(id, code, above);
        above.remove(id);
        known.put(id, found);
        return found;
    }

    private Optional<String> scan(String id, CodeModel code, Set<String> above) {
        for (List<CodeElement> block : blocks(code)) {
            if (block.getLast() instanceof ThrowInstruction) {
                continue;
            }
            Instruction before = null;
            for (CodeElement element : block) {
                if (!(element instanceof Instruction instruction)) {
                    continue;
                }
                if (isArray(instruction) && !(before instanceof ConstantInstruction)) {
                    return Optional.of(id + " makes an array");
                }
                if (instruction instanceof InvokeInstruction call) {
                    Optional<String> behind = behind(call, above);
                    if (behind.isPresent()) {
                        return Optional.of(id + " > " + behind.get());
                    }
                }
                before = instruction;
            }
        }
        return loops(code) ? Optional.of(id + " loops") : Optional.empty();
    }

    private Optional<String> behind(InvokeInstruction call, Set<String> above) {
        String owner = call.owner().asInternalName();
        String name = call.name().stringValue();
        String type = call.type().stringValue();
        if (owner.startsWith("[")) {
            return Optional.of("an array's " + name);
        }
        if (jdk.isThrowable(owner)) {
            return Optional.empty();
        }
        MethodModel target = jdk.resolve(owner, name, type);
        if (target == null) {
            return Optional.empty(); // a method handle's, whose type is made up at the call
        }
        String id = id(target);
        String declaring = target.parent().orElseThrow().thisClass().asInternalName();
        if (isBounded(id)) {
            return Optional.empty();
        }
        if (declaring.startsWith("java/util/regex")) {
            return Optional.of(id + " is of regular expressions");
        }
        boolean open =
                (target.flags().flagsMask() & 5) != 0
                        && surface.rules().of(declaring.replace('/', '.')) != null;
        if (open) {
            return switch (surface.verdict(declaring, name, type)) {
                case MemberRule.Constant(var why) -> Optional.empty();
                case MemberRule.Callback(var why) -> Optional.empty();
                case MemberRule other -> Optional.of(id + " is " + other.word());
            };
        }
        return inside(target, above);
    }

    private boolean isBounded(String id) {
        String method = id.substring(0, id.indexOf('('));
        String all = method.substring(0, method.lastIndexOf('.')) + ".*";
        for (String line : List.of(id, method, all)) {
            if (bounded.contains(line)) {
                asked.add(line);
                return true;
            }
        }
        return false;
    }

    private static String id(MethodModel method) {
        return method.parent().orElseThrow().thisClass().asInternalName().replace('/', '.')
                + "."
                + Signatures.of(
                        method.methodName().stringValue(), method.methodType().stringValue());
    }

    private static boolean isArray(Instruction instruction) {
        return instruction instanceof NewPrimitiveArrayInstruction
                || instruction instanceof NewReferenceArrayInstruction
                || instruction instanceof NewMultiArrayInstruction;
    }

    private static List<List<CodeElement>> blocks(CodeModel code) {
        var blocks = new ArrayList<List<CodeElement>>();
        var current = new ArrayList<CodeElement>();
        for (CodeElement element : code) {
            if (element instanceof LabelTarget && !current.isEmpty()) {
                blocks.add(current);
                current = new ArrayList<>();
            }
            if (element instanceof Instruction) {
                current.add(element);
            }
            if (endsBlock(element)) {
                blocks.add(current);
                current = new ArrayList<>();
            }
        }
        if (!current.isEmpty()) {
            blocks.add(current);
        }
        return blocks;
    }

    private static boolean endsBlock(CodeElement element) {
        return element instanceof BranchInstruction
                || element instanceof ReturnInstruction
                || element instanceof ThrowInstruction
                || element instanceof LookupSwitchInstruction
                || element instanceof TableSwitchInstruction;
    }

    private static boolean loops(CodeModel code) {
        var seen = new HashSet<Label>();
        for (CodeElement element : code) {
            if (element instanceof LabelTarget target) {
                seen.add(target.label());
            }
            if (element instanceof BranchInstruction branch && seen.contains(branch.target())) {
                return true;
            }
        }
        return false;
    }
}
