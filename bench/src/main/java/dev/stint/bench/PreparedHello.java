package dev.stint.bench;

import dev.stint.language.Script;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The first hello of a host that has prepared itself for scripts, in a JVM of its own: how long
 * after its first text there is a result.
 */
final class PreparedHello {
    private static final int RUNS = 5;

    private PreparedHello() {}

    public static void main(String[] args) {
        Script.prepare();
        try (var scripts = new StintScripts()) {
            System.out.println(LanguageBench.hello(scripts, 0));
        }
    }

    /** The median of some JVMs. */
    static double millis() throws IOException, InterruptedException {
        var hellos = new Samples();
        for (int i = 0; i < RUNS; i++) {
            hellos.add(Figure.TIME, once());
        }
        return hellos.median(Figure.TIME);
    }

    private static double once() throws IOException, InterruptedException {
        var command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-XX:+UseParallelGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PreparedHello.class.getName());
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String said;
        try (var out = process.getInputStream()) {
            said = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
        if (process.waitFor() != 0) {
            throw new IOException("a host that prepares itself for scripts failed: " + said);
        }
        return Double.parseDouble(said);
    }
}
