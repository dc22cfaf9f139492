package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.nativecode.NativeCode;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The jar that users put on their class paths. The build runs this when the jar is there, and not
 * with the other tests.
 */
class StintJarTest {
    private static final Path JAR = Path.of("target", "stint.jar").toAbsolutePath();
    private static final String OURS = "dev/stint/";

    @TempDir private Path folder;

    @Test
    void classes_areAllOurs() throws Exception {
        try (var jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream().map(JarEntry::getName).filter(StintJarTest::isForeign))
                    .isEmpty();
        }
    }

    /** Whatever lies in META-INF is nobody's class path, but for classes of other versions. */
    private static boolean isForeign(String name) {
        if (name.endsWith("/") || name.startsWith(OURS)) {
            return false;
        }
        return !name.startsWith("META-INF/") || name.endsWith(".class");
    }

    @Test
    void metaInf_isLicencesAndTheManifest() throws Exception {
        try (var jar = new JarFile(JAR.toFile())) {
            assertThat(
                            jar.stream()
                                    .map(JarEntry::getName)
                                    .filter(name -> name.startsWith("META-INF/"))
                                    .filter(name -> !name.endsWith("/"))
                                    .filter(name -> !name.startsWith("META-INF/services/")))
                    .containsExactlyInAnyOrder(
                            "META-INF/LICENSE", "META-INF/MANIFEST.MF", "META-INF/NOTICE");
        }
    }

    @Test
    void services_nameOnlyWhatIsOurs() throws Exception {
        List<String> foreign = new ArrayList<>();
        try (var jar = new JarFile(JAR.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.startsWith("META-INF/services/") && !entry.isDirectory()) {
                    foreign.add(name.substring("META-INF/services/".length()));
                    foreign.addAll(providers(jar, entry));
                }
            }
        }
        foreign.removeIf(name -> name.startsWith("dev.stint."));
        assertThat(foreign).isEmpty();
    }

    private static List<String> providers(JarFile jar, JarEntry entry) throws IOException {
        try (var in = jar.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .toList();
        }
    }

    @Test
    void notice_namesWhatWasRenamed() throws Exception {
        try (var jar = new JarFile(JAR.toFile());
                var in = jar.getInputStream(jar.getEntry("META-INF/NOTICE"))) {
            String notice = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            List<String> renamed =
                    jar.stream()
                            .map(JarEntry::getName)
                            .filter(name -> name.matches("dev/stint/shaded/[^/]+/"))
                            .map(name -> name.replaceFirst("/$", "").replace('/', '.'))
                            .toList();
            assertThat(renamed).isNotEmpty().allSatisfy(name -> assertThat(notice).contains(name));
        }
    }

    /** The program of the guide, compiled and run as the guide says. */
    @Test
    void jar_installsWhatACProgramNeeds() throws Exception {
        assumeTrue(NativeCode.isAvailable(), () -> NativeCode.whyNot().orElse(""));
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/pkg-config")), "no pkg-config here");
        Path prefix = folder.resolve("prefix");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String said =
                said(List.of(java, "-jar", JAR.toString(), "native", "--prefix", prefix + ""));
        assertThat(said)
                .contains(prefix.resolve("lib/libstint.so").toString())
                .contains(prefix.resolve("share/stint/stint.jar").toString())
                .contains("export PKG_CONFIG_PATH=" + prefix.resolve("lib/pkgconfig"));
        String json =
                said(
                        List.of(
                                java,
                                "-jar",
                                JAR.toString(),
                                "native",
                                "--json",
                                "--prefix",
                                prefix + ""));
        assertThat(json).startsWith("{").contains("\"files\"").endsWith("}\n");

        Path hello = Path.of("../examples/src/main/c/hello.c");
        assertThat(Files.readString(Path.of("../docs/guide/c.md")))
                .contains("```c\n" + Files.readString(hello) + "```");
        assertThat(
                        said(
                                List.of(
                                        "sh",
                                        "-c",
                                        "export PKG_CONFIG_PATH=%1$s/lib/pkgconfig; cc -Wall -Werror %2$s $(pkg-config --cflags --libs stint) -o %1$s/hello && JAVA_HOME=%3$s %1$s/hello"
                                                .formatted(
                                                        prefix,
                                                        hello,
                                                        System.getProperty("java.home")))))
                .isEqualTo("STINT_OK: 49\n");
    }

    private static String said(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void jar_onAnOlderJava_saysSoInOneLine() throws Exception {
        Path java = olderJava();
        assumeTrue(java != null, "no older JDK here");

        assertRefused(List.of(String.valueOf(java), "-jar", JAR.toString(), "version"));
        assertRefused(List.of(String.valueOf(java), "-javaagent:" + JAR, "-version"));
    }

    private static void assertRefused(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(said)
                .startsWith("stint: this is Java ")
                .endsWith("start it with the java of a JDK 25." + System.lineSeparator())
                .hasLineCount(1);
        assertThat(process.waitFor()).isEqualTo(2);
    }

    private static @Nullable Path olderJava() throws IOException {
        Path installed = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(installed)) {
            return null;
        }
        try (Stream<Path> homes = Files.list(installed)) {
            return homes.filter(home -> isOlder(home.resolve("release")))
                    .map(home -> home.resolve("bin").resolve("java"))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElse(null);
        }
    }

    private static boolean isOlder(Path release) {
        try {
            return Files.readString(release).matches("(?s).*JAVA_VERSION=\"(11|17|21)\\..*");
        } catch (IOException e) {
            return false; // no JDK
        }
    }

    @Test
    void launcherOfAnOlderJUnit_findsAndRunsTests() throws Exception {
        assertThat(launch(jars(Path.of("target", "junit-of-a-user"))))
                .isEqualTo("3 found, 3 succeeded");
    }

    @Test
    void launcherOfTheCurrentJUnit_findsAndRunsTests() throws Exception {
        List<Path> current =
                Classpath.parts(System.getProperty("java.class.path")).stream()
                        .filter(part -> part.matches(".*(junit-|opentest4j)[^/]*\\.jar"))
                        .map(Path::of)
                        .toList();

        assertThat(launch(current)).isEqualTo("3 found, 3 succeeded");
    }

    /** The jar goes first, where it would hide what comes after it. */
    private String launch(List<Path> junit) throws Exception {
        List<Path> paths = new ArrayList<>(List.of(JAR, onlyTheUsers()));
        paths.addAll(junit);
        URL[] urls = new URL[paths.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = paths.get(i).toUri().toURL();
        }
        Thread me = Thread.currentThread();
        ClassLoader before = me.getContextClassLoader();
        try (var loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            me.setContextClassLoader(loader);
            var constructor =
                    Class.forName("dev.stint.host.user.Launch", true, loader)
                            .getDeclaredConstructor();
            constructor.setAccessible(true);
            return String.valueOf(((Callable<?>) constructor.newInstance()).call());
        } finally {
            me.setContextClassLoader(before);
        }
    }

    private Path onlyTheUsers() throws IOException {
        Path classes = Path.of("target", "test-classes");
        Path to = folder.resolve("classes");
        for (Path file : files(classes.resolve("dev/stint/host/user"))) {
            Path copy = to.resolve(classes.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
        return to;
    }

    private static List<Path> jars(Path folder) throws IOException {
        return files(folder).stream().map(Path::toAbsolutePath).toList();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    // ---- sim, which needs a JUnit

    @Test
    void sim_withoutAJUnitOnTheClasspath_takesTheOneBesideTheJar() throws Exception {
        assertThat(sim(onlyTheUsers().toString())).contains("Samples#explored", "green: 20");
    }

    @Test
    void sim_withAJUnitOnTheClasspath_takesThat() throws Exception {
        String classpath =
                Stream.concat(
                                Stream.of(onlyTheUsers()),
                                jars(Path.of("target", "junit-of-a-user")).stream())
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator));

        assertThat(sim(classpath)).contains("Samples#explored", "green: 20");
    }

    private String sim(String classpath) throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path out = folder.resolve("out");
        int code =
                new ProcessBuilder(
                                java.toString(),
                                "-jar",
                                JAR.toString(),
                                "sim",
                                "--classpath",
                                classpath,
                                "dev.stint.host.user.Samples#explored")
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start()
                        .waitFor();
        String said = Files.readString(out);
        assertThat(code).as(said).isZero();
        return said;
    }
}
