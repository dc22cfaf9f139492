package dev.stint.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;

/**
 * Measures what weaving costs. Unlike elsewhere, what is compared runs in the same JVM; the parts
 * have JVMs of their own, and take turns, round after round.
 */
final class WeaveSession {
    private static final long PATIENCE_MINUTES = 10;

    /** The agent's rule that has it weave the JDK, and its exit code if it cannot read a rule. */
    private static final String REWEAVE = "jdk";

    private static final int RULES_REFUSED = 2;

    private final PrintWriter progress;
    private final boolean quick;
    private final Path scratch;
    private final Set<String> failures;

    /** What goes wrong is added to the failures, a line each. */
    WeaveSession(PrintWriter progress, boolean quick, Path scratch, Set<String> failures) {
        this.progress = progress;
        this.quick = quick;
        this.scratch = scratch;
        this.failures = failures;
    }

    List<Row> run(Effort effort) throws InterruptedException {
        Map<String, Samples> all = new LinkedHashMap<>();
        Set<WeavePart> given = EnumSet.noneOf(WeavePart.class); // up
        if (agent().isEmpty()) {
            progress.println("weave: no agent in jdk-beside, and no jdk-rewoven: this is no jar");
            given.add(WeavePart.JDK_REWOVEN);
        }
        for (int round = 1; round <= effort.rounds(); round++) {
            for (WeavePart part : WeavePart.round(quick)) {
                if (!given.contains(part) && !measure(part, round, effort, all)) {
                    given.add(part);
                }
            }
        }
        return WeaveRows.of(all);
    }

    /** False if there is no use in another round of it. */
    boolean measure(WeavePart part, int round, Effort effort, Map<String, Samples> all)
            throws InterruptedException {
        progress.print(
                String.format(
                        Locale.ROOT,
                        "weave: %s, round %d of %d ...",
                        part.label(),
                        round,
                        effort.rounds()));
        progress.flush();
        long begun = System.nanoTime();
        try {
            read(measure(part, effort), all);
            progress.println(
                    String.format(Locale.ROOT, " (%.0f s)", (System.nanoTime() - begun) / 1e9));
            return true;
        } catch (NotThere e) {
            progress.println(" skipped: " + e.getMessage());
        } catch (IOException e) {
            progress.println(" failed");
            failures.add("weave: " + part.label() + ": " + e.getMessage());
        }
        return false;
    }

    /** This build cannot do it. */
    private static final class NotThere extends IOException {
        private static final long serialVersionUID = 1L;

        NotThere(String message) {
            super(message);
        }
    }

    private List<String> measure(WeavePart part, Effort effort)
            throws IOException, InterruptedException {
        Path out = scratch.resolve("weave-" + part.label() + ".txt");
        Process process =
                new ProcessBuilder(command(part, effort))
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("it did not end in " + PATIENCE_MINUTES + " minutes");
        }
        if (part == WeavePart.JDK_REWOVEN && process.exitValue() == RULES_REFUSED) {
            throw new NotThere("the agent knows no rule '" + REWEAVE + "'");
        }
        if (process.exitValue() != 0) {
            throw new IOException("its JVM failed; what it said is in " + out);
        }
        return Files.readAllLines(out);
    }

    private List<String> command(WeavePart part, Effort effort) {
        String classPath = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Jmh.flags(1));
        if (part == WeavePart.JDK_BESIDE) {
            agent().ifPresent(jar -> command.add("-javaagent:" + jar));
        }
        if (part == WeavePart.JDK_REWOVEN) {
            agent().ifPresent(jar -> command.add("-javaagent:" + jar + "=" + REWEAVE));
        }
        command.addAll(
                List.of(
                        "-cp",
                        classPath,
                        WeaveRun.class.getName(),
                        part.name(),
                        Boolean.toString(quick),
                        Integer.toString(effort.warmUps()),
                        Integer.toString(effort.size()),
                        Integer.toString(effort.iterations())));
        return command;
    }

    /** The jar that we run from, if it is an agent, as the shaded one is. */
    private static Optional<String> agent() {
        String classPath = System.getProperty("java.class.path");
        if (!classPath.endsWith(".jar") || !Files.isRegularFile(Path.of(classPath))) {
            return Optional.empty();
        }
        try (var jar = new JarFile(classPath)) {
            var manifest = jar.getManifest();
            boolean is =
                    manifest != null
                            && manifest.getMainAttributes().getValue("Premain-Class") != null;
            return is ? Optional.of(classPath) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static void read(List<String> lines, Map<String, Samples> all) {
        for (String line : lines) {
            if (line.startsWith(WeaveRun.MARK)) {
                String[] words = line.substring(WeaveRun.MARK.length()).split(" ", 3);
                all.computeIfAbsent(words[0], impl -> new Samples())
                        .add(words[1], Double.parseDouble(words[2]));
            }
        }
    }
}
