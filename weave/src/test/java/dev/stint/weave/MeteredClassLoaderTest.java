package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.SmallJar;
import dev.stint.hooks.Hook;
import dev.stint.weave.internal.files.ClassFileHeader;
import dev.stint.weave.internal.jar.ClassPath;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeteredClassLoaderTest {
    @TempDir private Path folder;

    private MeteredClassLoader load(Surface surface, SmallJar jar) {
        return MeteredClassLoader.of(
                "acme",
                List.of(jar.writeTo(folder.resolve("acme.jar"))),
                surface,
                MeteredClassLoaderTest.class.getClassLoader());
    }

    private static SmallJar counting() {
        return new SmallJar()
                .withClass(
                        "acme.Count",
                        "package acme; public class Count { public static int to(int n)"
                                + " { int i = 0; while (i < n) i++; return i; } }");
    }

    @Test
    void loadClass_ofATenant_isWoven() throws Exception {
        try (var loader = load(Surface.ofTenant(), counting())) {
            var count = loader.loadClass("acme.Count").getMethod("to", int.class);

            assertThat(CountingMeter.count(() -> count.invoke(null, 500)).count().ops())
                    .isEqualTo(500);
        }
    }

    @Test
    void loadClass_hooksThatTheTenantBrings_areNotUsed() throws Exception {
        SmallJar cheat =
                counting()
                        .withClass(
                                "dev.stint.hooks.Hook",
                                "package dev.stint.hooks; public class Hook { public static void"
                                    + " ops1() {} public static void ops(int n) {} public static"
                                    + " void flush(int n) {} public static void leave(int n) {} }");
        try (var loader = load(Surface.open(), cheat)) {
            var count = loader.loadClass("acme.Count").getMethod("to", int.class);

            assertThat(loader.loadClass("dev.stint.hooks.Hook")).isSameAs(Hook.class);
            assertThat(CountingMeter.count(() -> count.invoke(null, 500)).count().ops())
                    .isEqualTo(500);
        }
    }

    @Test
    void loadClass_thatPaysByItself_isRefused() throws Exception {
        SmallJar cheat =
                new SmallJar()
                        .withClass(
                                "acme.Cheat",
                                "package acme; public class Cheat { public static void win()"
                                        + " { dev.stint.hooks.Hook.leave(-1_000_000); } }");
        for (Surface surface : List.of(Surface.open(), Surface.ofTenant())) {
            try (var loader = load(surface, cheat)) {
                assertThatThrownBy(() -> loader.loadClass("acme.Cheat"))
                        .isInstanceOf(WeaveRefusedException.class)
                        .hasMessageContaining("it calls the hooks of Stint");
            }
        }
    }

    @Test
    void loadClass_whatIsNotOpen_throwsWhenItGetsThereUnlessStrict() throws Exception {
        Path jar =
                new SmallJar()
                        .withClass(
                                "acme.Both",
                                "package acme; public class Both { public static int go(boolean"
                                        + " wrong) { if (wrong) System.exit(1); return 5; } }")
                        .writeTo(folder.resolve("acme.jar"));
        ClassLoader host = MeteredClassLoaderTest.class.getClassLoader();
        try (var strict =
                        MeteredClassLoader.of(
                                "s", List.of(jar), Surface.ofTenant(), host, Weaver::strict);
                var late = MeteredClassLoader.of("l", List.of(jar), Surface.ofTenant(), host)) {
            assertThatThrownBy(() -> strict.loadClass("acme.Both"))
                    .isInstanceOf(WeaveRefusedException.class);

            var go = late.loadClass("acme.Both").getMethod("go", boolean.class);
            assertThat(go.invoke(null, false)).isEqualTo(5);
            assertThatThrownBy(() -> go.invoke(null, true))
                    .cause()
                    .hasMessageContaining("System.exit(int)");
        }
    }

    @Test
    void loadClass_whatIsNotOpen_isNotFound() throws Exception {
        Path jar = counting().writeTo(folder.resolve("strict.jar"));
        ClassLoader host = MeteredClassLoaderTest.class.getClassLoader();
        try (var loader =
                MeteredClassLoader.of(
                        "acme", List.of(jar), Surface.ofTenant(), host, Weaver::strict)) {
            assertThatThrownBy(() -> loader.loadClass("javax.tools.ToolProvider"))
                    .isInstanceOf(ClassNotFoundException.class)
                    .hasMessageContaining("javax.tools.ToolProvider is not open to 'acme'");
        }
        try (var loader = load(Surface.ofTenant(), counting())) {
            assertThat(loader.loadClass("javax.tools.ToolProvider").getName())
                    .isEqualTo("javax.tools.ToolProvider"); // it may be named
            assertThatThrownBy(() -> loader.loadClass(WeaveReport.class.getName()))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void report_isAboutWhatWasLoadedSoFar() throws Exception {
        try (var loader = load(Surface.ofTenant(), counting())) {
            assertThat(loader.report().classes()).isEmpty();

            loader.loadClass("acme.Count");

            assertThat(loader.report().subject()).isEqualTo("acme");
            assertThat(loader.report().classes())
                    .extracting(ClassReport::name)
                    .containsExactly("acme.Count");
        }
    }

    @Test
    void getResource_isItsOwnAndNobodyElses() throws Exception {
        try (var loader = load(Surface.ofTenant(), counting().withEntry("words.txt", "hello"))) {
            try (var in = loader.getResourceAsStream("words.txt")) {
                assertThat(in).hasContent("hello");
            }
            assertThat(loader.getResource("words.txt")).isNotNull();
            assertThat(loader.getResource("dev/stint/weave/Weaver.class")).isNull();
            assertThat(loader.getResourceAsStream("java/lang/Object.class")).isNull();
        }
    }

    /** Zeros take a thousandth of their room in a jar, and a class could take all memory. */
    @Test
    void loadClass_fileThatIsHugeOnceUnpacked_isReadNoFurtherThanNeeded() throws Exception {
        Path jar =
                new SmallJar()
                        .withEntry("acme/Bomb.class", new byte[64 << 20])
                        .writeTo(folder.resolve("bomb.jar"));
        try (var jars = new ClassPath(List.of(jar));
                var loader =
                        MeteredClassLoader.of(
                                "acme", jars, Surface.ofTenant(), getClass().getClassLoader())) {
            assertThat(jars.find("acme/Bomb").orElseThrow()).hasSize(ClassFileHeader.LARGEST + 1);
            assertThatThrownBy(() -> loader.loadClass("acme.Bomb"))
                    .isInstanceOf(WeaveRefusedException.class)
                    .hasMessageContaining("more bytes than the 4194304 that are allowed");
        }
    }
}
