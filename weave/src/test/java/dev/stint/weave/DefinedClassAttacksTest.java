package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a tenant may try with classes that it makes at run time: loaders that lie, names that are
 * not its own, and what the weaver believes of a class that is not there yet.
 */
class DefinedClassAttacksTest {
    @TempDir private Path folder;

    private static final ClassLoader HOST = DefinedClassAttacksTest.class.getClassLoader();

    /** Helps the attackers: files from the jar, and loaders whose answers they write. */
    private static final String TOOLS =
            """
            package acme; import java.io.*; import java.util.*;
            public class Tools {
                public interface Answer { Class<?> to(String name) throws Exception; }
                public static byte[] bytes(String path) throws IOException {
                    try (InputStream in = Tools.class.getResourceAsStream("/" + path + ".class")) {
                        return in == null ? null : in.readAllBytes();
                    }
                }
                /** Answers to every name what the program says, before anybody else is asked. */
                public static class Liar extends ClassLoader {
                    public Answer answer = name -> null;
                    public Liar() { super(Tools.class.getClassLoader()); }
                    @Override public Class<?> loadClass(String name) throws ClassNotFoundException {
                        try {
                            Class<?> said = answer.to(name);
                            return said == null ? super.loadClass(name) : said;
                        } catch (ClassNotFoundException | RuntimeException e) {
                            throw e;
                        } catch (Exception e) {
                            throw new ClassNotFoundException(name, e);
                        }
                    }
                    public Class<?> define(String path) throws IOException {
                        byte[] file = bytes(path);
                        return defineClass(null, file, 0, file.length);
                    }
                    public Class<?> defineAs(String name, byte[] file) {
                        return defineClass(name, file, 0, file.length);
                    }
                }
                public static Object go(Class<?> type) throws Exception {
                    return type.getMethod("go").invoke(null);
                }
                public static String thrown(Throwable e) {
                    Throwable at = e;
                    while (at.getCause() != null) at = at.getCause();
                    return at.getClass().getSimpleName() + ": " + at.getMessage();
                }
            }
            """;

    private static SmallJar attack(String statements) {
        return new SmallJar()
                .withClass("acme.Tools", TOOLS)
                .withClass(
                        "acme.Program",
                        "package acme; import acme.Tools.*; import java.util.*; public class"
                                + " Program { public static Object run() throws Throwable { try { "
                                + statements
                                + " } catch (Throwable e) { return Tools.thrown(e); } } public"
                                + " static class Inner { public static Object go() { return"
                                + " \"inner\"; } } }");
    }

    private static SmallJar with(SmallJar jar, String folder, String name, String source) {
        return jar.withClassIn(folder, name, source);
    }

    private Object run(SmallJar jar) throws Exception {
        return count(jar, how -> how).result();
    }

    private CountingMeter.Counted<Object> count(SmallJar jar, UnaryOperator<ClassLimits> limits)
            throws Exception {
        Path file = jar.writeTo(folder.resolve("acme.jar"));
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        List.of(file),
                        Surface.ofTenant(),
                        HOST,
                        how -> how,
                        limits.apply(ClassLimits.defaults()))) {
            var run = loader.loadClass("acme.Program").getMethod("run");
            return CountingMeter.count(() -> run.invoke(null));
        }
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
                "return new Thread(() -> {});",
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

    // ---- lies

    @Test
    void loader_thatGivesAnotherClass_isNotBelieved() throws Exception {
        SmallJar jar =
                with(
                        with(
                                attack(
                                        "var l = new Liar(); l.answer = name ->"
                                            + " name.equals(\"late.B\") ? Program.Inner.class :"
                                            + " null; return Tools.go(l.define(\"late/late/A\"));"),
                                "late/",
                                "late.A",
                                "package late; public class A { public static Object go() { return"
                                        + " B.go(); } }"),
                        "late/",
                        "late.B",
                        "package late; public class B { public static Object go() { return 1; } }");

        assertThat(run(jar)).asString().startsWith("NoClassDefFoundError").contains("late.B");
    }

    @Test
    void loader_thatGivesAClassOfTheJdkForAName_isNotBelieved() throws Exception {
        SmallJar jar =
                attack(
                        "var l = new Liar(); l.answer = name -> Thread.class; return"
                                + " Class.forName(\"late.Nothing\", true, l).getName();");

        assertThat(run(jar)).asString().startsWith("ClassNotFoundException").contains("gave");
    }

    /** The caller is woven for one B, and must not get the other, which inherits from the JDK. */
    @Test
    void loader_thatChangesItsMind_isHeldToItsFirstAnswer() throws Exception {
        SmallJar jar =
                attack(
                        "var one = new Liar(); Class<?> b1 = one.define(\"one/late/B\"); var two ="
                            + " new Liar(); Class<?> b2 = two.define(\"two/late/B\"); int[] asked ="
                            + " {0}; var l = new Liar(); l.answer = name -> name.equals(\"late.B\")"
                            + " ? (asked[0]++ == 0 ? b1 : b2) : null; Class<?> a ="
                            + " l.define(\"one/late/A\"); return \"\" + Tools.go(a) +"
                            + " (l.loadClass(\"late.B\") == b2) + (Class.forName(\"late.B\", false,"
                            + " l) == b1);");
        with(
                jar,
                "one/",
                "late.A",
                "package late; public class A { public static Object go() { return B.make().size();"
                        + " } }");
        with(
                jar,
                "one/",
                "late.B",
                "package late; public class B { public static B make() { return new B(); } public"
                        + " int size() { return 4; } }");
        with(
                jar,
                "two/",
                "late.B",
                "package late; public class B extends java.util.ArrayList<Object> { public static B"
                        + " make() { return new B(); } }");

        assertThat(run(jar)).isEqualTo("4truetrue");
    }

    /** B is missing when A is woven. Whatever comes later, A's code that uses it throws. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "B b = new B(); b.addAll(List.of(1, 2)); return b.size();",
                "return B.copyOf(List.of(1));",
                "Supplier<Object> s = B::new; return s.get();",
                "Function<List<Object>, Object> f = B::copyOf; return f.apply(List.of(1));",
                "B b = x -> x; return b;",
                "return B.FIELD;",
            })
    void class_thatComesAfterItWasLookedFor_isNotUsedByWhatWasWoven(String body) throws Exception {
        boolean isInterface = body.contains("x -> x");
        SmallJar jar =
                attack(
                        "var l = new Liar(); Class<?> a = l.define(\"late/late/A\"); Class<?> b ="
                                + " l.define(\"late/late/B\"); return Tools.go(a);");
        with(
                jar,
                "late/",
                "late.A",
                "package late; import java.util.*; import java.util.function.*; public class A {"
                        + " public static Object go() { "
                        + body
                        + " } }");
        with(
                jar,
                "late/",
                "late.B",
                isInterface
                        ? "package late; public interface B extends"
                                + " java.util.function.UnaryOperator<Object> { }"
                        : "package late; import java.util.*; public class B extends"
                              + " ArrayList<Object> { public static Object FIELD = 3; static Object"
                              + " copyOf(List<?> l) { return List.copyOf(l); } }");

        assertThat(run(jar)).asString().startsWith("NoClassDefFoundError").contains("late.B");
    }

    /** While A is being woven, B is defined and believes in A. A must come, or none. */
    @Test
    void class_thatOthersWereWovenFor_cannotComeAsAnother() throws Exception {
        SmallJar jar =
                attack(
                        "var l = new Liar(); l.answer = name -> name.equals(\"late.B\") ?"
                            + " l.define(\"one/late/B\") : null; String said = \"\"; try {"
                            + " l.defineAs(\"late.A\", Tools.bytes(\"one/late/A\")); } catch"
                            + " (Throwable e) { said = Tools.thrown(e); } l.answer = name -> null;"
                            + " try { l.define(\"two/late/A\"); said += \" defined\"; } catch"
                            + " (LinkageError e) { said += \" none\"; } return said +"
                            + " Tools.thrown(new Exception());");
        // It fails after B was asked for: it calls the hooks.
        with(
                jar,
                "one/",
                "late.A",
                "package late; public class A { static Object go() {"
                    + " dev.stint.hooks.Hook.leave(-9); return new B().use(); } public int size() {"
                    + " return 1; } }");
        with(
                jar,
                "one/",
                "late.B",
                "package late; public class B { public Object use() { return new A().size(); } }");
        with(
                jar,
                "two/",
                "late.A",
                "package late; public class A extends java.util.ArrayList<Object> { }");

        assertThat(run(jar)).asString().contains("calls the hooks").contains(" none");
    }

    /** A parent that the jars have inherits from a class that they lack, and that comes later. */
    @Test
    void lookupDefine_whatTheJarsWereLookedThroughFor_isRefused() throws Exception {
        SmallJar jar =
                attack(
                        "try { new Uses().go(); } catch (NoClassDefFoundError e) { } return"
                                + " java.lang.invoke.MethodHandles.lookup().defineClass("
                                + "Tools.bytes(\"late/acme/Gone\")).getName();");
        jar.withClass(
                "acme.Uses",
                "package acme; class Uses { Object go() { Half h = new Half(); h.addAll("
                        + "java.util.List.of(1)); return h; } }");
        jar.withClass("acme.Half", "package acme; class Half extends Gone { }");
        jar.withClass(
                "acme.Gone", "package acme; class Gone extends java.util.ArrayList<Object> { }");
        with(
                jar,
                "late/",
                "acme.Gone",
                "package acme; class Gone extends java.util.ArrayList<Object> { }");
        Path file = jar.writeTo(folder.resolve("whole.jar"));
        Path cut = ClassFiles.without(file, "acme/Gone.class", folder.resolve("cut.jar"));
        try (var loader = MeteredClassLoader.of("acme", List.of(cut), Surface.ofTenant(), HOST)) {
            var run = loader.loadClass("acme.Program").getMethod("run");

            assertThat(CountingMeter.count(() -> run.invoke(null)).result())
                    .asString()
                    .startsWith("LinkageError: 'acme' cannot define acme.Gone");
        }
    }

    @Test
    void lookupDefine_besideSomebodyElse_isRefused() throws Exception {
        SmallJar jar =
                attack(
                                "var lookup = java.lang.invoke.MethodHandles.lookup(); String said"
                                    + " = \"\"; try {"
                                    + " lookup.in(String.class).defineClass(Tools.bytes(\"file\"));"
                                    + " } catch (IllegalAccessException e) { said += \"access \"; }"
                                    + " try { lookup.defineClass(Tools.bytes(\"file\")); } catch"
                                    + " (IllegalArgumentException e) { said += \"package\"; }"
                                    + " return said;")
                        .withEntry("file.class", ClassFiles.empty("late.A"));

        assertThat(run(jar)).isEqualTo("access package");
    }

    // ---- two classes of one name

    @Test
    void class_whoseParentMeansAnotherHere_isNotLetIn() throws Exception {
        SmallJar jar =
                attack(
                        "var one = new Liar(); one.define(\"one/late/P\"); Class<?> c ="
                                + " one.define(\"one/late/C\"); var l = new Liar();"
                                + " l.define(\"two/late/P\"); l.answer = name ->"
                                + " name.equals(\"late.C\") ? c : null; Class<?> a ="
                                + " l.define(\"one/late/A\"); return Tools.go(a);");
        with(
                jar,
                "one/",
                "late.A",
                "package late; public class A { public static Object go() { return new C().p(); }"
                        + " }");
        with(jar, "one/", "late.C", "package late; public class C extends P { }");
        with(
                jar,
                "one/",
                "late.P",
                "package late; public class P { public int p() { return 1; } }");
        with(
                jar,
                "two/",
                "late.P",
                "package late; public class P extends java.util.ArrayList<Object> { }");

        assertThat(run(jar)).asString().startsWith("NoClassDefFoundError").contains("late.C");
    }

    @Test
    void define_theSameNameAgain_isRefused() throws Exception {
        SmallJar jar =
                with(
                        attack(
                                "var l = new Liar(); l.define(\"late/late/A\"); try {"
                                        + " l.define(\"late/late/A\"); return \"twice\"; } catch"
                                        + " (LinkageError e) { return e.getMessage(); }"),
                        "late/",
                        "late.A",
                        "package late; public class A { }");

        assertThat(run(jar)).asString().contains("it has a class of that name");
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
