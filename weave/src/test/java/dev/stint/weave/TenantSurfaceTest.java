package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.weave.internal.surface.MemberRule;
import dev.stint.weave.internal.surface.SurfaceRules;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The table against the JDK's own class files: every member that a tenant can reach has a verdict
 * that can be carried out, and nothing that looks like much work is called constant without a
 * reason.
 */
class TenantSurfaceTest {
    private static final JdkMembers JDK = new JdkMembers();
    private static final TableSurface SURFACE = Surface.ofTenant();

    private static List<JdkMembers.Member> reachable() {
        var all = new ArrayList<JdkMembers.Member>();
        for (String name : JDK.publicClasses()) {
            if (!(SURFACE.ofClass(name.replace('.', '/')) instanceof Ruling.Refused)) {
                all.addAll(JDK.open(name.replace('.', '/')));
            }
        }
        return all;
    }

    @Test
    void verdict_everyReachableMember_canBeCarriedOut() {
        var wrong = new ArrayList<String>();
        for (JdkMembers.Member member : reachable()) {
            try {
                Ruling ruling =
                        member.isMethod()
                                ? SURFACE.ofMethod(
                                        member.owner(), member.name(), member.descriptor())
                                : SURFACE.ofField(
                                        member.owner(), member.name(), member.descriptor());
                misfit(member, ruling).forEach(why -> wrong.add(member + ": " + why));
            } catch (IllegalArgumentException e) {
                wrong.add(e.getMessage());
            }
        }

        assertThat(wrong).isEmpty();
    }

    /** A function that takes the receiver must get it, and one that does not has no use for it. */
    private static List<String> misfit(JdkMembers.Member member, Ruling ruling) {
        return switch (ruling) {
            case Ruling.Priced(var owner, var name, var type) ->
                    misfit(member, owner, name, type, false);
            case Ruling.Replaced(var owner, var name, var type) ->
                    misfit(member, owner, name, type, true);
            case Ruling.Allowed() -> List.of();
            case Ruling.Refused _ -> List.of();
        };
    }

    private static List<String> misfit(
            JdkMembers.Member member,
            ClassDesc owner,
            String name,
            MethodTypeDesc type,
            boolean takesAll) {
        if (!member.isMethod() || (member.name().equals("<init>") && takesAll)) {
            return List.of();
        }
        int arguments = MethodTypeDesc.ofDescriptor(member.descriptor()).parameterCount();
        boolean hasReceiver = !member.isStatic() && !member.name().equals("<init>");
        int count = type.parameterCount();
        boolean hasClassLast =
                count > 0 && type.parameterType(count - 1).equals(ConstantDescs.CD_Class);
        // One value more than there are: the class that the call is in.
        boolean asksWho = takesAll && hasClassLast && count == arguments + (hasReceiver ? 2 : 1);
        boolean takesReceiver = (asksWho ? count - 1 : count) == arguments + 1;
        var wrong = new ArrayList<String>();
        String function = owner.displayName() + "." + name + type.displayDescriptor();
        if (takesReceiver && !hasReceiver) {
            wrong.add(function + " takes a receiver, and there is none");
        }
        if (takesAll && hasReceiver && !takesReceiver) {
            wrong.add(function + " is to take the receiver");
        }
        if (!takesReceiver && firstParameter(owner, name, type).equals("self")) {
            wrong.add(function + " takes 'self', and would get an argument");
        }
        return wrong;
    }

    private static String firstParameter(ClassDesc owner, String name, MethodTypeDesc type) {
        String file = owner.descriptorString().replaceAll("^L|;$", "") + ".class";
        try (var in = Surface.class.getClassLoader().getResourceAsStream(file)) {
            for (MethodModel method : ClassFile.of().parse(in.readAllBytes()).methods()) {
                if (method.methodName().equalsString(name)
                        && method.methodTypeSymbol().equals(type)) {
                    return method
                            .code()
                            .orElseThrow()
                            .findAttribute(Attributes.localVariableTable())
                            .stream()
                            .flatMap(table -> table.localVariables().stream())
                            .filter(variable -> variable.slot() == 0)
                            .map(variable -> variable.name().stringValue())
                            .findFirst()
                            .orElse("");
                }
            }
            throw new AssertionError(file + " has no " + name + type.displayDescriptor());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void constant_whatLooksLikeMore_hasAReason() {
        var suspicion = new Suspicion(JDK, SURFACE, Set.of());
        var unexplained = new ArrayList<String>();
        for (JdkMembers.Member member : reachable()) {
            MemberRule verdict =
                    SURFACE.verdict(member.owner(), member.name(), member.descriptor());
            if (verdict instanceof MemberRule.Constant(var why) && why.isEmpty()) {
                suspicion.of(member).ifPresent(way -> unexplained.add(member + ": " + way));
            }
        }

        assertThat(unexplained).as("give them a price, or the reason why they need none").isEmpty();
    }

    @Test
    void table_everyLine_isAboutSomethingThatExists() {
        var known = new HashSet<String>();
        var written = new HashSet<String>();
        for (String name : JDK.publicClasses()) {
            SurfaceRules.OfClass rules = SURFACE.rules().of(name);
            if (rules != null) {
                written.addAll(rules.members.keySet());
                for (JdkMembers.Member member : JDK.open(name.replace('.', '/'))) {
                    for (String form : List.of(member.name(), member.signature())) {
                        if (rules.members.containsKey(form)) {
                            known.add(form);
                        }
                    }
                }
            }
        }
        written.removeAll(known);
        written.remove(SurfaceRules.NEW); // see below

        assertThat(written).isEmpty();
        for (String name : SURFACE.rules().namedClasses()) {
            boolean isJdk = name.startsWith("java.");
            assertThat(!isJdk || JDK.find(name.replace('.', '/')).isPresent()).as(name).isTrue();
        }
    }

    @Test
    void standIn_ofEveryClassThatHasOne_extendsItAndHasItsConstructors() throws Exception {
        var found = new ArrayList<String>();
        for (String name : JDK.publicClasses()) {
            if (!(SURFACE.ofClass(name.replace('.', '/')) instanceof Ruling.Replaced other)) {
                continue;
            }
            found.add(name);
            Class<?> standIn =
                    Class.forName(other.owner().packageName() + "." + other.owner().displayName());
            assertThat(standIn.getSuperclass().getName()).isEqualTo(name);
            for (JdkMembers.Member member : JDK.open(name.replace('.', '/'))) {
                boolean isOpen =
                        member.name().equals("<init>")
                                && !(SURFACE.ofMethod(member.owner(), "<init>", member.descriptor())
                                        instanceof Ruling.Refused);
                if (isOpen) {
                    var type = MethodType.fromMethodDescriptorString(member.descriptor(), null);
                    assertThat(standIn.getConstructor(type.parameterArray())).isNotNull();
                }
            }
        }

        assertThat(found).contains("java.net.Socket", "java.net.InetSocketAddress");
    }

    @Test
    void list_ofAllMembers_isCurrent() throws IOException {
        String list = SurfaceList.of(JDK, SURFACE);
        Path file = Path.of("..", "docs", "reference", "jdk-surface.md");
        if (Boolean.getBoolean("stint.surface.write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, list);
        }

        assertThat(Files.readString(file))
                .as("run with -Dstint.surface.write=true to write it again")
                .isEqualTo(list);
    }
}
