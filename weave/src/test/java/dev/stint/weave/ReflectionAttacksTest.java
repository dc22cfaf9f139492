package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import dev.stint.hooks.AccessRefusedException;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tenant must not reach, it does not reach by reflection; and what it reaches, it pays. */
class ReflectionAttacksTest {
    private static final String IMPORTS =
            "package acme; import java.lang.annotation.*; import java.lang.reflect.*;"
                    + " import java.util.*; import java.util.function.*;";

    @TempDir private Path folder;

    private CountingMeter.Counted<Object> run(String body) throws Exception {
        return TenantProgram.run(folder, IMPORTS + "public class Program { " + body + " }");
    }

    private CountingMeter.Counted<Object> runOnly(String statements) throws Exception {
        return run("public static Object run() throws Exception { " + statements + " }");
    }

    // ---- what is refused

    @ParameterizedTest
    @ValueSource(
            strings = {
                // by name, by an object, inherited, by another class of it
                "System.class.getMethod(\"exit\", int.class).invoke(null, 3)",
                "Class.forName(\"java.lang.System\").getMethod(\"gc\").invoke(null)",
                "Runtime.getRuntime().getClass().getMethod(\"halt\", int.class)"
                        + ".invoke(Runtime.getRuntime(), 3)",
                "java.util.concurrent.ForkJoinPool.class.getMethod(\"commonPool\").invoke(null)",
                "Object.class.getMethod(\"getClass\").invoke(\"\").getClass()"
                        + ".getMethod(\"getSigners\").invoke(String.class)",
                "Class.class.getMethod(\"getSigners\").invoke(Program.class)",
                "Module.class.getMethod(\"getClassLoader\").invoke(Program.class.getModule())",
                // overloads: one is open, the other is not
                "Class.class.getMethod(\"forName\", Module.class, String.class)"
                        + ".invoke(null, null, \"x\")",
                "new PrintLike(null).getClass().getSuperclass().getMethod(\"of\","
                        + " CharSequence.class).invoke(null, \"x\")",
                // constructors
                "java.util.concurrent.ForkJoinPool.class.getConstructor().newInstance()",
                "java.io.FileInputStream.class.getConstructor(String.class)"
                        + ".newInstance(\"/etc/passwd\")",
                // by reflection on reflection
                "Method.class.getMethod(\"invoke\", Object.class, Object[].class)"
                        + ".invoke(System.class.getMethod(\"gc\"), null, null)",
                // made accessible; handed over by the JDK to a handler of a proxy
                "opened(System.class.getMethod(\"gc\")).invoke(null)",
                // handles
                "Class.forName(\"java.lang.invoke.MethodHandles\").getMethod(\"identity\","
                        + " Class.class).invoke(null, String.class)",
                // serialization
                "java.io.ObjectInputStream.class.getConstructor(java.io.InputStream.class)"
                        + ".newInstance(new java.io.ByteArrayInputStream(new byte[9]))",
                // the default methods of a proxy
                "InvocationHandler.class.getMethod(\"invokeDefault\", Object.class, Method.class,"
                        + " Object[].class).invoke(null, null, null, null)",
            })
    void reflectiveCall_whatTheSurfaceRefuses_isRefused(String expression) throws Exception {
        var run =
                run(
                        "static Method opened(Method m) { m.setAccessible(true); return m; }"
                                + " static class PrintLike extends java.io.Reader {"
                                + " PrintLike(Object o) { } public int read(char[] c, int a, int b)"
                                + " { return -1; } public void close() { } }"
                                + " public static Object run() throws Exception { return "
                                + expression
                                + "; }");

        Object refused = run.result();
        while (refused instanceof InvocationTargetException e) { // of reflection on reflection
            refused = e.getCause();
        }
        assertThat(refused).isInstanceOf(AccessRefusedException.class);
        assertThat(refused).asString().contains("is refused", "is not open to it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.stint.hooks.Meter",
                "dev.stint.hooks.Hook",
                "[Ldev.stint.hooks.Meter;",
                "dev.stint.hooks.jdk.Members",
                "dev.stint.hooks.jdk.TaskThreads",
                "dev.stint.weave.MeteredClassLoader",
                "dev.stint.weave.TenantProgram",
                "sun.misc.Unsafe",
                "jdk.internal.misc.Unsafe",
                "stint.calls.java'lang'String-length()I",
                "org.junit.jupiter.api.Test",
            })
    void forName_whatIsNotTheTenants_isNotThere(String name) throws Exception {
        var run =
                runOnly(
                        "var all = new ArrayList<Object>(); String n = \""
                                + name
                                + "\"; try { all.add(Class.forName(n)); } catch"
                                + " (ClassNotFoundException e) { } try { all.add(Class.forName(n,"
                                + " false, null)); } catch (ClassNotFoundException e) { } try {"
                                + " all.add(Class.forName(n, false,"
                                + " Program.class.getClassLoader())); } catch"
                                + " (ClassNotFoundException e) { } return all;");

        assertThat(run.result()).isEqualTo(List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "String.class.getDeclaredField(\"value\")",
                "ArrayList.class.getDeclaredField(\"elementData\")",
                "Class.class.getDeclaredMethod(\"privateGetDeclaredMethods\", boolean.class)",
                "List.of(1).getClass().getDeclaredMethod(\"size\")",
                "Program.class.getClassLoader().getClass().getDeclaredField(\"surface\")",
                "Program.class.getClassLoader().getClass().getDeclaredMethod(\"defineNew\","
                        + " String.class, byte[].class)",
                "System.out.getClass().getDeclaredField(\"charOut\")",
            })
    void setAccessible_memberFromOutside_isRefused(String member) throws Exception {
        var opened =
                runOnly(
                        "AccessibleObject m = "
                                + member
                                + "; if (m.trySetAccessible()) return \"opened\";"
                                + " m.setAccessible(true); return m;");
        var used =
                runOnly(
                        "Object m = "
                                + member
                                + "; return m instanceof Field f ? f.get(null) : ((Method)"
                                + " m).invoke(null);");

        assertThat(opened.result()).isInstanceOf(InaccessibleObjectException.class);
        assertThat(used.result()).isInstanceOf(IllegalAccessException.class);
    }

    @Test
    void invoke_ownLoader_isRefusedEachOfItsMethods() throws Exception {
        for (String method : List.of("close", "report", "getUnnamedModule", "getDefinedPackages")) {
            var run =
                    runOnly(
                            "ClassLoader l = Program.class.getClassLoader(); return"
                                    + " l.getClass().getMethod(\""
                                    + method
                                    + "\").invoke(l);");

            assertThat(run.result()).as(method).isInstanceOf(AccessRefusedException.class);
        }
    }

    /** The original of a JDK class's annotation proxy is not woven: nobody may make another. */
    @Test
    void newInstance_generatedByTheJdk_isRefused() throws Exception {
        var run =
                run(
                        "@Retention(RetentionPolicy.RUNTIME) public @interface Mark { } @Mark"
                            + " static class Marked { } public static Object run() throws Exception"
                            + " { Object mark = Marked.class.getAnnotation(Mark.class); return"
                            + " mark.getClass().getConstructor(InvocationHandler.class).newInstance((InvocationHandler)"
                            + " (p, m, a) -> \"x\"); }");

        assertThat(run.result()).isInstanceOf(IllegalAccessException.class);
    }

    @Test
    void getInvocationHandler_ofAnAnnotation_isNotGiven() throws Exception {
        var run =
                run(
                        "@Retention(RetentionPolicy.RUNTIME) public @interface Mark { } @Mark"
                            + " static class Marked { } public static Object run() throws Exception"
                            + " { return"
                            + " Proxy.getInvocationHandler(Marked.class.getAnnotation(Mark.class));"
                            + " }");

        assertThat(run.result()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void proxy_ofWhatMustNotBeOverridden_paysAndIsAsked() throws Exception {
        // A proxy of an entry gives a key that is dear to show: the JDK would not pay for it.
        String body =
                "static Object big = new ArrayList<>(Collections.nCopies(1 << 12, \"0123456789\"));"
                        + " public static Object run() throws Exception { var e = (Map.Entry<?, ?>)"
                        + " Proxy.newProxyInstance(Program.class.getClassLoader(), new Class<?>[]"
                        + " {Map.Entry.class}, (p, m, a) -> m.getName().equals(\"getKey\") ? big :"
                        + " m.getName().equals(\"hashCode\") ? (Object) 1 : null); ";

        long without = run(body + "return 1; }").count().ops();
        long with =
                run(body + "return new AbstractMap.SimpleEntry<>(e.getKey(), 1).hashCode(); }")
                        .count()
                        .ops();

        assertThat(with - without).isGreaterThan(1 << 12);
    }

    @Test
    void invoke_methodOfAnotherTenant_isRefused() throws Exception {
        Path jar =
                new SmallJar()
                        .withClass(
                                "acme.Program",
                                IMPORTS
                                        + "public class Program { public static Method given;"
                                        + " public static int here() { return 7; } public static"
                                        + " Object run() throws Exception { return"
                                        + " given.invoke(null); } }")
                        .writeTo(folder.resolve("both.jar"));
        try (var mallory = loader(jar);
                var alice = loader(jar)) {
            Method hers = alice.loadClass("acme.Program").getMethod("here");
            Class<?> program = mallory.loadClass("acme.Program");
            program.getField("given").set(null, hers);

            Object result =
                    CountingMeter.count(
                                    () -> {
                                        try {
                                            return program.getMethod("run").invoke(null);
                                        } catch (InvocationTargetException e) {
                                            return e.getCause();
                                        }
                                    })
                            .result();

            assertThat(result).isInstanceOf(AccessRefusedException.class);
        }
    }

    private static MeteredClassLoader loader(Path jar) {
        return MeteredClassLoader.of(
                "acme",
                List.of(jar),
                Surface.ofTenant(),
                ReflectionAttacksTest.class.getClassLoader());
    }

    @Test
    void forName_loaderOfSomebodyElse_isRefused() throws Exception {
        var run =
                runOnly(
                        "return Class.forName(\"acme.Program\", true, new Object() { ClassLoader"
                                + " l() { return Program.class.getClassLoader(); } }.l()) =="
                                + " Program.class;");

        assertThat(run.result()).isEqualTo(true);
    }

    // ---- what is paid

    /** The constant of the charging rule, and the bytes of the array behind the receiver. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    String.class.getMethod("repeat", int.class) | m.invoke("x", 100_000) | "x".repeat(100_000)
                    String.class.getMethod("toUpperCase") | m.invoke(LONG) | LONG.toUpperCase()
                    Collection.class.getMethod("contains", Object.class) | m.invoke(MANY, "none") | ((Collection<?>) MANY).contains("none")
                    Object.class.getMethod("toString") | m.invoke(MANY) | ((Object) MANY).toString()
                    Collections.class.getMethod("sort", List.class) | m.invoke(null, SHUFFLED) | sort(SHUFFLED)
                    java.math.BigInteger.class.getMethod("pow", int.class) | m.invoke(java.math.BigInteger.TWO, 9_000) | java.math.BigInteger.TWO.pow(9_000)
                    String.class.getMethod("format", String.class, Object[].class) | m.invoke(null, "%s", new Object[] {LONG}) | String.format("%s", LONG)
                    String.class.getMethod("matches", String.class) | m.invoke(LONG, "[ax]*") | LONG.matches("[ax]*")
                    """)
    void invoke_memberOfTheJdk_costsWhatTheDirectCallCosts(
            String member, String reflective, String direct) throws Exception {
        String body =
                "static final String LONG = \"x\".repeat(5_000); static final List<String> MANY ="
                    + " new ArrayList<>(Collections.nCopies(3_000, \"four\")); static final"
                    + " List<Integer> SHUFFLED = new ArrayList<>(); static { for (int i = 0; i <"
                    + " 2_000; i++) SHUFFLED.add(i * 7919 % 2_003); } static Object"
                    + " sort(List<Integer> l) { Collections.sort(l); return null; } public static"
                    + " Object run() throws Exception { Method m = "
                        + member
                        + "; Object[] warm = {LONG, MANY, SHUFFLED}; ";

        CountingMeter.Count none = run(body + "return m; }").count();
        CountingMeter.Count byName = run(body + "return " + reflective + "; }").count();
        CountingMeter.Count called = run(body + "return " + direct + "; }").count();

        long difference = byName.ops() - called.ops();
        assertThat(called.ops() - none.ops()).isGreaterThan(100); // there is a price to compare
        // 64, and 4 for an argument, and what is around it: boxes, arrays of arguments, the call.
        assertThat(difference).isBetween(60L, 80L);
        assertThat(byName.bytes() - called.bytes()).isBetween(0L, 100L);
    }

    @Test
    void newInstance_ownClass_costsItsBytes() throws Exception {
        String body =
                "public static class Wide { long a, b, c, d, e, f, g, h; byte i; } public static"
                    + " Object run() throws Exception { var c = Wide.class.getConstructor(); Object"
                    + " last = null; for (int i = 0; i < 1_000; i++) last = ";

        long direct = run(body + "new Wide(); return c; }").count().bytes();
        long reflective = run(body + "c.newInstance(); return c; }").count().bytes();

        assertThat(reflective - direct).isBetween(0L, 1_000L * 16); // its array of no arguments
    }

    @Test
    void invoke_standIn_isCalledByReflectionToo() throws Exception {
        var run =
                runOnly(
                        "return System.class.getMethod(\"getProperty\", String.class).invoke(null,"
                            + " \"java.vendor\") + \" \" +"
                            + " Runtime.class.getMethod(\"availableProcessors\").invoke(Runtime.getRuntime())"
                            + " + \" \" +"
                            + " Thread.class.getMethod(\"getName\").invoke(Thread.currentThread());");

        assertThat(run.result()).isEqualTo("Stint 1 task");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while (true) { try { Class.forName(\"no.such.Class\"); } catch"
                        + " (ClassNotFoundException e) { } }",
                "while (true) Program.class.getMethods();",
                "while (true) Program.class.getDeclaredFields();",
                "while (true) Program.class.getDeclaredMethod(\"run\").getParameterAnnotations();",
                "Method m = Object.class.getMethod(\"hashCode\"); while (true) m.invoke(\"x\");",
                "Method m = Program.class.getMethod(\"empty\"); while (true) m.invoke(null);",
                "Field f = Program.class.getField(\"field\"); while (true) f.get(null);",
                "Constructor<?> c = Program.class.getConstructor(); while (true) c.newInstance();",
                "Marked a = Program.class.getAnnotation(Marked.class); while (true) a.value();",
                "Marked a = Program.class.getAnnotation(Marked.class); while (true) a.hashCode();",
                "Runnable r = (Runnable) Proxy.newProxyInstance(Program.class.getClassLoader(), new"
                        + " Class<?>[] {Runnable.class}, (p, m, a) -> null); while (true) r.run();",
                "while (true) Proxy.newProxyInstance(Program.class.getClassLoader(), new Class<?>[]"
                        + " {Runnable.class}, (p, m, a) -> null);",
                // an error that ends the task is not caught as somebody's failure
                "Method m = Program.class.getMethod(\"endless\"); while (true) try {"
                        + " m.invoke(null); } catch (InvocationTargetException e) { field++; }",
            })
    void run_withoutAnEnd_isStopped(String statements) throws Exception {
        Path jar =
                new SmallJar()
                        .withClass(
                                "acme.Program",
                                IMPORTS
                                        + "@Program.Marked public class Program {"
                                        + " @Retention(RetentionPolicy.RUNTIME) public @interface"
                                        + " Marked { int[] value() default {1, 2, 3}; } public"
                                        + " static int field; public static void empty() { } public"
                                        + " static void endless() { while (true) { } } public"
                                        + " static Object run() throws Exception { "
                                        + statements
                                        + " } }")
                        .writeTo(folder.resolve("acme.jar"));
        try (var loader = loader(jar)) {
            Method run = loader.loadClass("acme.Program").getMethod("run");
            var meter =
                    CountingMeter.stop(
                            1_000_000,
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

    /** An array that is copied whenever it is asked for is paid whenever it is asked for. */
    @Test
    void annotation_largeArray_isPaidEachTime() throws Exception {
        var numbers = new StringBuilder("0");
        for (int i = 1; i < 4_000; i++) {
            numbers.append(',').append(i);
        }
        String body =
                "@Retention(RetentionPolicy.RUNTIME) public @interface Many { int[] value(); }"
                        + " @Many({"
                        + numbers
                        + "}) static class Marked { } public static Object run() throws Exception {"
                        + " Many m = Marked.class.getAnnotation(Many.class); ";

        CountingMeter.Count none = run(body + "return 1; }").count();
        CountingMeter.Count read = run(body + "return m.value().length; }").count();
        CountingMeter.Count shown = run(body + "return m.toString().length(); }").count();

        assertThat(read.bytes() - none.bytes()).isGreaterThanOrEqualTo(16_000);
        assertThat(shown.ops() - none.ops()).isGreaterThanOrEqualTo(16_000);
    }
}
