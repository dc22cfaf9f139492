package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handles reach what a call in the code would reach, and pay what it would pay. */
class TenantHandlesTest {
    private static final String IMPORTS =
            "package acme; import java.lang.invoke.*; import java.lang.reflect.*; import"
                    + " java.util.*; import static java.lang.invoke.MethodType.methodType; ";

    @TempDir private Path folder;

    private CountingMeter.Counted<Object> woven(String body) throws Exception {
        return TenantProgram.run(folder, IMPORTS + "public class Program { " + body + " }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // methods and constructors, its own and the JDK's
                """
                static class Own { final int n; private Own(int n) { this.n = n; } private int twice(int by) { return 2 * n * by; } static String said(String s) { return s + "!"; } }
                static class Heir extends Own { Heir() { super(7); } }
                public static Object run() throws Throwable {
                    var all = new ArrayList<Object>(); var lookup = MethodHandles.lookup();
                    Own own = (Own) lookup.findConstructor(Own.class, methodType(void.class, int.class)).invokeExact(3); all.add(own.n);
                    all.add((int) lookup.findVirtual(Own.class, "twice", methodType(int.class, int.class)).invokeExact(own, 5));
                    all.add((String) lookup.findStatic(Own.class, "said", methodType(String.class, String.class)).invokeExact("a"));
                    all.add(lookup.findVirtual(String.class, "length", methodType(int.class)).invoke("four"));
                    all.add((Object) lookup.findVirtual(List.class, "get", methodType(Object.class, int.class)).invoke(List.of(1, 2), 1));
                    all.add((Object) MethodHandles.publicLookup().findConstructor(ArrayList.class, methodType(void.class)).invoke());
                    all.add((String) lookup.findStatic(String.class, "valueOf", methodType(String.class, int.class)).asType(methodType(String.class, byte.class)).invokeExact((byte) 4));
                    Object made = lookup.findConstructor(Heir.class, methodType(void.class)).asType(methodType(Own.class)).invoke(); all.add(((Own) made).n);
                    try { lookup.findVirtual(Own.class, "none", methodType(void.class)); } catch (NoSuchMethodException e) { all.add("none"); }
                    try { lookup.findStatic(Own.class, "said", methodType(Object.class, String.class)); } catch (NoSuchMethodException e) { all.add("none"); }
                    try { String s = (String) lookup.findVirtual(String.class, "length", methodType(int.class)).invokeExact("x"); } catch (WrongMethodTypeException e) { all.add("type"); }
                    try { lookup.findStatic(Integer.class, "parseInt", methodType(int.class, String.class)).invoke("x"); } catch (NumberFormatException e) { all.add(e.getMessage()); }
                    all.add(lookup.unreflect(Own.class.getDeclaredMethod("twice", int.class)).type()); all.add(lookup.lookupClass() == Program.class);
                    all.add(methodType(int.class, String.class).changeReturnType(long.class).parameterCount());
                    return all.stream().map(String::valueOf).toList().toString();
                }
                """,
                // fields
                """
                private volatile int count; private static String name = "n"; private final int fixed = 4; int[] numbers = {1, 2};
                public static Object run() throws Throwable {
                    var all = new ArrayList<Object>(); var lookup = MethodHandles.lookup(); var p = new Program();
                    VarHandle count = lookup.findVarHandle(Program.class, "count", int.class);
                    all.add(count.compareAndSet(p, 0, 5)); all.add((int) count.getAndAdd(p, 2)); all.add((int) count.getVolatile(p)); count.setRelease(p, 9); all.add(p.count);
                    VarHandle own = MethodHandles.privateLookupIn(Program.class, lookup).findStaticVarHandle(Program.class, "name", String.class); own.set("m"); all.add(name); all.add((String) own.getAcquire());
                    all.add((int) lookup.findGetter(Program.class, "fixed", int.class).invokeExact(p)); lookup.findSetter(Program.class, "count", int.class).invokeExact(p, 1); all.add(p.count);
                    VarHandle element = MethodHandles.arrayElementVarHandle(int[].class); element.setVolatile(p.numbers, 1, 7); all.add(p.numbers[1]);
                    try { lookup.findSetter(Program.class, "fixed", int.class); } catch (IllegalAccessException e) { all.add("final"); }
                    try { lookup.findVarHandle(Program.class, "fixed", int.class).set(p, 1); } catch (UnsupportedOperationException e) { all.add("final"); }
                    all.add((int) lookup.findStaticGetter(Integer.class, "MAX_VALUE", int.class).invokeExact()); VarHandle.fullFence();
                    try { lookup.findGetter(Program.class, "none", int.class); } catch (NoSuchFieldException e) { all.add("none"); }
                    return all.toString();
                }
                """,
            })
    void run_program_answersAsUnwoven(String body) throws Exception {
        Path jar =
                new SmallJar()
                        .withClass(
                                "acme.Program", IMPORTS + "public class Program { " + body + " }")
                        .writeTo(folder.resolve("plain.jar"));
        Object expected;
        try (var plain =
                new URLClassLoader(
                        new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            expected = plain.loadClass("acme.Program").getMethod("run").invoke(null);
        }

        assertThat(woven(body).result()).isEqualTo(expected);
    }

    /** A handle of what is dear costs what the call costs. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    lookup.findVirtual(String.class, "repeat", methodType(String.class, int.class)).invoke("x", 1 << 20) | 60000
                    lookup.findStatic(Arrays.class, "sort", methodType(void.class, int[].class)).invoke(new int[1 << 16]) | 1000000
                    lookup.findConstructor(ArrayList.class, methodType(void.class, int.class)).invoke(1 << 20) | 60000
                    lookup.findVirtual(List.class, "hashCode", methodType(int.class)).invoke(Collections.nCopies(1 << 20, "a")) | 1000000
                    lookup.unreflect(String.class.getMethod("toUpperCase")).invoke("x".repeat(1 << 20)) | 60000
                    """)
    void invoke_somethingDear_costsWhatTheCallCosts(String expression, long ops) throws Exception {
        String body =
                "public static Object run() throws Throwable { var lookup = MethodHandles.lookup();"
                        + " Object made = \"\"; ";

        long without = woven(body + "return 1; }").count().ops();
        var with = woven(body + expression + "; return 1; }");

        assertThat(with.result()).isEqualTo(1);
        assertThat(with.count().ops() - without).isGreaterThanOrEqualTo(ops);
    }

    @Test
    void invoke_aConstructorOfItsOwn_paysForTheObject() throws Exception {
        String body =
                "static class Own { long a, b, c, d, e, f, g, h; } public static Object run()"
                        + " throws Throwable { var made ="
                        + " MethodHandles.lookup().findConstructor(Own.class,"
                        + " methodType(void.class)); Object last = null; for (int i = 0; i < ";

        long few = woven(body + "1; i++) last = made.invoke(); return 1; }").count().bytes();
        long many = woven(body + "1001; i++) last = made.invoke(); return 1; }").count().bytes();

        assertThat(many - few).isGreaterThanOrEqualTo(72_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    lookup.findStatic(System.class, "exit", methodType(void.class, int.class)).invoke(3) | is refused
                    lookup.findStatic(Runtime.class, "getRuntime", methodType(Runtime.class)).invoke().getClass().getMethod("halt", int.class).invoke(Runtime.getRuntime(), 1) | is refused
                    lookup.findConstructor(java.util.concurrent.ForkJoinPool.class, methodType(void.class, int.class)).invoke(1) | is refused
                    lookup.findConstructor(java.io.FileInputStream.class, methodType(void.class, String.class)).invoke("/etc/passwd") | is refused
                    MethodHandles.privateLookupIn(String.class, lookup).findGetter(String.class, "value", byte[].class) | is not the program's own
                    lookup.in(String.class).findGetter(String.class, "value", byte[].class) | NoSuchField
                    lookup.in(System.class).findStatic(System.class, "gc", methodType(void.class)) | is refused
                    lookup.findVirtual(String.class, "isLatin1", methodType(boolean.class)) | NoSuchMethod
                    lookup.findStatic(MethodHandles.class, "foldArguments", methodType(MethodHandle.class, MethodHandle.class, MethodHandle.class)).invoke(null, null) | is refused
                    MethodHandles.dropArguments(length, 0, String.class) | is not open to it
                    MethodHandles.loop(new MethodHandle[0][0]) | is not open to it
                    length.bindTo("x") | is not open to it
                    length.asSpreader(Object[].class, 1) | is not open to it
                    length.invokeWithArguments("x") | is not open to it
                    length.asType(methodType(long.class, String.class)).asType(methodType(Object.class, String.class)) | cannot be given the type
                    lookup.defineClass(new byte[9]) | is not in the package of
                    lookup.in(String.class).defineClass(new byte[9]) | is not the program's own
                    lookup.defineHiddenClass(new byte[9], true) | is not open to it
                    lookup.revealDirect(length) | is not open to it
                    lookup.findVarHandle(Integer.class, "value", int.class) | NoSuchField
                    MethodHandleProxies.asInterfaceInstance(Runnable.class, length) | is not open to it
                    LambdaMetafactory.metafactory(lookup, "run", methodType(Runnable.class), methodType(void.class), length, methodType(void.class)) | compiler writes
                    java.lang.runtime.SwitchBootstraps.typeSwitch(lookup, "x", methodType(int.class, Object.class, int.class)) | compiler writes
                    lookup.findClass("dev.stint.hooks.Hook") | ClassNotFound
                    MethodType.fromMethodDescriptorString("()V", null) | is not open to it
                    """)
    void handle_ofWhatTheSurfaceRefuses_isRefused(String expression, String words)
            throws Exception {
        Object result =
                woven(
                                "public static Object run() throws Throwable { var lookup ="
                                        + " MethodHandles.lookup(); var length ="
                                        + " lookup.findVirtual(String.class, \"length\","
                                        + " methodType(int.class)); return "
                                        + expression
                                        + "; }")
                        .result();

        assertThat(result).asString().contains(words);
    }

    /** The JVM would give a constant or a bootstrap method a lookup that has power. */
    @Test
    void lookup_ofATenant_hasNoPower() throws Exception {
        var run =
                woven(
                        "private static int hidden = 1; public static Object run() throws Throwable"
                                + " { return MethodHandles.lookup().lookupClass().getName() +"
                                + " MethodHandles.lookup(); }");

        assertThat(run.result()).isEqualTo("acme.Programacme.Program/publicLookup");
    }
}
