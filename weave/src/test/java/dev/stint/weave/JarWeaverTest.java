package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stint.SmallJar;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarWeaverTest {
    private static final JarWeaver WEAVER = JarWeaver.of(Surface.open(), "1.2.3");

    @TempDir private Path folder;

    private Path out() {
        return folder.resolve("out.jar");
    }

    private Path jar(SmallJar jar) {
        return jar.writeTo(folder.resolve("in.jar"));
    }

    private static String loop(String name) {
        int dot = name.lastIndexOf('.');
        return (dot < 0 ? "" : "package " + name.substring(0, dot) + "; ")
                + "public class "
                + name.substring(dot + 1)
                + " { public static long sum(int n) { long s = 0;"
                + " for (int i = 0; i < n; i++) s += Math.abs(i); return s; } }";
    }

    private static SmallJar withLoop() {
        return new SmallJar().withClass("app.Sum", loop("app.Sum"));
    }

    private static Map<String, byte[]> entries(Path jar) throws IOException {
        var entries = new TreeMap<String, byte[]>();
        try (var file = new JarFile(jar.toFile())) {
            for (ZipEntry entry : file.stream().toList()) {
                entries.put(entry.getName(), file.getInputStream(entry).readAllBytes());
            }
        }
        return entries;
    }

    private byte[] written(String name) throws IOException {
        return Objects.requireNonNull(entries(out()).get(name), name);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static boolean isWoven(byte[] classFile) {
        return StreamSupport.stream(
                        ClassFile.of().parse(classFile).constantPool().spliterator(), false)
                .anyMatch(
                        entry ->
                                entry instanceof ClassEntry type
                                        && type.asInternalName().equals("dev/stint/hooks/Hook"));
    }

    private List<String> leftOver() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    // ---- what comes out

    @Test
    void weave_aClass_countsAndDoesTheSame() throws Exception {
        WEAVER.weave(jar(withLoop()), out());

        try (var loader = new URLClassLoader(new URL[] {out().toUri().toURL()})) {
            var sum = loader.loadClass("app.Sum").getMethod("sum", int.class);
            var counted = CountingMeter.count(() -> sum.invoke(null, 1000));
            assertThat(counted.result()).isEqualTo(499_500L);
            assertThat(counted.count().ops()).isEqualTo(2000); // calls and ways back
        }
    }

    @Test
    void weave_whatIsNoClass_isCopied() throws Exception {
        WEAVER.weave(
                jar(
                        withLoop()
                                .withEntry("app/", "")
                                .withEntry("app/words.txt", "drei Wörter hier")),
                out());

        assertThat(entries(out()))
                .containsOnlyKeys("META-INF/MANIFEST.MF", "app/", "app/Sum.class", "app/words.txt");
        assertThat(text(written("app/words.txt"))).isEqualTo("drei Wörter hier");
    }

    @Test
    void weave_theManifest_isKeptAndMarked() throws Exception {
        WEAVER.weave(jar(withLoop().withManifest("Main-Class", "app.Sum")), out());

        try (var in = new JarInputStream(Files.newInputStream(out()))) {
            // A stream finds it only in the first place.
            var main = in.getManifest().getMainAttributes();
            assertThat(main.getValue("Main-Class")).isEqualTo("app.Sum");
            assertThat(main.getValue("Stint-Woven")).isEqualTo("1.2.3");
        }
    }

    @Test
    void weave_aSignedJar_dropsSignatures() throws Exception {
        SmallJar signed =
                withLoop()
                        .withManifestOf("app/Sum.class", "SHA-256-Digest", "abc=")
                        .withManifestOf("app/words.txt", "SHA-256-Digest", "abc=")
                        .withManifestOf("app/words.txt", "Language", "de")
                        .withEntry("META-INF/ACME.SF", "x")
                        .withEntry("META-INF/acme.rsa", "x")
                        .withEntry("META-INF/SIG-ACME", "x")
                        .withEntry("META-INF/LICENSE.SF.txt", "x");

        WEAVER.weave(jar(signed), out());

        assertThat(entries(out()))
                .containsOnlyKeys(
                        "META-INF/MANIFEST.MF", "META-INF/LICENSE.SF.txt", "app/Sum.class");
        assertThat(text(written("META-INF/MANIFEST.MF")))
                .contains("Name: app/words.txt", "Language: de")
                .doesNotContain("Digest", "Name: app/Sum.class");
    }

    @Test
    void weave_aJarOfSeveralReleases_weavesThemAll() throws Exception {
        WEAVER.weave(
                jar(
                        withLoop()
                                .withManifest("Multi-Release", "true")
                                .withClassIn("META-INF/versions/9/", "app.Sum", loop("app.Sum"))
                                .withClassIn("META-INF/versions/21/", "app.New", loop("app.New"))),
                out());

        assertThat(isWoven(written("app/Sum.class"))).isTrue();
        assertThat(isWoven(written("META-INF/versions/9/app/Sum.class"))).isTrue();
        assertThat(isWoven(written("META-INF/versions/21/app/New.class"))).isTrue();
    }

    @Test
    void weave_classThatNoReleaseLoads_isLeftOutIfItCannotBeWoven() throws Exception {
        SmallJar several =
                withLoop()
                        .withManifest("Multi-Release", "true")
                        .withEntry("app/Old.class", "broken")
                        .withClassIn("META-INF/versions/9/", "app.Old", loop("app.Old"))
                        .withEntry("META-INF/versions/99/app/Sum.class", "broken");

        WEAVER.weave(jar(several), out());

        assertThat(entries(out()))
                .containsOnlyKeys(
                        "META-INF/MANIFEST.MF",
                        "app/Sum.class",
                        "META-INF/versions/9/app/Old.class");
    }

    @Test
    void weave_classesInAFolderAndInJarsInside_areWoven() throws Exception {
        byte[] library = new SmallJar().withClass("lib.Sum", loop("lib.Sum")).toBytes();

        WEAVER.weave(
                jar(
                        new SmallJar()
                                .withClassIn("BOOT-INF/classes/", "app.Sum", loop("app.Sum"))
                                .withEntry("BOOT-INF/lib/lib.jar", library)),
                out());

        assertThat(isWoven(written("BOOT-INF/classes/app/Sum.class"))).isTrue();
        var nested = new JarInputStream(new ByteArrayInputStream(written("BOOT-INF/lib/lib.jar")));
        assertThat(nested.getManifest().getMainAttributes().getValue("Stint-Woven"))
                .isEqualTo("1.2.3");
        assertThat(nested.getNextEntry().getName()).isEqualTo("lib/Sum.class");
        assertThat(isWoven(nested.readAllBytes())).isTrue();
    }

    @Test
    void weave_theSameJarTwice_givesTheSameBytes() throws Exception {
        Path in =
                jar(withLoop().withEntry("a.txt", "a").withEntry("lib.jar", withLoop().toBytes()));

        WEAVER.weave(in, out());
        Path again = folder.resolve("again.jar");
        WEAVER.weave(in, again);

        assertThat(again).hasSameBinaryContentAs(out());
    }

    @Test
    void weave_moduleInfo_isKept() throws Exception {
        Path in = jar(withLoop().withClass("module-info", "module app {}"));

        WEAVER.weave(in, out());

        assertThat(written("module-info.class")).isEqualTo(entries(in).get("module-info.class"));
    }

    @Test
    void weave_classThatIsOnlyCalledAModule_isWoven() throws Exception {
        byte[] file = entries(jar(withLoop())).get("app/Sum.class");
        ClassModel sum = ClassFile.of().parse(Objects.requireNonNull(file));
        // Older than modules, so that the JVM does not look at the flag.
        byte[] disguised =
                ClassFile.of()
                        .build(
                                ClassDesc.of("app.x-module-info"),
                                builder -> {
                                    sum.forEach(builder);
                                    builder.withVersion(ClassFile.JAVA_8_VERSION, 0)
                                            .withFlags(
                                                    sum.flags().flagsMask() | ClassFile.ACC_MODULE);
                                });

        WEAVER.weave(jar(withLoop().withEntry("app/x-module-info.class", disguised)), out());

        assertThat(isWoven(written("app/x-module-info.class"))).isTrue();
    }

    @Test
    void weave_entryThatIsOnlyCalledAJar_isCopied() throws Exception {
        WEAVER.weave(jar(withLoop().withEntry("data/broken.jar", "no jar")), out());

        assertThat(text(written("data/broken.jar"))).isEqualTo("no jar");
    }

    @Test
    void weave_existingFile_isReplaced() throws Exception {
        Files.writeString(out(), "old");

        WEAVER.weave(jar(withLoop()), out());

        assertThat(entries(out())).containsKey("app/Sum.class");
        assertThat(leftOver()).containsExactly("in.jar", "out.jar");
    }

    // ---- the report

    @Test
    void weave_tellsWhatWasInIt() throws Exception {
        var seen = new ArrayList<String>();
        WeaveReport report =
                WEAVER.withProgress((done, of) -> seen.add(done + "/" + of))
                        .weave(jar(withLoop().withClass("app.More", loop("app.More"))), out());

        assertThat(report.subject()).isEqualTo("in.jar");
        assertThat(report.classes())
                .extracting(ClassReport::name)
                .containsExactly("app.More", "app.Sum");
        assertThat(report.isWhole()).isTrue();
        assertThat(seen).containsExactly("1/2", "2/2");
        assertThat(report.inWords()).startsWith("in.jar: 2 classes woven, none refused\n");
    }

    @Test
    void inspect_callsIntoTheJdk_listsThoseThatMayDoMuch() throws Exception {
        Path in =
                jar(
                        SmallJar.ofMain(
                                "String s = args[0].repeat(9) + args[1].repeat(3);"
                                        + " args.clone(); Math.max(1, s.length());"
                                        + " java.util.Arrays.fill(args, s);"));

        WeaveReport report = WEAVER.inspect(in);

        assertThat(report.unpriced())
                .startsWith(new WeaveReport.UnpricedCall("java.lang.String.repeat(int)", 2))
                .extracting(WeaveReport.UnpricedCall::method)
                .contains("java.util.Arrays.fill(Object[], Object)")
                .doesNotContain("java.lang.Math.max(int, int)", "java.lang.String.length()");
        assertThat(report.inWords())
                .containsPattern(
                        "unpriced: \\d+ methods of the JDK, called at \\d+ places, cost 1 operation"
                                + " however much they do\n +2  java.lang.String.repeat\\(int\\)\n");
        assertThat(JarWeaver.of(Surface.ofTenant(), "1").inspect(in).unpriced()).isEmpty();
    }

    /** To open the JDK's own would be wrong: a program that is loaded has a copy. */
    @Test
    void inspect_aClassOfWhichTenantsHaveACopy_namesNoRule() throws Exception {
        Path in =
                jar(
                        new SmallJar()
                                .withClass(
                                        "app.Reads",
                                        "package app; public class Reads { public static void"
                                                + " run() { new java.io.PushbackReader(null);"
                                                + " System.gc(); } }"));

        WeaveReport report = JarWeaver.of(Surface.ofTenant(), "1").inspect(in);

        assertThat(report.members())
                .filteredOn(member -> member.member().contains("PushbackReader"))
                .isNotEmpty()
                .allMatch(member -> member.rule().isEmpty());
        assertThat(report.members())
                .filteredOn(member -> member.member().contains("gc"))
                .isNotEmpty()
                .noneMatch(member -> member.rule().isEmpty());
    }

    /** One line for a class, however many of its members are used. */
    @Test
    void inspect_aClassThatIsNotThere_isToldOnceWithItsCallers() throws Exception {
        Path in =
                jar(
                        new SmallJar()
                                .withClass(
                                        "app.Uses",
                                        "package app; import org.assertj.core.api.Assertions;"
                                                + " public class Uses {"
                                                + " public static void a() {"
                                                + " Assertions.fail(\"a\"); }"
                                                + " public static void b() {"
                                                + " Assertions.fail(\"b\");"
                                                + " Assertions.setMaxElementsForPrinting(1); }"
                                                + " public static void c() {"
                                                + " Assertions.fail(\"c\"); }"
                                                + " public static void d() {"
                                                + " Assertions.fail(\"d\"); System.gc(); } }"));

        WeaveReport report = JarWeaver.of(Surface.ofTenant(), "1").inspect(in);

        assertThat(report.missingClasses())
                .singleElement()
                .satisfies(
                        one -> {
                            assertThat(one.name()).isEqualTo("org.assertj.core.api.Assertions");
                            assertThat(one.members()).isEqualTo(2);
                            assertThat(one.callers()).hasSize(4);
                            assertThat(one.isReachable()).isTrue();
                        });
        assertThat(report.inWords())
                .contains("throws when it is reached: 1 member, 1 of them")
                .contains("not there: 1 class of neither the jars of the program nor the JDK")
                .contains("  org.assertj.core.api.Assertions, 2 members in 4 methods\n")
                .contains("      in app.Uses.a()\n")
                .contains("      and 1 more, see --json\n");
    }

    @Test
    void inspect_writesNothing() throws Exception {
        assertThat(WEAVER.inspect(jar(withLoop())).classes()).hasSize(1);

        assertThat(leftOver()).containsExactly("in.jar");
    }

    // ---- what is refused

    @Test
    void weave_refusedClasses_namesThemAllAndWritesNothing() throws Exception {
        Files.writeString(out(), "old");
        Path in =
                jar(
                        withLoop()
                                .withEntry("app/Broken.class", "not a class")
                                .withClass(
                                        "app.Native",
                                        "package app; class Native { native void call(); }")
                                .withEntry(
                                        "lib.jar",
                                        new SmallJar().withEntry("x.class", "x").toBytes()));

        var refused =
                catchThrowableOfType(JarRefusedException.class, () -> WEAVER.weave(in, out()));

        assertThat(refused)
                .hasMessageStartingWith("in.jar is not woven: class app")
                .hasMessageContaining("more refused");
        assertThat(refused.report().refused())
                .extracting(Refusal::className)
                .contains("app/Broken.class", "in.jar!/lib.jar!/x.class");
        assertThat(refused.report().inWords()).contains("refused app/Broken.class: ");
        assertThat(out()).hasContent("old");
        assertThat(leftOver()).containsExactly("in.jar", "out.jar");
    }

    @Test
    void weave_aWovenJar_isRefused() throws Exception {
        WEAVER.weave(jar(withLoop()), out());

        assertThatThrownBy(() -> WEAVER.weave(out(), folder.resolve("twice.jar")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "out.jar is woven already, by Stint 1.2.3; weave the jar that it was made"
                                + " from.");
        assertThat(leftOver()).containsExactly("in.jar", "out.jar");
    }

    @Test
    void weave_aWovenClassInAnotherJar_isRefused() throws Exception {
        WEAVER.weave(jar(withLoop()), out());
        Path mixed =
                new SmallJar()
                        .withEntry("app/Sum.class", written("app/Sum.class"))
                        .writeTo(folder.resolve("mixed.jar"));

        assertThat(WEAVER.inspect(mixed).refused())
                .singleElement()
                .satisfies(
                        one -> {
                            assertThat(one.className()).isEqualTo("app.Sum");
                            assertThat(one.inWords()).contains("it is woven already");
                        });
    }

    @Test
    void weave_intoItself_isRefused() throws Exception {
        Path in = jar(withLoop());
        byte[] before = Files.readAllBytes(in);
        Path link = Files.createLink(folder.resolve("link.jar"), in);

        for (Path out : List.of(in, folder.resolve("./in.jar"), link)) {
            assertThatThrownBy(() -> WEAVER.weave(in, out))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cannot be woven into itself");
        }
        assertThat(in).hasBinaryContent(before);
    }

    @Test
    void weave_whatIsNoJar_isRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("text.jar"), "hello");

        assertThatThrownBy(() -> WEAVER.weave(text, out())).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> WEAVER.weave(folder.resolve("none.jar"), out()))
                .isInstanceOf(IOException.class);
        assertThat(leftOver()).containsExactly("text.jar");
    }

    @Test
    void weave_jarsInJarsWithoutEnd_isRefused() throws Exception {
        byte[] bytes = withLoop().toBytes();
        for (int i = 0; i < 5; i++) {
            bytes = new SmallJar().withEntry("inner.jar", bytes).toBytes();
        }
        Path deep = Files.write(folder.resolve("deep.jar"), bytes);

        assertThatThrownBy(() -> WEAVER.inspect(deep)).hasMessageContaining("unpack it first");
    }
}
