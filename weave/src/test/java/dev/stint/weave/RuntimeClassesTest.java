package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes that a tenant makes while it runs: they are woven, and belong to loaders of its own. */
class RuntimeClassesTest {
    @TempDir private Path folder;

    /** A loader that finds its classes among the resources, below a folder. */
    static final String READING =
            """
            package acme; import java.io.*;
            public class Reading extends ClassLoader {
                final String from;
                public Reading(String from, ClassLoader parent) { super(parent); this.from = from; }
                public Reading(String from) { super(Reading.class.getClassLoader()); this.from = from; }
                static byte[] bytes(String path) throws IOException {
                    try (InputStream in = Reading.class.getResourceAsStream("/" + path)) {
                        return in == null ? null : in.readAllBytes();
                    }
                }
                public Class<?> define(String name) throws Exception {
                    byte[] file = bytes(from + name.replace('.', '/') + ".class");
                    return super.defineClass(name, file, 0, file.length);
                }
                @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
                    try {
                        byte[] file = bytes(from + name.replace('.', '/') + ".class");
                        if (file == null) throw new ClassNotFoundException(name);
                        return defineClass(name, file, 0, file.length);
                    } catch (IOException e) {
                        throw new ClassNotFoundException(name, e);
                    }
                }
            }
            """;

    static SmallJar jar(String body) {
        return new SmallJar()
                .withClass("acme.Reading", READING)
                .withClass(
                        "acme.Program",
                        "package acme; import java.util.*; public class Program { " + body + " }");
    }

    private CountingMeter.Counted<Object> run(SmallJar jar) throws Exception {
        Path file = jar.writeTo(folder.resolve("acme.jar"));
        ClassLoader host = getClass().getClassLoader();
        try (var loader = MeteredClassLoader.of("acme", List.of(file), Surface.ofTenant(), host)) {
            var run = loader.loadClass("acme.Program").getMethod("run");
            return CountingMeter.count(() -> run.invoke(null));
        }
    }

    private static String call(String statements) {
        return "public static Object run() throws Throwable { " + statements + " }";
    }

    @Test
    void loadClass_whatTheLoaderDefines_runsAndPaysAsAClassOfTheJar() throws Exception {
        String loop =
                "package late; public class Loop { public static int to(int n) { int i = 0; while"
                        + " (i < n) i++; return i; } }";
        String body =
                call(
                        "Class<?> c = new Reading(\"files/\").loadClass(\"late.Loop\"); var m ="
                                + " c.getMethod(\"to\", int.class); m.invoke(null, 0); return"
                                + " m.invoke(null, %d); ");
        var none = run(jar(body.formatted(0)).withClassIn("files/", "late.Loop", loop));
        var many = run(jar(body.formatted(100_000)).withClassIn("files/", "late.Loop", loop));

        assertThat(many.result()).isEqualTo(100_000);
        assertThat(many.count().ops() - none.count().ops()).isBetween(100_000L, 100_100L);
    }

    @Test
    void defineClass_paysForEachByteBeforeItIsWoven() throws Exception {
        String small = "package late; public class Some { }";
        String large =
                "package late; public class Some { static String s() { return \""
                        + "x".repeat(20_000)
                        + "\"; } }";
        String body = call("return new Reading(\"files/\").define(\"late.Some\").getName();");
        var few = run(jar(body).withClassIn("files/", "late.Some", small)).count();
        var many = run(jar(body).withClassIn("files/", "late.Some", large)).count();

        assertThat(few.ops()).isGreaterThan(300_000);
        assertThat(many.ops() - few.ops()).isGreaterThan(20_000 * 200L);
        assertThat(many.bytes() - few.bytes()).isGreaterThan(20_000 * 90L);
    }

    @Test
    void classes_thatNameEachOther_findEachOther() throws Exception {
        var found =
                run(
                        jar(call(
                                        "return new Reading(\"files/\").loadClass(\"late.A\")"
                                                + ".getMethod(\"go\").invoke(null);"))
                                .withClassIn(
                                        "files/",
                                        "late.A",
                                        "package late; public class A extends P { public static"
                                                + " String go() { return new B(3).text() + new"
                                                + " A().p(); } int three() { return 3; } }")
                                .withClassIn(
                                        "files/",
                                        "late.B",
                                        "package late; record B(int n) { String text() { return n"
                                                + " + \"=\" + new A().three(); } }")
                                .withClassIn(
                                        "files/",
                                        "late.P",
                                        "package late; class P { String p() { Runnable r = () ->"
                                                + " {}; r.run(); return \"!\"; } }"));

        assertThat(found.result()).isEqualTo("3=3!");
    }

    @Test
    void classes_ofOneNameInTwoLoaders_areTwo() throws Exception {
        var found =
                run(
                        jar(call(
                                        "Class<?> a = new Reading(\"one/\").loadClass(\"late.A\");"
                                                + " Class<?> b = new"
                                                + " Reading(\"two/\").loadClass(\"late.A\"); return"
                                                + " \"\" + a.getMethod(\"n\").invoke(null) +"
                                                + " b.getMethod(\"n\").invoke(null) + (a == b) +"
                                                + " (a.getClassLoader() == b.getClassLoader());"))
                                .withClassIn(
                                        "one/",
                                        "late.A",
                                        "package late; public class A { public static int n() {"
                                                + " return 1; } }")
                                .withClassIn(
                                        "two/",
                                        "late.A",
                                        "package late; public class A { public static int n() {"
                                                + " return 2; } }"));

        assertThat(found.result()).isEqualTo("12falsefalse");
    }

    @Test
    void loaders_answerAsThoseOfTheJdk() throws Exception {
        var found =
                run(
                        jar(call(
                                        """
                                        var app = Program.class.getClassLoader();
                                        var by = new Reading("files/");
                                        Class<?> a = Class.forName("late.A", true, by);
                                        return "" + (a.getClassLoader() == by)
                                            + (by.getParent() == app)
                                            + (app.getParent() == null)
                                            + (Class.forName("late.A", false, by) == a)
                                            + (by.loadClass("late.A") == a)
                                            + (by.loadClass("acme.Program") == Program.class)
                                            + (by.loadClass("java.lang.String") == String.class)
                                            + (Class.forName("[Llate.A;", false, by).getComponentType() == a)
                                            + (new java.net.URLClassLoader(new java.net.URL[0], by).loadClass("late.A") == a)
                                            + (a.getMethod("self").invoke(null) == a)
                                            + (by.getResource("files/late/A.class") != null)
                                            + a.getMethod("seen").invoke(null);
                                        """))
                                .withClassIn(
                                        "files/",
                                        "late.A",
                                        "package late; public class A { public static Object self()"
                                            + " throws Exception { return"
                                            + " Class.forName(\"late.A\"); } public static Object"
                                            + " seen() throws Exception { return"
                                            + " Class.forName(\"acme.Program\").getName(); } }"));

        assertThat(found.result()).isEqualTo("true".repeat(11) + "acme.Program");
    }

    @Test
    void reflection_reachesWhatWasDefined() throws Exception {
        var found =
                run(
                        jar(call(
                                        """
                                        Class<?> a = new Reading("files/").loadClass("late.A");
                                        Object one = a.getDeclaredConstructor(int.class).newInstance(7);
                                        var field = a.getDeclaredField("n");
                                        field.setAccessible(true);
                                        field.set(one, field.getInt(one) + 1);
                                        var lookup = java.lang.invoke.MethodHandles.lookup();
                                        Object said = lookup.unreflect(a.getMethod("say")).invoke(one);
                                        return "" + said + ((Comparable) one).compareTo(one);
                                        """))
                                .withClassIn(
                                        "files/",
                                        "late.A",
                                        "package late; public class A implements Comparable<A> {"
                                                + " private int n; public A(int n) { this.n = n; }"
                                                + " public String say() { return \"n=\" + n; }"
                                                + " public int compareTo(A o) { return n - o.n; }"
                                                + " }"));

        assertThat(found.result()).isEqualTo("n=80");
    }

    /** The code of a tenant is loaded with these names changed; the texts in it are not. */
    @Test
    void forName_whatTheTenantHasACopyOf_givesTheCopy() throws Exception {
        String same =
                "\"\" + (Class.forName(\"java.io.PushbackReader\") == java.io.PushbackReader.class)"
                        + " + (Class.forName(\"[Ljava.io.File;\") == java.io.File[].class) +"
                        + " Class.forName(\"java.util.regex.Pattern\").equals("
                        + "java.util.regex.Pattern.class)";

        assertThat(run(jar(call("return " + same + ";"))).result()).isEqualTo("truetruetrue");
    }

    @Test
    void lookupDefineClass_definesBesideTheClass() throws Exception {
        var found =
                run(
                        jar(call(
                                        """
                                        var lookup = java.lang.invoke.MethodHandles.lookup();
                                        Class<?> a = lookup.defineClass(Reading.bytes("files/acme/Late.class"));
                                        return "" + a.getMethod("n").invoke(null)
                                            + (a.getClassLoader() == Program.class.getClassLoader())
                                            + (Class.forName("acme.Late") == a);
                                        """))
                                .withClassIn(
                                        "files/",
                                        "acme.Late",
                                        "package acme; public class Late { public static int n() {"
                                                + " return 4; } }"));

        assertThat(found.result()).isEqualTo("4truetrue");
    }
}
