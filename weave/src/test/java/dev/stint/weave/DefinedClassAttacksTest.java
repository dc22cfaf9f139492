package dev.stint.weave;

import static dev.stint.weave.AttackJar.attack;
import static dev.stint.weave.AttackJar.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.SmallJar;
import dev.stint.tenant.Tenant;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a tenant may try with classes that it makes at run time: names that are not its own, code
 * that must not run, circles, numbers of them, and loaders of somebody else.
 */
class DefinedClassAttacksTest {
    @TempDir private Path folder;

    private static final ClassLoader HOST = DefinedClassAttacksTest.class.getClassLoader();

    private Object run(SmallJar jar) throws Exception {
        return AttackJar.run(jar, folder);
    }

    private CountingMeter.Counted<Object> count(SmallJar jar, UnaryOperator<ClassLimits> limits)
            throws Exception {
        return AttackJar.count(jar, folder, limits);
    }

    // ---- names

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.Evil",
                "java.lang.String",
                "javax.swing.Evil",
                "javax.evil.Evil",
                "jdk.internal.misc.Unsafe",
                "sun.misc.Unsafe",
                "com.sun.Evil",
                "org.w3c.dom.Evil",
                "dev.stint.hooks.Hook",
                "dev.stint.hooks.Evil",
                "dev.stint.Stint",
                "dev.stint.error.Evil",
                "stint.calls.Evil",
                "stint.own.ClassLoader",
                "acme.Program",
                "acme.Program$Inner",
            })
    void define_nameOfSomebodyElse_isRefused(String name) throws Exception {
        SmallJar jar =
                attack(
                        "return new Liar().defineAs(\""
                                + name
                                + "\", Tools.bytes(\"renamed\")).getName();");
        jar.withEntry("renamed.class", ClassFiles.empty(name));

        assertThat(run(jar)).asString().startsWith("AccessRefusedException: 'acme' cannot define");
    }

    @Test
    void define_nameThatTheFileDoesNotSay_isRefused() throws Exception {
        SmallJar jar =
                attack("return new Liar().defineAs(\"late.A\", Tools.bytes(\"file\")).getName();")
                        .withEntry("file.class", ClassFiles.empty("late.B"));

        assertThat(run(jar))
                .asString()
                .startsWith("NoClassDefFoundError: late.A cannot be defined");
    }

    @Test
    void define_inTheLoaderOfTheJars_isRefused() throws Exception {
        SmallJar jar =
                attack(
                                "Object l = Program.class.getClassLoader(); return"
                                        + " l.getClass().getMethod(\"define\", String.class,"
                                        + " byte[].class).invoke(l, null, Tools.bytes(\"file\"));")
                        .withEntry("file.class", ClassFiles.empty("late.A"));

        assertThat(run(jar)).asString().startsWith("AccessRefusedException");
    }

    @Test
    void define_brokenFile_isRefusedAndLeavesTheNameFree() throws Exception {
        SmallJar jar =
                with(
                        attack(
                                "var l = new Liar(); byte[] good = Tools.bytes(\"late/late/A\");"
                                    + " byte[] bad = Arrays.copyOf(good, good.length - 9); String"
                                    + " said = \"\"; try { l.defineAs(\"late.A\", bad); } catch"
                                    + " (Throwable e) { said = e.getClass().getSimpleName() + \":"
                                    + " \"; } return said + Tools.go(l.defineAs(\"late.A\","
                                    + " good));"),
                        "late/",
                        "late.A",
                        "package late; public class A { public static Object go() { return 5; } }");

        assertThat(run(jar)).asString().startsWith("WeaveRefusedException: ").endsWith("5");
    }

    // ---- what is defined is woven

    @Test
    void define_loop_isStopped() throws Exception {
        SmallJar jar =
                with(
                        attack("return Tools.go(new Liar().define(\"late/late/A\"));"),
                        "late/",
                        "late.A",
                        "package late; public class A { public static Object go() { while (true) {"
                                + " try { while (true); } catch (Throwable e) { } } } }");
        Path file = jar.writeTo(folder.resolve("acme.jar"));
        try (var loader = MeteredClassLoader.of("acme", List.of(file), Surface.ofTenant(), HOST)) {
            var run = loader.loadClass("acme.Program").getMethod("run");
            var meter =
                    CountingMeter.stop(
                            5_000_000,
                            () -> {
                                try {
                                    run.invoke(null);
                                } catch (ReflectiveOperationException e) {
                                    throw new IllegalStateException(e);
                                }
                            });

            assertThat(meter.stops()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "System.exit(1); return 1;",
                "return java.lang.management.ManagementFactory.getRuntimeMXBean().getPid();",
                "return new java.util.concurrent.ForkJoinPool();",
                "return Runtime.class.getMethod(\"halt\", int.class).invoke(Runtime.getRuntime(),"
                        + " 1);",
                "return new java.io.FileInputStream(\"/etc/passwd\");",
                "return ClassLoader.getPlatformClassLoader();",
            })
    void define_whatIsNotOpen_isRefusedWhereItIsReached(String body) throws Exception {
        SmallJar jar =
                with(
                        attack("return Tools.go(new Liar().define(\"late/late/A\"));"),
                        "late/",
                        "late.A",
                        "package late; public class A { public static Object go() throws Exception"
                                + " {"
                                + body
                                + " } }");

        assertThat(run(jar)).asString().startsWith("AccessRefusedException");
    }

    @Test
    void define_thatCallsTheHooks_isRefused() throws Exception {
        SmallJar jar =
                with(
                        attack("return Tools.go(new Liar().define(\"late/late/A\"));"),
                        "late/",
                        "late.A",
                        "package late; public class A { public static Object go() {"
                                + " dev.stint.hooks.Hook.leave(-1_000_000); return 1; } }");

        assertThat(run(jar)).asString().contains("it calls the hooks of Stint");
    }

    /** Whatever the tenant's loader says, the hooks are the hooks. */
    @Test
    void loader_thatHasHooksOfItsOwn_isNotAsked() throws Exception {
        SmallJar jar =
                with(
                        attack(
                                "var l = new Liar(); var asked = new ArrayList<String>(); l.answer"
                                    + " = name -> { asked.add(name); return"
                                    + " name.startsWith(\"dev.\") || name.startsWith(\"java\") ||"
                                    + " name.startsWith(\"acme.\") ? Program.class : null; };"
                                    + " return \"\" + Tools.go(l.define(\"late/late/A\")) +"
                                    + " asked;"),
                        "late/",
                        "late.A",
                        "package late; public class A { public static Object go() { int n = 0; for"
                                + " (int i = 0; i < 9; i++) n += new int[i].length; return n +"
                                + " String.valueOf(n).trim(); } }");

        assertThat(run(jar)).isEqualTo("3636[]");
    }

    // ---- recursion, circles, initialisers, threads

    @Test
    void define_whileItIsBeingDefined_isRefused() throws Exception {
        SmallJar jar =
                with(
                        with(
                                attack(
                                        "var l = new Liar(); var said = new ArrayList<String>();"
                                            + " l.answer = name -> { if (!name.equals(\"late.B\"))"
                                            + " return null; try { return"
                                            + " l.define(\"late/late/A\"); } catch (LinkageError e)"
                                            + " { said.add(e.getMessage()); return null; } };"
                                            + " return \"\" + Tools.go(l.define(\"late/late/A\")) +"
                                            + " said;"),
                                "late/",
                                "late.A",
                                "package late; public class A { public static Object go() { return"
                                        + " 1; } Object other() { return new B(); } }"),
                        "late/",
                        "late.B",
                        "package late; public class B { }");

        assertThat(run(jar))
                .asString()
                .startsWith("1[")
                .contains("it has one of that name in work");
    }

    @Test
    void define_withoutEnd_endsWithTheStackOrTheMoney() throws Exception {
        SmallJar jar =
                attack(
                        "var l = new Liar(); l.answer = name -> Class.forName(name, false, l);"
                                + " return l.loadClass(\"late.A\");");

        assertThat(run(jar)).asString().startsWith("StackOverflowError");
    }

    @Test
    void classes_thatInheritFromEachOther_areRefused() throws Exception {
        SmallJar jar =
                attack(
                        "var l = new Liar(); l.answer = name -> name.startsWith(\"late.\") ?"
                                + " l.define(\"x/\" + name.replace('.', '/')) : null; return"
                                + " l.loadClass(\"late.A\").getName();");
        jar.withEntry("x/late/A.class", ClassFiles.extending("late.A", "late.B"));
        jar.withEntry("x/late/B.class", ClassFiles.extending("late.B", "late.A"));

        assertThat(run(jar)).asString().startsWith("ClassCircularityError");
    }

    @Test
    void define_inAnInitialiser_works() throws Exception {
        SmallJar jar =
                with(
                        with(
                                attack(
                                        "var l = new Liar(); Liar.class.getName(); Holder.by = l;"
                                                + " return Tools.go(l.define(\"late/late/A\"));"),
                                "late/",
                                "late.A",
                                "package late; public class A { static final Object SAID; static {"
                                    + " try { SAID ="
                                    + " Class.forName(\"acme.Holder\").getMethod(\"b\").invoke(null);"
                                    + " } catch (Exception e) { throw new RuntimeException(e); } }"
                                    + " public static Object go() { return SAID; } }"),
                        "late/",
                        "late.B",
                        "package late; public class B { public static Object go() { return \"b\"; }"
                                + " }");
        jar.withClass(
                "acme.Holder",
                "package acme; public class Holder { static Tools.Liar by; public static Object b()"
                        + " throws Exception { return Tools.go(by.define(\"late/late/B\")); } }");

        assertThat(run(jar)).isEqualTo("b");
    }

    @Test
    void class_ofManyThreads_isOneAndTheSame() throws Exception {
        SmallJar jar =
                with(
                        attack("return new Liar().define(\"late/late/A\");"),
                        "late/",
                        "late.A",
                        "package late; public class A { }");
        jar.withClass(
                "acme.Both",
                "package acme; public class Both { public static Tools.Liar by = new Tools.Liar();"
                    + " public static Object define() { try { return by.define(\"late/late/A\"); }"
                    + " catch (Exception | LinkageError e) { return e; } } }");
        Path file = jar.writeTo(folder.resolve("acme.jar"));
        try (var loader = MeteredClassLoader.of("acme", List.of(file), Surface.ofTenant(), HOST)) {
            var define = loader.loadClass("acme.Both").getMethod("define");
            var ends = new java.util.concurrent.ConcurrentLinkedQueue<Object>();
            var threads =
                    java.util.stream.IntStream.range(0, 8)
                            .mapToObj(
                                    i ->
                                            Thread.ofPlatform()
                                                    .start(
                                                            () -> {
                                                                try {
                                                                    ends.add(
                                                                            CountingMeter.count(
                                                                                            () ->
                                                                                                    define
                                                                                                            .invoke(
                                                                                                                    null))
                                                                                    .result());
                                                                } catch (Exception e) {
                                                                    ends.add(e);
                                                                }
                                                            }))
                            .toList();
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(ends).hasSize(8);
            assertThat(ends.stream().filter(Class.class::isInstance)).hasSize(1);
            assertThat(ends.stream().filter(LinkageError.class::isInstance)).hasSize(7);
        }
    }

    /** Another task makes it longer and shorter all the time. */
    @Test
    void define_ofABufferThatChanges_isPaidAsLongAsItIsTaken() throws Exception {
        byte[] large =
                ClassFile.of()
                        .build(
                                ClassDesc.of("late.Large"),
                                type -> {
                                    for (int i = 0; i < 500; i++) {
                                        type.withField("f" + i, ConstantDescs.CD_int, 0);
                                    }
                                });
        SmallJar jar =
                attack(
                                "var file = java.nio.ByteBuffer.wrap(Tools.bytes(\"large\")); int"
                                    + " all = file.capacity(); var other ="
                                    + " java.util.concurrent.CompletableFuture.runAsync(() -> {"
                                    + " while (!Buffered.ended) { file.limit(0); file.limit(all); }"
                                    + " }); int made = 0; for (int i = 0; i < 100; i++) { try { new"
                                    + " Buffered().define(file); made++; } catch (RuntimeException"
                                    + " | LinkageError e) { } file.position(0); } Buffered.ended ="
                                    + " true; other.join(); return made;")
                        .withClass(
                                "acme.Buffered",
                                "package acme; public class Buffered extends ClassLoader { static"
                                        + " volatile boolean ended; public Class<?>"
                                        + " define(java.nio.ByteBuffer file) { return"
                                        + " defineClass(null, file, null); } }")
                        .withEntry("large.class", large);
        Path file = jar.writeTo(folder.resolve("acme.jar"));
        try (Scheduler scheduler = Scheduler.open(c -> c.withWorkers(2));
                Tenant tenant = scheduler.openTenant(t -> t.withName("acme"));
                var loader =
                        MeteredClassLoader.of("acme", List.of(file), Surface.ofTenant(), HOST)) {
            var run = loader.loadClass("acme.Program").getMethod("run");
            var task = tenant.root().spawn(() -> run.invoke(null));

            assertThat(task.await())
                    .isInstanceOfSatisfying(
                            Integer.class,
                            made ->
                                    assertThat(task.receipt().orElseThrow().spent().ops())
                                            .isGreaterThan(
                                                    100 * 500_000L + made * 500L * large.length));
        }
    }

    // ---- limits

    @Test
    void define_countsWithTheClassesOfTheJar() throws Exception {
        SmallJar jar =
                attack(
                        "int n = 0; try { while (true) { var l = new Liar();"
                                + " l.defineAs(null, Tools.bytes(\"file\")); n++; } } catch"
                                + " (Throwable e) { return n + Tools.thrown(e); }");
        jar.withEntry("file.class", ClassFiles.empty("late.A"));

        assertThat(count(jar, limits -> limits.withClasses(40)).result())
                .asString()
                .matches("1\\dWeaveRefusedException: .*may load 40 of.*");
    }

    @Test
    void define_thatFails_counts() throws Exception {
        SmallJar jar =
                attack(
                        "int n = 0; var l = new Liar(); while (true) { try { l.defineAs(null,"
                                + " Tools.bytes(\"file\")); } catch (RuntimeException e) { if"
                                + " (e.getMessage().contains(\"may load\")) return n; n++; } }");
        jar.withEntry("file.class", ClassFiles.extending("late.A", "javax.swing.JPanel"));

        assertThat(count(jar, limits -> limits.withClasses(40)).result())
                .isInstanceOfSatisfying(Integer.class, n -> assertThat(n).isBetween(20, 39));
    }

    // ---- what belongs to somebody else

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return new Liar().getParent().getParent();",
                "return new ClassLoader(null) {}.getParent() == Program.class.getClassLoader() ?"
                        + " null : 1;",
                "return new ClassLoader() {}.getParent() == Program.class.getClassLoader() ? null :"
                        + " 1;",
                "return new Liar().getResource(\"java/lang/Object.class\");",
                "return new ClassLoader(null) {}.getResourceAsStream(\"dev/stint/Stint.class\");",
                "try { return new ClassLoader(null) {}.loadClass(\"javax.swing.JFrame\"); } catch"
                        + " (ClassNotFoundException e) { return null; }",
                "try { return new ClassLoader(null) {}.loadClass(\"dev.stint.hooks.Hook\"); } catch"
                        + " (ClassNotFoundException e) { return null; }",
            })
    void loader_seesNothingOfTheHost(String statements) throws Exception {
        assertThat(run(attack(statements))).isNull();
    }

    /** A method that looks as if it overrode: to call it would be to call the JDK's. */
    @ParameterizedTest
    @CsvSource({
        "2, (Ljava/lang/String;)Ljava/lang/Class;", // private
        "9, (Ljava/lang/String;)Ljava/lang/Class;", // static
        "1, (Ljava/lang/String;)Ljava/lang/String;",
        "1, (Ljava/lang/Object;)Ljava/lang/Class;",
    })
    void loader_thatOverridesNothing_doesNotGetTheCodeOfTheJdk(int flags, String descriptor)
            throws Exception {
        SmallJar jar =
                attack(
                                "ClassLoader l = (ClassLoader) Class.forName(\"acme.Odd\")"
                                        + ".getDeclaredConstructor().newInstance(); return"
                                        + " l.loadClass(\"org.junit.jupiter.api.Test\").getName();")
                        .withEntry("acme/Odd.class", ClassFiles.odd("acme.Odd", flags, descriptor));

        assertThat(run(jar)).asString().startsWith("ClassNotFoundException: org.junit");
    }

    @Test
    void loader_withALongName_paysForIt() throws Exception {
        String made = "return new ClassLoader(\"x\".repeat(%d), null) {}.getName().length();";
        var few = count(attack(made.formatted(1)), limits -> limits).count();
        var many = count(attack(made.formatted(1 << 20)), limits -> limits).count();

        assertThat(many.bytes() - few.bytes()).isGreaterThan(3L << 20); // both texts
    }

    @Test
    void loader_ofAnotherTenant_isRefused() throws Exception {
        Path mine =
                attack("return 1;")
                        .withClass(
                                "acme.Uses",
                                "package acme; public class Uses { public static Object load(Object"
                                    + " by) throws Exception { try { return"
                                    + " Class.forName(\"late.A\", true, (ClassLoader) by); } catch"
                                    + " (RuntimeException e) { return e.toString(); } } public"
                                    + " static Object made() { return new Tools.Liar(); } }")
                        .writeTo(folder.resolve("mine.jar"));
        try (var one = MeteredClassLoader.of("one", List.of(mine), Surface.ofTenant(), HOST);
                var two = MeteredClassLoader.of("two", List.of(mine), Surface.ofTenant(), HOST)) {
            var made = one.loadClass("acme.Uses").getMethod("made");
            Object others = CountingMeter.count(() -> made.invoke(null)).result();
            var load = two.loadClass("acme.Uses").getMethod("load", Object.class);

            for (Object by : List.of(others, one, HOST, ClassLoader.getPlatformClassLoader())) {
                assertThat(CountingMeter.count(() -> load.invoke(null, by)).result())
                        .asString()
                        .contains("'two' cannot use the class loader of somebody else");
            }
        }
    }
}
