package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import dev.stint.SmallJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * [attack:A4] Whatever a tenant puts into each other millions of times, and however it has the JDK
 * call it back, no stack overflows inside the JDK: the task is ended before, or pays, or is
 * refused.
 */
@Timeout(600)
class DeepJdkTest {
    private static final int MANY = 600_000;

    /** So many were in the attack that has broken the JDK. */
    private static final int REPORTED = 2_500_000;

    private static final String HEAD =
            """
            package acme;
            /* */ import java.util.*; import java.util.concurrent.*; import java.util.function.*;
            import java.util.concurrent.atomic.AtomicReference; import java.util.stream.*;
            @SuppressWarnings("all")
            public class %s {
                static final int MANY = %d;
                record Pair(Object a, Object b) {}
                static boolean run(Runnable r) { r.run(); return true; }
                static Throwable suppressing(Throwable t) {
                    Throwable s = new Exception();
                    s.addSuppressed(t);
                    return s;
                }
                static Object reads(java.io.InputStream s) {
                    try { return s.read(); } catch (java.io.IOException e) { return e; }
                }
                static Object reads(java.io.Reader s) {
                    try { return s.read(); } catch (java.io.IOException e) { return e; }
                }
                static Object asked(Callable<Object> c) throws Exception {
                    try {
                        Object answer = c.call();
                        return answer == null ? "null" : "an answer";
                    } catch (StackOverflowError e) {
                        return "" + e;
                    }
                }
            """;

    private static final String VICTIM =
            """
                public static Object look() {
                    String s = String.format("%s %d %.3f %x %tY", "a", 1, 1.5, 255,
                            java.time.LocalDate.of(2026, 1, 2));
                    s += List.of(1, 2).stream().map(x -> "" + x).sorted().collect(
                            Collectors.joining(",", "[", "]"));
                    s += new TreeMap<>(Map.of(1, Optional.of(2))) + " " + new Pair(1, "b");
                    s += new AtomicReference<>(java.time.Duration.ofMillis(1500));
                    s += " " + new java.math.BigDecimal("1.50").pow(3).hashCode();
                    s += "a,b".split(",").length + "" + "x".replaceAll("x+", "y").matches("[y-z]*");
                    s += CompletableFuture.completedFuture(1).thenApply(x -> x + 1).join();
                    s += new ConcurrentHashMap<>(Map.of(1, 2)).merge(1, 2, Integer::sum);
                    return s;
                }
            }
            """;

    /** All take a minute or two; a share of them, with those that have broken something, less. */
    private static final boolean ALL = Boolean.getBoolean("stint.deep.all");

    private static final int SHARE = 6;
    private static final List<String> KNOWN =
            List.of(
                    "new AtomicReference<Object>(s) | s.toString()",
                    "List.of(s) | s.toString()",
                    "List.of(s) | s.hashCode()",
                    "new Exception(\"\", s) | run(() -> t.printStackTrace(new"
                            + " java.io.PrintWriter(new java.io.StringWriter())))",
                    "call back | new RuntimeException(new Failing()).toString()");

    @TempDir private Path folder;

    private final List<String> names = new ArrayList<>();
    private final SmallJar jar = new SmallJar();
    private int seen;

    private void add(String name, String body) {
        if (ALL || seen++ % SHARE == 0 || KNOWN.contains(name)) {
            String type = "A" + names.size();
            names.add(name);
            int many = name.equals(KNOWN.getFirst()) ? REPORTED : MANY;
            jar.withClass("acme." + type, HEAD.formatted(type, many) + body + "}\n");
        }
    }

    private void addNests() {
        for (DeepNests.Nest nest : DeepNests.NESTS) {
            for (String asked : nest.asked()) {
                add(
                        nest.by() + " | " + asked,
                        """
                        public static Object attack() throws Exception {
                            %1$s s = %2$s; var first = s;
                            for (int i = 0; i < MANY; i++) s = %3$s;
                            var t = s;
                            s = %2$s;
                            if (%5$s) for (int i = 0; i < MANY; i++) s = %3$s;
                            var other = s;
                            return asked(() -> %4$s);
                        }
                        """
                                .formatted(
                                        nest.type(),
                                        nest.from(),
                                        nest.by(),
                                        asked.replaceAll("(?<!%)\\bs\\b(?!\\()", "t"),
                                        asked.contains("other")));
            }
        }
    }

    private void addCallbacks() {
        for (String call : DeepNests.CALLBACKS) {
            add(
                    "call back | " + call,
                    """
                    static class Failing extends RuntimeException {
                        public String getMessage() { return "" + again(); }
                    }
                    static class Again {
                        public String toString() { return "" + again(); }
                        public int hashCode() { return (int) again(); }
                    }
                    static class Texts implements Iterable<String> {
                        public Iterator<String> iterator() {
                            return List.of("" + again()).iterator();
                        }
                    }
                    static class Elements extends AbstractList<Object> {
                        public Object get(int i) { return again(); }
                        public int size() { return 3; }
                    }
                    static Object again() {
                        try {
                            Object answer = %s;
                            return answer == null ? 1 : 2;
                        } catch (StackOverflowError e) {
                            overflow = e;
                            throw e;
                        }
                    }
                    static StackOverflowError overflow;
                    public static Object attack() throws Exception {
                        try { again(); } catch (Throwable e) { }
                        return "an answer, or " + overflow;
                    }
                    """
                            .formatted(call));
        }
    }

    @SideBySide
    @Test
    void jdk_thatRecurses_isNeverLeftBroken() throws Exception {
        addNests();
        addCallbacks();
        jar.withClass("acme.Victim", HEAD.formatted("Victim", 1) + VICTIM);

        List<String> lines = run();

        assertThat(bad(lines))
                .as("attacks that have overflown the stack or broken the JDK")
                .isEmpty();
        assertThat(lines).hasSize(names.size());
        assertThat(names).containsAll(KNOWN);
    }

    private List<String> bad(List<String> lines) {
        List<String> bad = new ArrayList<>();
        String well = lines.getFirst().split("\\|", -1)[2];
        for (String line : lines) {
            String[] parts = line.split("\\|", -1);
            if (parts.length != 3) {
                bad.add(line);
                continue;
            }
            boolean isOverflown =
                    parts[1].contains("NoClassDefFound")
                            || (parts[1].contains("StackOverflowError")
                                    && !parts[1].contains("bytes of a task")
                                    && !parts[1].contains("bytes that a task has"));
            if (isOverflown || !parts[2].equals(well) || !parts[2].startsWith("done: ")) {
                bad.add(names.get(Integer.parseInt(parts[0])) + ": " + line);
            }
        }
        return bad;
    }

    private List<String> run() throws Exception {
        Path out = folder.resolve("out.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DeepJdk.class.getName(),
                        jar.writeTo(folder.resolve("deep.jar")).toString(),
                        "" + names.size()));
        Process process =
                new ProcessBuilder(command)
                        .redirectError(folder.resolve("err.txt").toFile())
                        .redirectOutput(out.toFile())
                        .start();
        try {
            assertThat(process.waitFor(500, TimeUnit.SECONDS)).as("it has ended").isTrue();
            return Files.readAllLines(out);
        } finally {
            process.destroyForcibly();
        }
    }
}
