package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What others get: a project outside of this one, built by Maven, offline, against a repository
 * that has our artifacts as they are installed, and run with the agent. The build runs this when
 * the jars are there, and not with the other tests.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class InstalledTest {
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir private Path folder;

    private record Ran(int code, String said) {}

    @Test
    void project_outside_isBuiltAndRunsWithTheAgent() throws Exception {
        assumeTrue(hasMaven(), "no mvn on the path");
        Path repository = folder.resolve("repository");
        linkOthers(local(), repository);
        install(repository, "parent", ROOT.resolve("pom.xml"), List.of());
        install(repository, "bom", ROOT.resolve("bom/pom.xml"), List.of());
        for (String module : List.of("hooks", "runtime", "weave", "agent")) {
            Path jar = ROOT.resolve(module + "/target/stint-" + module + "-" + VERSION + ".jar");
            assumeTrue(Files.exists(jar), "this build has made no jar of " + module);
            install(repository, module, ROOT.resolve(module + "/pom.xml"), List.of(jar));
        }
        Path project = writeProject();

        Ran built =
                run(
                        project,
                        List.of(
                                "mvn",
                                "-B",
                                "-o",
                                "-q",
                                "-Dmaven.repo.local=" + repository,
                                "compile",
                                "dependency:build-classpath",
                                "-Dmdep.outputFile=classpath.txt"));
        assertThat(built.code).as(built.said).isZero();
        Ran ran =
                run(
                        project,
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-javaagent:" + jarIn(repository, "agent"),
                                "-cp",
                                "target/classes:"
                                        + Files.readString(project.resolve("classpath.txt"))
                                                .strip(),
                                "app.Main"));
        assertThat(ran.said).isEqualTo("hello from task 'greeter'" + System.lineSeparator());
        assertThat(ran.code).isZero();
    }

    /** As Maven lays out its local repository. */
    private static void install(Path repository, String name, Path pom, List<Path> jars)
            throws IOException {
        Path place = Files.createDirectories(jarIn(repository, name).getParent());
        Files.copy(pom, place.resolve("stint-" + name + "-" + VERSION + ".pom"));
        for (Path jar : jars) {
            Files.copy(jar, place.resolve(jar.getFileName()));
        }
    }

    private static Path jarIn(Path repository, String name) {
        return repository.resolve(
                "dev/stint/stint-%1$s/%2$s/stint-%1$s-%2$s.jar".formatted(name, VERSION));
    }

    private static Path local() {
        return Path.of(System.getProperty("user.home"), ".m2", "repository");
    }

    /** What the project needs of others is taken from where this build has it. */
    private static void linkOthers(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> all = Files.list(from)) {
            for (Path one : all.toList()) {
                Path there = to.resolve(one.getFileName());
                if (one.endsWith("dev")) {
                    linkOthers(one, there);
                } else if (!one.endsWith("stint")) {
                    Files.createSymbolicLink(there, one);
                }
            }
        }
    }

    private Path writeProject() throws IOException {
        Path project = Files.createDirectories(folder.resolve("app"));
        Files.writeString(
                project.resolve("pom.xml"),
                """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>app</groupId>
                  <artifactId>app</artifactId>
                  <version>1</version>
                  <properties>
                    <maven.compiler.release>25</maven.compiler.release>
                    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
                  </properties>
                  <dependencyManagement>
                    <dependencies>
                      <dependency>
                        <groupId>dev.stint</groupId>
                        <artifactId>stint-bom</artifactId>
                        <version>%s</version>
                        <type>pom</type>
                        <scope>import</scope>
                      </dependency>
                    </dependencies>
                  </dependencyManagement>
                  <dependencies>
                    <dependency>
                      <groupId>dev.stint</groupId>
                      <artifactId>stint-runtime</artifactId>
                    </dependency>
                  </dependencies>
                  <build>
                    <pluginManagement>
                      <plugins>
                        <plugin>
                          <artifactId>maven-compiler-plugin</artifactId>
                          <version>3.16.0</version>
                        </plugin>
                        <plugin>
                          <artifactId>maven-resources-plugin</artifactId>
                          <version>3.5.0</version>
                        </plugin>
                        <plugin>
                          <artifactId>maven-dependency-plugin</artifactId>
                          <version>3.11.0</version>
                        </plugin>
                      </plugins>
                    </pluginManagement>
                  </build>
                </project>
                """
                        .formatted(VERSION));
        Path source = Files.createDirectories(project.resolve("src/main/java/app"));
        Files.writeString(
                source.resolve("Main.java"),
                """
                package app;

                import dev.stint.Scheduler;
                import dev.stint.Stint;

                public class Main {
                    public static void main(String[] args) throws Exception {
                        try (var scheduler = Scheduler.open()) {
                            scheduler.runInNursery(
                                    nursery -> {
                                        var task = nursery.spawn("greeter", Main::greet);
                                        System.out.println(task.await());
                                    });
                        }
                    }

                    static String greet() {
                        return "hello from task '" + Stint.currentTask().orElseThrow().name() + "'";
                    }
                }
                """);
        return project;
    }

    private boolean hasMaven() throws Exception {
        try {
            return run(folder, List.of("mvn", "-v")).code == 0;
        } catch (IOException e) {
            return false; // none on the path
        }
    }

    private static Ran run(Path where, List<String> command)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(where.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.redirectErrorStream(true).start();
        String said;
        try (Stream<String> lines = process.inputReader(StandardCharsets.UTF_8).lines()) {
            said =
                    String.join(
                            "",
                            lines.filter(line -> !line.startsWith("WARNING:"))
                                    .map(line -> line + System.lineSeparator())
                                    .toList());
        }
        return new Ran(process.waitFor(), said);
    }
}
