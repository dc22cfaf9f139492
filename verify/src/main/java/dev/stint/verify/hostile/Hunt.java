package dev.stint.verify.hostile;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Seeds, one after another, until the time is up; what is found is kept, and told once a kind. */
public final class Hunt {
    /** Where the class files of findings go, below the working directory. */
    public static final Path FOLDER = Path.of("target", "hostile");

    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
    private static final int MOST_KINDS = 50;

    private final String option;
    private final Hunter hunter;
    private final PrintStream out;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Integer> kinds = new HashMap<>();
    private final long begun = System.nanoTime();
    private long attempts;

    /**
     * A hunt.
     *
     * @param option what asks {@code ./stint verify} for it
     * @param out where progress is told
     */
    public Hunt(String option, Hunter hunter, PrintStream out) {
        this.option = option;
        this.hunter = hunter;
        this.out = out;
    }

    /** Tries seeds until the time is up or there are very many kinds of findings. */
    public List<Finding> run(long firstSeed, Duration length)
            throws InterruptedException, IOException {
        var seeds = new Draw(firstSeed);
        long told = begun;
        do {
            replay(seeds.seed());
            if (System.nanoTime() - told > BETWEEN_LINES.toNanos()) {
                told = System.nanoTime();
                out.println(progress());
            }
        } while (System.nanoTime() - begun < length.toNanos() && kinds.size() < MOST_KINDS);
        return findings;
    }

    /** Tries one seed. */
    public List<Finding> replay(long seed) throws InterruptedException, IOException {
        noteSeed(seed);
        attempts++;
        for (Finding each : hunter.attempt(seed)) {
            if (kinds.merge(each.kind(), 1, Integer::sum) == 1) {
                findings.add(each);
                tell(each);
            }
        }
        return findings;
    }

    /** If the JVM itself dies of it, this is what tells why. */
    private void noteSeed(long seed) throws IOException {
        Files.createDirectories(FOLDER);
        Files.writeString(lastSeed(option), Long.toString(seed));
    }

    /** The file with the seed that is or was tried last. */
    public static Path lastSeed(String option) {
        return FOLDER.resolve(option.replace("--", "") + ".seed");
    }

    private void tell(Finding finding) throws IOException {
        Path folder = FOLDER.resolve(Long.toString(finding.seed()));
        for (var file : finding.files().entrySet()) {
            Path path = folder.resolve(fileName(file.getKey()) + ".class");
            Files.createDirectories(folder);
            Files.write(path, file.getValue());
        }
        out.println("FOUND " + finding.what());
        out.println("  its class files: " + folder);
        out.println("  again: ./stint verify " + option + " 1 --seed " + finding.seed());
    }

    /** A name that any file system takes. */
    private static String fileName(String className) {
        String plain = className.replaceAll("[^\\w$]", "_");
        return plain.substring(0, Math.min(80, plain.length()));
    }

    private String progress() {
        return String.format(
                Locale.ROOT,
                "%4d s: %s; %d kinds of findings",
                (System.nanoTime() - begun) / 1_000_000_000,
                counted(", "),
                kinds.size());
    }

    private String counted(String separator) {
        return hunter.counts().entrySet().stream()
                .map(each -> String.format(Locale.ROOT, "%,d %s", each.getValue(), each.getKey()))
                .collect(Collectors.joining(separator));
    }

    /** All of it, for a person. */
    public String summary(long seed) {
        var text = new StringBuilder();
        hunter.worst().forEach(line -> text.append("  ").append(line).append('\n'));
        new TreeMap<>(kinds)
                .forEach((kind, n) -> text.append("  found " + n + " times: " + kind + '\n'));
        return text.append(findings.isEmpty() ? "ok" : "FAILED")
                .append(": ")
                .append(attempts)
                .append(" attempts from seed ")
                .append(seed)
                .append("; ")
                .append(counted(", "))
                .append("; ")
                .append(kinds.size())
                .append(" kinds of findings")
                .toString();
    }

    /** The same for a program. */
    public String json(long seed) {
        String counts =
                hunter.counts().entrySet().stream()
                        .map(each -> "\"%s\": %d".formatted(each.getKey(), each.getValue()))
                        .collect(Collectors.joining(", "));
        String found =
                findings.stream()
                        .map(
                                each ->
                                        "{\"seed\": %d, \"times\": %d, \"what\": %s}"
                                                .formatted(
                                                        each.seed(),
                                                        kinds.get(each.kind()),
                                                        quoted(each.what())))
                        .collect(Collectors.joining(", "));
        return "{\"ok\": %s, \"seed\": %d, \"attempts\": %d, \"counts\": {%s}, \"findings\": [%s]}%n"
                .formatted(findings.isEmpty(), seed, attempts, counts, found);
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ")
                + '"';
    }
}
