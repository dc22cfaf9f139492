package dev.stint.weave;

import static dev.stint.weave.AttackJar.attack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Small classes below large ones. The JVM makes tables of all that is inherited, nothing stops it
 * while it does, and no file is larger for it.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InheritedMethodsTest {
    private static final int ABSTRACT = ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT;

    @TempDir private Path folder;

    /** Numbered methods, so many of each name. */
    private static byte[] type(String name, int flags, int methods, int ofAName, String... above) {
        boolean hasCode = (flags & ClassFile.ACC_STRICT) != 0; // stands for default methods
        return ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        type -> {
                            type.withFlags((flags & ~ClassFile.ACC_STRICT) | ABSTRACT);
                            type.withInterfaceSymbols(
                                    Arrays.stream(above).map(ClassDesc::of).toList());
                            for (int i = 0; i < methods; i++) {
                                var takes =
                                        Collections.nCopies(i % ofAName % 64, ConstantDescs.CD_int);
                                var gives = ClassDesc.of("acme.R" + (i % ofAName / 64));
                                type.withMethod(
                                        "m" + i / ofAName,
                                        MethodTypeDesc.of(gives, takes),
                                        hasCode ? ClassFile.ACC_PUBLIC : ABSTRACT,
                                        method -> {
                                            if (hasCode) {
                                                method.withCode(
                                                        code -> code.aconst_null().areturn());
                                            }
                                        });
                            }
                        });
    }

    private static SmallJar jar(String statements, int methods, int interfaceFlags) {
        return attack(statements)
                .withEntry("acme/I.class", type("acme.I", interfaceFlags, methods, 500))
                .withEntry("acme/J.class", type("acme.J", interfaceFlags, methods, 500))
                .withEntry("acme/K.class", type("acme.K", 0, 0, 1, "acme.I", "acme.J"));
    }

    @ParameterizedTest
    @ValueSource(ints = {ClassFile.ACC_INTERFACE, ClassFile.ACC_INTERFACE | ClassFile.ACC_STRICT})
    void class_thatInheritsTooManyMethods_isRefused(int flags) throws Exception {
        SmallJar jar = jar("return Class.forName(\"acme.K\").getName();", 2_600, flags);

        assertThat(AttackJar.run(jar, folder))
                .asString()
                .contains("class acme.K is refused: it has more than 5000 methods");
    }

    @Test
    void class_withTooManyMethodsOfAName_isRefused() throws Exception {
        SmallJar jar =
                attack("return Class.forName(\"acme.I\").getName();")
                        .withEntry(
                                "acme/I.class",
                                type("acme.I", ClassFile.ACC_INTERFACE, 1_025, 1_025));

        assertThat(AttackJar.run(jar, folder))
                .asString()
                .contains("class acme.I is refused: it has 1025 methods of one name");
    }

    /** Two interfaces on each level, each of which extends both that are above. */
    @Test
    void class_thatInheritsOnTooManyWays_isRefused() throws Exception {
        SmallJar jar = attack("return Class.forName(\"acme.A39\").getName();");
        String[] above = {};
        for (int level = 0; level < 40; level++) {
            String[] here = {"acme.A" + level, "acme.B" + level};
            for (String name : here) {
                byte[] file = type(name, ClassFile.ACC_INTERFACE, level == 0 ? 1 : 0, 1, above);
                jar.withEntry(name.replace('.', '/') + ".class", file);
            }
            above = here;
        }
        jar.withEntry("acme/K.class", type("acme.K", 0, 0, 1, above));

        assertThat(AttackJar.run(jar, folder)).asString().contains("inherits on too many ways");
    }

    @Test
    void class_withTooManyFields_isRefused() throws Exception {
        byte[] fields =
                ClassFile.of()
                        .build(
                                ClassDesc.of("acme.P"),
                                type -> {
                                    for (int i = 0; i < 9_000; i++) {
                                        type.withField("f" + i, ConstantDescs.CD_long, 0);
                                    }
                                });
        SmallJar jar = attack("return Class.forName(\"acme.P\").getName();");

        assertThat(AttackJar.run(jar.withEntry("acme/P.class", fields), folder))
                .asString()
                .contains(
                        "class acme.P is refused: it has objects with more than 65536 bytes of"
                                + " fields");
    }

    /** Each is a class that the JVM makes, of 3 KB that nobody else counts. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Class<?> c = Program.class; while (true) c = c.arrayType();",
                "Class<?> c = Program.class; while (true) c ="
                        + " java.lang.reflect.Array.newInstance(c, 0).getClass();",
                "java.lang.reflect.Array.newInstance(Program.class, new int[17]); return null;",
                "int[] none = new int[255]; none[0] = -1;"
                        + " java.lang.reflect.Array.newInstance(Program.class, none); return 1;",
            })
    void arrays_ofManyDimensions_areRefused(String statements) throws Exception {
        SmallJar jar = attack("if (Tools.class != null) { " + statements + " } return null;");

        assertThat(AttackJar.run(jar, folder))
                .asString()
                .startsWith("AccessRefusedException: an array cannot have");
    }

    @Test
    void arrays_ofManyDimensions_areNotFound() throws Exception {
        SmallJar jar = attack("return Class.forName(\"[\".repeat(17) + \"Lacme.Program;\");");

        assertThat(AttackJar.run(jar, folder)).asString().startsWith("ClassNotFoundException");
    }

    @Test
    void arrays_ofManyDimensions_inAFile_areRefused() throws Exception {
        SmallJar jar = attack("return Class.forName(\"acme.P\").getName();");
        byte[] named =
                ClassFile.of()
                        .build(
                                ClassDesc.of("acme.P"),
                                type ->
                                        type.withField(
                                                "f", ClassDesc.of("acme.P").arrayType(17), 0));

        assertThat(AttackJar.run(jar.withEntry("acme/P.class", named), folder))
                .asString()
                .contains("no descriptor");
    }

    /** Its class is one that the JVM makes, below all that it is to be. */
    @Test
    void functionalObject_thatInheritsTooMuch_isRefused() throws Exception {
        SmallJar jar =
                attack("return ((Runnable & Marker & Other) () -> {}).hashCode() + 0L;")
                        .withClass(
                                "acme.Marker", "package acme; public interface Marker " + wide("a"))
                        .withClass(
                                "acme.Other", "package acme; public interface Other " + wide("b"));

        assertThat(AttackJar.run(jar, folder))
                .asString()
                .contains("makes a functional object that has more than 5000 methods");
    }

    private static String wide(String name) {
        return java.util.stream.IntStream.range(0, 2_600)
                .mapToObj(i -> "default void " + name + i + "() {}")
                .collect(java.util.stream.Collectors.joining(" ", "{ ", " }"));
    }

    @Test
    void tables_countInTheLimits() throws Exception {
        SmallJar jar =
                jar(
                        "Class.forName(\"acme.I\"); Class.forName(\"acme.J\"); return"
                                + " Class.forName(\"acme.K\").getName();",
                        2_000,
                        ClassFile.ACC_INTERFACE | ClassFile.ACC_STRICT);

        assertThat(AttackJar.count(jar, folder, limits -> limits.withBytes(700_000)).result())
                .asString()
                .contains("class acme.K is refused: it 'acme' has loaded");
        assertThat(AttackJar.count(jar, folder, limits -> limits.withBytes(2 << 20)).result())
                .isEqualTo("acme.K");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "new Liar().defineAs(null, Tools.bytes(\"file\"))",
                "java.lang.invoke.MethodHandles.lookup().defineClass(Tools.bytes(\"file\"))",
            })
    void definedClass_paysForWhatItInherits(String define) throws Exception {
        String[] none = {};
        String[] many = {"acme.I", "acme.J"};
        long[] paid = new long[2];
        for (String[] above : new String[][] {none, many}) {
            SmallJar jar =
                    jar(
                            "return " + define + ".getName();",
                            2_000,
                            ClassFile.ACC_INTERFACE | ClassFile.ACC_STRICT);
            jar.withEntry("file.class", type("acme.Late", 0, 0, 1, above));
            var counted = AttackJar.count(jar, folder, limits -> limits);
            assertThat(counted.result()).isEqualTo("acme.Late");
            paid[above.length / 2] = counted.count().ops();
        }

        assertThat(paid[1] - paid[0]).isGreaterThan(15_000_000);
    }
}
