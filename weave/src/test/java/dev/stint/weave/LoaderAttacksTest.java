package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.SmallJar;
import dev.stint.hooks.AccessRefusedException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tenant may try with the loader of its classes, and with that of the host. */
class LoaderAttacksTest {
    @TempDir private Path folder;

    private static final ClassLoader HOST = LoaderAttacksTest.class.getClassLoader();

    private Path jar(String body) {
        return new SmallJar()
                .withClass(
                        "acme.Program",
                        "package acme; import java.util.*; import java.util.stream.*; public class"
                                + " Program { public static class Late {} "
                                + body
                                + " }")
                .writeTo(folder.resolve("acme.jar"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((AutoCloseable) (Object) Program.class.getClassLoader()).close();",
                "((java.io.Closeable) (Object) Program.class.getClassLoader()).close();",
                "try (var l = (AutoCloseable) (Object) Program.class.getClassLoader()) { }",
                // called by the JDK
                "var l = (java.io.Closeable) (Object) Program.class.getClassLoader();"
                        + " java.util.concurrent.Callable<Object> c = () -> { l.close(); return"
                        + " null; }; c.call();",
                "AutoCloseable.class.getMethod(\"close\").invoke(Program.class.getClassLoader());",
            })
    void close_byTheTenant_isRefusedAndClosesNothing(String statements) throws Exception {
        Path jar =
                jar("public static Object run() throws Exception { " + statements + " return 1; }");
        try (var loader = MeteredClassLoader.of("acme", List.of(jar), Surface.ofTenant(), HOST)) {
            var run = loader.loadClass("acme.Program").getMethod("run");

            assertThatThrownBy(() -> CountingMeter.count(() -> run.invoke(null)))
                    .hasRootCauseInstanceOf(AccessRefusedException.class)
                    .rootCause()
                    .hasMessageContaining("the class loader of 'acme' cannot be closed");
            assertThat(loader.loadClass("acme.Program$Late")).isNotNull();
        }
    }

    @Test
    void close_byTheHost_stillCloses() throws Exception {
        var loader = MeteredClassLoader.of("acme", List.of(jar("")), Surface.ofTenant(), HOST);
        loader.close();

        assertThatThrownBy(() -> loader.loadClass("acme.Program"))
                .isInstanceOf(IllegalStateException.class);
    }

    // ---- classes that fail to load

    private static byte[] refused() {
        return ClassFile.of()
                .build(
                        ClassDesc.of("acme.Refused"),
                        type ->
                                type.withMethodBody(
                                        "go",
                                        ConstantDescs.MTD_void,
                                        ClassFile.ACC_STATIC,
                                        code ->
                                                code.iconst_m1()
                                                        .invokestatic(
                                                                ClassDesc.of(
                                                                        "dev.stint.hooks.Hook"),
                                                                "ops",
                                                                MethodTypeDesc.of(
                                                                        ConstantDescs.CD_void,
                                                                        ConstantDescs.CD_int))
                                                        .return_()));
    }

    @Test
    void loadClass_thatFailed_failsTheSameWithoutTheWork() {
        var weavings = new AtomicInteger();
        byte[] file = refused();
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        name -> {
                            if (!name.equals("acme/Refused")) {
                                return Optional.empty();
                            }
                            weavings.incrementAndGet();
                            return Optional.of(file.clone());
                        },
                        Surface.ofTenant(),
                        HOST)) {
            var messages = new ArrayList<String>();
            int first = 0;
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> loader.loadClass("acme.Refused"))
                        .isInstanceOf(WeaveRefusedException.class)
                        .satisfies(e -> messages.add(e.getMessage()));
                first = i == 0 ? weavings.get() : first;
            }

            assertThat(messages.stream().distinct()).hasSize(1);
            assertThat(weavings).as("files asked for").hasValue(first);
        }
    }

    @Test
    void loadClass_thatFails_countsAsOneThatWasLoaded() {
        byte[] file = refused();
        try (var loader =
                MeteredClassLoader.of(
                        "acme",
                        name -> Optional.of(file.clone()).filter(f -> name.startsWith("acme/")),
                        Surface.ofTenant(),
                        HOST,
                        how -> how,
                        ClassLimits.defaults().withClasses(3))) {
            for (int i = 0; i < 3; i++) {
                String name = "acme.Refused" + i;
                assertThatThrownBy(() -> loader.loadClass(name)).isInstanceOf(Throwable.class);
            }

            assertThatThrownBy(() -> loader.loadClass("acme.Refused"))
                    .isInstanceOf(WeaveRefusedException.class)
                    .hasMessageContaining("may load 3");
        }
    }

    // ---- classes of the host and the JDK

    /** A loader between the tenant and the host that writes down what it is asked for. */
    private static final class Asked extends ClassLoader {
        private final List<String> names = new ArrayList<>();

        Asked() {
            super(HOST);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            names.add(name);
            return super.loadClass(name, resolve);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.NobodyKnowsThisException", // a form of the surface matches it
                "dev.stint.error.NobodyKnowsThisException",
                "javax.swing.JFrame", // closed
                "sun.misc.Unsafe",
                "[Ljavax.swing.JFrame;",
            })
    void forName_whatIsNotThereOrClosed_isNotAskedOfTheHost(String name) throws Exception {
        Path jar =
                jar(
                        "public static Object run() throws Exception { try { return"
                                + " Class.forName(\""
                                + name
                                + "\"); } catch (ClassNotFoundException e) { return 7; } }");
        var host = new Asked();
        try (var loader = MeteredClassLoader.of("acme", List.of(jar), Surface.ofTenant(), host)) {
            var run = loader.loadClass("acme.Program").getMethod("run");

            assertThat(CountingMeter.count(() -> run.invoke(null)).result()).isEqualTo(7);
        }
        assertThat(host.names).isNotEmpty().noneMatch(name::contains);
    }

    @Test
    void forName_whatIsOpen_isStillFound() throws Exception {
        Path jar =
                jar(
                        "public static Object run() throws Exception { return"
                                + " Class.forName(\"[Ljava.lang.String;\").getName() +"
                                + " Class.forName(\"[[I\").getName() +"
                                + " Class.forName(\"acme.Program$Late\").getName() +"
                                + " Class.forName(\"[Lacme.Program$Late;\").getName() +"
                                + " Class.forName(\"dev.stint.Stint\").getName(); }");
        try (var loader = MeteredClassLoader.of("acme", List.of(jar), Surface.ofTenant(), HOST)) {
            var run = loader.loadClass("acme.Program").getMethod("run");

            assertThat(CountingMeter.count(() -> run.invoke(null)).result())
                    .isEqualTo(
                            "[Ljava.lang.String;[[Iacme.Program$Late[Lacme.Program$Late;"
                                    + "dev.stint.Stint");
        }
    }
}
