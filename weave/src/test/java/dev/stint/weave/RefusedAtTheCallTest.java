package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import dev.stint.hooks.AccessRefusedException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A class may name what it must not use, and whatever it does with it is refused. */
class RefusedAtTheCallTest {
    @TempDir private Path folder;

    /** What {@code run()} gives, or throws. */
    private Object run(String members) throws Exception {
        return run(new SmallJar(), members);
    }

    private Object run(SmallJar jar, String members, String... gone) throws Exception {
        Path file =
                jar.withClass(
                                "acme.Program",
                                "package acme; import java.util.*; import java.util.function.*;"
                                        + " public class Program { "
                                        + members
                                        + " }")
                        .writeTo(folder.resolve("acme.jar"));
        try (var zip = FileSystems.newFileSystem(file)) {
            for (String entry : gone) {
                Files.delete(zip.getPath(entry));
            }
        }
        ClassLoader host = RefusedAtTheCallTest.class.getClassLoader();
        try (var loader = MeteredClassLoader.of("acme", List.of(file), Surface.ofTenant(), host)) {
            return loader.loadClass("acme.Program").getMethod("run").invoke(null);
        } catch (InvocationTargetException e) {
            return Objects.requireNonNull(e.getCause());
        }
    }

    private static String inRun(String code) {
        return "public static Object run() throws Throwable { " + code + " }";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // a type check, an array, a literal, a variable, a field, a parameter, a result
                "Object o = 5; return o instanceof javax.tools.ToolProvider;|false",
                "Object o = null; return (javax.tools.ToolProvider) o;|null",
                "return new javax.tools.ToolProvider[2].length;|2",
                "return new javax.tools.ToolProvider[2][3].length;|2",
                "Object c = javax.tools.ToolProvider.class; return c == Object.class;|false",
                "javax.tools.ToolProvider p = null; return same(p);|null",
                "try { return 1; } catch (java.lang.module.FindException e) { return 2; }|1",
                "try { throw new Error(); } catch (IllegalCallerException e) { return 2; }"
                        + " catch (Error e) { return 3; }|3",
                "Object o = 5; return switch (o) { case javax.tools.ToolProvider p -> 1; default ->"
                        + " 2; };|2",
                // a handle that is not called
                "Function<String, Object> f = ProcessBuilder::new; return f != null;|true",
            })
    void run_whatIsNamed_goesOn(String code, String expected) throws Exception {
        Object result =
                run(
                        "static javax.tools.ToolProvider field; static javax.tools.ToolProvider"
                            + " same(javax.tools.ToolProvider p) { return p == null ? field : p; } "
                                + inRun(code));

        assertThat(String.valueOf(result)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "System.exit(3); return 1;|System.exit(int)",
                "return new ProcessBuilder();|ProcessBuilder",
                "IntConsumer c = System::exit; c.accept(3); return 1;|System.exit(int)",
                "Function<String, Object> f = ProcessBuilder::new; return f.apply(\"\");"
                        + "|ProcessBuilder",
                "return new java.util.Observable() { };|Observable.<init>()",
                "javax.tools.DiagnosticListener<?> f = i -> {}; return f;|DiagnosticListener",
                "return new Mine().load();|is native",
            })
    void run_whatIsUsed_throws(String code, String member) throws Exception {
        Object result = run("static class Mine { native int load(); } " + inRun(code));

        assertThat(result).isInstanceOf(AccessRefusedException.class);
        assertThat((Throwable) result)
                .hasMessageStartingWith("acme.Program")
                .hasMessageContaining(member);
    }

    /** What libraries do to find out what is there. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "return new Gone();|NoClassDefFoundError",
                "return Gone.made();|NoClassDefFoundError",
                "return Gone.field;|NoClassDefFoundError",
                "Supplier<Object> s = Gone::made; return s.get();|NoClassDefFoundError",
                "try { return Gone.made(); } catch (LinkageError e) { return \"fallback\"; }"
                        + "|fallback",
                "try { return new Child(); } catch (NoClassDefFoundError e) { return \"none\"; }"
                        + "|none",
                "Object o = null; return o instanceof Gone;|false",
            })
    void run_classThatIsMissing_failsAsAnywhere(String code, String expected) throws Exception {
        SmallJar jar =
                new SmallJar()
                        .withClass(
                                "acme.Gone",
                                "package acme; public class Gone { public static Object field ="
                                        + " 1; public static Object made() { return 2; } }")
                        .withClass(
                                "acme.Child", "package acme; public class Child extends Gone { }");

        Object result = run(jar, inRun(code), "acme/Gone.class");

        assertThat(String.valueOf(result)).contains(expected);
    }

    /** What may be named is not found by those who look for it: they want to use it. */
    @ParameterizedTest
    @CsvSource({"javax.tools.ToolProvider", "[Ljavax.tools.ToolProvider;", "acme.Gone"})
    void forName_whatIsNotOpen_isNotFound(String name) throws Exception {
        String code = "return Class.forName(\"" + name + "\");";

        assertThat(run(inRun(code))).isInstanceOf(ClassNotFoundException.class);
        assertThat(run(inRun("Object o = javax.tools.ToolProvider.class; " + code)))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void newInstance_ofAClassThatIsOnlyNamed_isRefused() throws Exception {
        Object result =
                run(
                        inRun(
                                "return ProcessBuilder.class.getConstructor(String[].class)"
                                        + ".newInstance((Object) new String[] {\"ls\"});"));

        assertThat(result).isInstanceOf(AccessRefusedException.class);
    }

    /** Nobody calls what serialization would, and so it may be there. */
    @Test
    void run_classThatCouldBeSerialized_goesOn() throws Exception {
        Object result =
                run(
                        "interface F extends Supplier<String>, java.io.Serializable {}"
                                + " static class S implements java.io.Serializable {"
                                + " private static final java.io.ObjectStreamField[]"
                                + " serialPersistentFields = null;"
                                + " private void readObject(java.io.ObjectInputStream in) throws"
                                + " Exception { in.defaultReadObject(); }"
                                + " private void writeObject(java.io.ObjectOutputStream out) throws"
                                + " Exception { out.defaultWriteObject(); }"
                                + " private Object readResolve() { return this; }"
                                + " private Object writeReplace() { return this; } } "
                                + inRun("F f = () -> \"fine\"; new S(); return f.get();"));

        assertThat(result).isEqualTo("fine");
    }

    @Test
    void run_serialization_isRefused() throws Exception {
        Object result =
                run(
                        inRun(
                                "new java.io.ObjectOutputStream(new"
                                        + " java.io.ByteArrayOutputStream()).writeObject(\"x\");"
                                        + " return 1;"));

        assertThat(result).isInstanceOf(AccessRefusedException.class);
    }

    /** Nothing that the JVM calls by itself is a way around the refusal. */
    @Test
    void loadClass_supertypeThatIsNotOpen_isRefusedWithTheClass() throws Exception {
        Object result =
                run(
                        "static class Bad extends javax.swing.JPanel { } "
                                + inRun(
                                        "try { return new Bad(); } catch (RuntimeException e)"
                                                + " { return e.getMessage(); }"));

        assertThat(String.valueOf(result)).contains("javax.swing.JPanel");
    }
}
