package dev.stint.weave.agent;

import dev.stint.SmallJar;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Starts applications with the agent, each in a JVM of its own. */
abstract class AgentedJvm {
    @TempDir Path folder;
    Path agent;

    /** As in the jar that is shipped, but with the classes where the build has put them. */
    @BeforeEach
    void makeAgent() {
        String classpath =
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .filter(part -> !part.isEmpty() && !part.contains("test-classes"))
                        .map(part -> Path.of(part).toUri().toString())
                        .collect(Collectors.joining(" "));
        agent =
                new SmallJar()
                        .withManifest("Premain-Class", Agent.class.getName())
                        .withManifest("Agent-Class", Agent.class.getName())
                        .withManifest("Class-Path", classpath)
                        .writeTo(folder.resolve("agent.jar"));
    }

    record Ran(int code, String out, String err) {}

    Ran java(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xshare:auto");
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(arguments);
        File out = folder.resolve("out.txt").toFile();
        File err = folder.resolve("err.txt").toFile();
        int code =
                new ProcessBuilder(command)
                        .redirectOutput(out)
                        .redirectError(err)
                        .start()
                        .waitFor();
        return new Ran(code, Files.readString(out.toPath()), Files.readString(err.toPath()));
    }

    Ran run(String rules, SmallJar app) throws IOException, InterruptedException {
        return java(
                List.of(
                        "-javaagent:" + agent + (rules.isEmpty() ? "" : "=" + rules),
                        "-jar",
                        app.writeTo(folder.resolve("app.jar")).toString()));
    }

    static SmallJar app(String members, String main) {
        return new SmallJar()
                .withManifest("Main-Class", "app.Main")
                .withClass(
                        "app.Main",
                        "package app; public class Main { "
                                + members
                                + " public static void main(String[] args) throws Exception { "
                                + main
                                + " } }");
    }
}
