package dev.stint.weave.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.weave.ClassSource;
import dev.stint.weave.internal.JdkWeaver;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The classes of the JDK that are woven as a second line, all of them. */
class JdkListTest {
    private static final int STATIC_SYNCHRONIZED =
            ClassFile.ACC_STATIC | ClassFile.ACC_SYNCHRONIZED;

    private static List<ClassModel> all() {
        return JdkList.classesIn(JdkList.PACKAGES).stream()
                .map(name -> ClassFile.of().parse(file(name)))
                .toList();
    }

    private static byte[] file(String name) {
        return ClassSource.ofJdk().find(name.replace('.', '/')).orElseThrow();
    }

    private static List<String> members(ClassModel model) {
        List<String> members = new ArrayList<>();
        model.fields().forEach(f -> members.add(f.fieldName() + " " + f.flags().flagsMask()));
        for (MethodModel m : model.methods()) {
            members.add(m.methodName() + " " + m.methodType() + " " + m.flags().flagsMask());
        }
        return members;
    }

    @Test
    void weave_everyClass_verifiesAndKeepsItsMembers() {
        var weaver = JdkWeaver.create();
        var verifier =
                ClassFile.of(
                        ClassFile.ClassHierarchyResolverOption.of(
                                ClassHierarchyResolver.ofResourceParsing(
                                        ClassLoader.getPlatformClassLoader())));
        int changed = 0;
        for (String name : JdkList.classesIn(JdkList.PACKAGES)) {
            byte[] file = file(name);

            byte[] woven = weaver.weave(file);

            ClassModel model = ClassFile.of().parse(woven);
            assertThat(verifier.verify(woven)).as(name).isEmpty();
            assertThat(members(model)).as(name).isEqualTo(members(ClassFile.of().parse(file)));
            changed += woven.length == file.length ? 0 : 1;
        }
        assertThat(changed).isGreaterThan(500);
    }

    /** Whoever is suspended in there would hold up the whole JVM. */
    @Test
    void list_noClassLocksItself() {
        var found = new TreeSet<String>();
        for (ClassModel model : all()) {
            for (MethodModel method : model.methods()) {
                if ((method.flags().flagsMask() & STATIC_SYNCHRONIZED) == STATIC_SYNCHRONIZED) {
                    found.add(model.thisClass().asInternalName() + "." + method.methodName());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    /** Each of these is one reference to something complete, so there is no middle of it. */
    @Test
    void list_writesOfStaticFields_areKnown() {
        var found = new TreeSet<String>();
        for (ClassModel model : all()) {
            for (MethodModel method : model.methods()) {
                boolean initialises = method.methodName().equalsString("<clinit>");
                if (method.code().isPresent() && !initialises) {
                    method.code().get().elementList().stream()
                            .filter(e -> e instanceof FieldInstruction f && isWrite(f))
                            .forEach(
                                    _ ->
                                            found.add(
                                                    model.thisClass().asInternalName()
                                                            + "."
                                                            + method.methodName()));
                }
            }
        }
        assertThat(found)
                .containsExactly(
                        "java/math/BigDecimal.expandBigIntegerTenPowers",
                        "java/math/BigInteger.getRadixConversionCache",
                        "java/util/Collections.shuffle",
                        "java/util/Formatter.getDecimalFormatSymbols",
                        "java/util/Scanner.boolPattern",
                        "java/util/Scanner.linePattern",
                        "java/util/Scanner.separatorPattern");
    }

    private static boolean isWrite(FieldInstruction field) {
        return field.opcode() == Opcode.PUTSTATIC;
    }

    @Test
    void classesIn_unknownPackage_saysWhatThereIs() {
        assertThatThrownBy(() -> JdkList.classesIn(List.of("java.utils")))
                .hasMessageContaining("no package 'java.utils'")
                .hasMessageContaining("java.util.regex");
    }

    @Test
    void classesIn_onePackage_leavesOutOthers() {
        assertThat(JdkList.classesIn(List.of("java.util.regex")))
                .contains("java.util.regex.Pattern", "java.util.regex.Pattern$Node")
                .allMatch(name -> name.startsWith("java.util.regex."));
        assertThat(JdkList.classesIn(List.of("java.util")))
                .contains("java.util.HashMap$Node")
                .doesNotContain("java.util.Locale", "java.util.Locale$Builder");
    }
}
