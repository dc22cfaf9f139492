package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.hooks.AccessRefusedException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the JDK does with large things of a tenant costs it as much as they are large. */
class TenantSizesTest {
    private static final int MANY = 1 << 20;
    private static final String IMPORTS =
            "package acme; import java.io.*; import java.nio.*; import java.util.*; ";

    @TempDir private Path folder;

    private CountingMeter.Counted<Object> run(String body) throws Exception {
        return TenantProgram.run(folder, IMPORTS + "public class Program { " + body + " }");
    }

    private CountingMeter.Counted<Object> runStrictly(String body) throws Exception {
        String program = IMPORTS + "public class Program { " + body + " }";
        return TenantProgram.run(folder, program, Weaver::strict);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "e.toString()",
                "String.valueOf(e)",
                "new RuntimeException(e)",
                "new Error((Throwable) e)",
                "new AssertionError(e)",
                "new AssertionError(Collections.nCopies(1 << 17, \"12345678\"))",
                "new java.net.URISyntaxException(\"in\", e.getMessage()).getMessage()",
                "((Throwable) new java.net.URISyntaxException(\"in\","
                        + " e.getMessage())).getMessage()",
                "new Own(e.getMessage()).toString()",
                "new AssertionError(new Own(e.getMessage()))",
                "new Named(e.getMessage()).toString()",
                "String.format(\"%s\", new StringBuilder(e.getMessage()))",
                "((Comparable<String>) e.getMessage()).compareTo(e.getMessage() + \"b\")",
            })
    void run_textOfSomethingLarge_costsItsLength(String expression) throws Exception {
        String body =
                "record Named(Object o) { }"
                        + " static class Own extends RuntimeException { final String text;"
                        + " Own(String text) { this.text = text; }"
                        + " @Override public String getMessage() { return text; } }"
                        + " static final Exception e = new Exception(\"x\".repeat(1 << 20));"
                        + " public static Object run() { ";

        long without = run(body + "return e; }").count().ops();
        var with = run(body + "Object made = " + expression + "; return e; }");

        assertThat(with.result()).isInstanceOf(Exception.class);
        assertThat(with.count().ops() - without).isGreaterThanOrEqualTo(MANY >> 4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "new C().toArray().length",
                "new C().toArray(new Object[0]).length",
                "new ArrayList<>(Collections.unmodifiableCollection(new C())).size()",
                "new ArrayDeque<>(Collections.unmodifiableCollection(new C())).size()",
                "Collections.unmodifiableCollection(new C()).toArray().length",
                "new C() { public Object[] toArray() { return super.toArray(); }"
                        + " }.toArray().length",
                "new D().toArray().length",
                "new E().toArray().length",
                "new M().keySet().toArray().length",
                "new ArrayList<>(new M().values()).size()",
            })
    void run_sizeThatIsNotTrue_isNotBelieved(String expression) throws Exception {
        var run =
                run(
                        "static class C extends AbstractCollection<Integer> { int asked;"
                                + " public Iterator<Integer> iterator() { return"
                                + " Collections.emptyIterator(); }"
                                + " public int size() { return asked++ == 0 ? 0 :"
                                + " Integer.MAX_VALUE; } }"
                                + " static class D extends C { public Object[] toArray() {"
                                + " return super.toArray(); } }"
                                + " static class E extends AbstractSet<Integer> { int asked;"
                                + " public Iterator<Integer> iterator() { return new"
                                + " C().iterator(); }"
                                + " public int size() { return asked++ == 0 ? 0 :"
                                + " Integer.MAX_VALUE; }"
                                + " public Object[] toArray() { return super.toArray(); } }"
                                + " static class M extends AbstractMap<Integer, Integer> {"
                                + " int asked; public Set<Map.Entry<Integer, Integer>> entrySet()"
                                + " { return Set.of(); }"
                                + " public int size() { return asked++ == 0 ? 0 :"
                                + " Integer.MAX_VALUE; } }"
                                + " public static Object run() { return "
                                + expression
                                + "; }");

        // An array as long as it says would be more than the JVM has.
        assertThat(run.result()).isEqualTo(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "static class V extends Vector<Object> { int n() { return elementCount; } }",
                "static class V extends Vector<Object> { { capacityIncrement = 1 << 30; } }",
                "static Object v() { return new Vector<Object>(1, 1 << 30); }",
                "static class B extends ByteArrayOutputStream { { count = 1 << 30; } }",
                "static class B extends ByteArrayOutputStream { public synchronized int size() {"
                        + " return 0; } }",
                "static class B extends ByteArrayInputStream { B() { super(new byte[1]); }"
                        + " public synchronized int available() { return 0; } }",
                "static class B extends ByteArrayInputStream { B() { super(new byte[1]); mark = 5;"
                        + " } }",
                "static class W extends StringWriter { public StringBuffer getBuffer() { return"
                        + " null; } }",
            })
    void weave_whatTheJdksPricesCountOn_isRefused(String member) {
        assertThatThrownBy(
                        () -> {
                            var result =
                                    runStrictly(
                                                    member
                                                            + " public static Object run() throws"
                                                            + " Exception { for (var c : new"
                                                            + " Object[] {"
                                                            + use(member)
                                                            + "}) {} return 1; }")
                                            .result();
                            if (result instanceof Throwable e) {
                                throw e;
                            }
                        })
                .hasStackTraceContaining("is not open to it");
    }

    /** [a writer locks what it is given] It may be its own, and nobody else's. */
    @Test
    void lock_ofAWriter_isItsOwn() throws Exception {
        String writer =
                "static class W extends Writer { W(Object l) { lock = l; } public void write(char[]"
                        + " c, int a, int b) {} public void flush() {} public void close() {} } ";

        var fine =
                run(
                        writer
                                + "public static Object run() throws Exception { new W(new"
                                + " Object()).write(5); return 1; }");
        var wrong =
                run(
                        writer
                                + "public static Object run() throws Exception { new"
                                + " W(String.class).write(5); return 1; }");

        assertThat(fine.result()).isEqualTo(1);
        assertThat(wrong.result()).isInstanceOf(AccessRefusedException.class);
    }

    /** Something that has the class loaded, or the method run. */
    private static String use(String member) {
        if (member.contains("abstract class W")) {
            return "new W() { public void write(char[] c, int a, int b) {} public void flush() {}"
                    + " public void close() {} }";
        }
        if (member.contains("n()")) {
            return "new V().n()";
        }
        return member.contains("v()") ? "v()" : "new " + member.charAt(13) + "()";
    }

    @Test
    void run_streamThatWouldLockSomebodyElses_isRefused() throws Exception {
        var run =
                run(
                        "static class W extends Writer { W(Object lock) { super(lock); }"
                                + " public void write(char[] c, int a, int b) {}"
                                + " public void flush() {} public void close() {} }"
                                + " public static Object run() { new W(new Object());"
                                + " return new W(String.class); }");

        assertThat(run.result()).asString().contains("a monitor of class java.lang.String");
    }

    @Test
    void weave_nameOfAThousandCharacters_isRefused() {
        String name = "a".repeat(1001);
        byte[] file =
                ClassFile.of()
                        .build(
                                ClassDesc.of("acme.Long"),
                                type -> type.withField(name, ClassDesc.ofDescriptor("I"), 0));

        assertThatThrownBy(() -> Weaver.of(ClassSource.ofJdk(), Surface.ofTenant()).weave(file))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("has a name of 1001 characters")
                .hasMessageContaining("Shorten it");
    }
}
