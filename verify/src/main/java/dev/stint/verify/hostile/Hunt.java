package dev.stint.verify.hostile;

import dev.stint.verify.linear.Checks;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
    private static final int MOST_KINDS = 1_000;

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

    /** Opens what tries the seeds. */
    @FunctionalInterface
    public interface Opening {
        Hunter open() throws IOException;
    }

    /**
     * What the main method of a hunter does, by the arguments of {@code ./stint verify}: minutes,
     * where 0 is all that there is to try; a seed; whether only that is tried; and the file for the
     * figures, if they are wanted. The hunter stays open: what is stuck in it would hold this up.
     *
     * @return the code to exit with
     */
    public static int serve(String option, String[] args, Opening opening)
            throws InterruptedException, IOException {
        double minutes = Double.parseDouble(args[0]);
        long seed = Long.parseLong(args[1]);
        PrintStream told = System.out;
        System.setOut(silent()); // what tenants print
        Hunter hunter = opening.open();
        var hunt = new Hunt(option, hunter, told);
        List<Finding> found;
        if (Boolean.parseBoolean(args[2])) {
            found = hunt.replay(seed);
        } else if (minutes > 0) {
            found = hunt.run(seed, length(minutes));
        } else {
            found = hunt.all(hunter.all());
        }
        told.println(hunt.summary(seed));
        if (args.length > 3) {
            Files.writeString(Path.of(args[3]), hunt.json(seed));
        }
        return found.isEmpty() ? Checks.HELD : Checks.FOUND;
    }

    private static PrintStream silent() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    private static Duration length(double minutes) {
        return Duration.ofMillis(Math.round(60_000 * minutes));
    }

    /**
     * Hunts in silence, as one proof among others: with a defect planted, it must be found.
     *
     * @param symptom a word of what is then said; empty if nothing is planted
     * @return the code to exit with
     */
    public static int check(String option, Hunter hunter, String symptom, Duration length)
            throws InterruptedException, IOException {
        var hunt = new Hunt(option, hunter, silent());
        List<Finding> found = hunt.run(System.nanoTime(), length);
        found.forEach(each -> System.out.println("seed " + each.seed() + ": " + each.what()));
        boolean isShown = found.stream().anyMatch(each -> each.what().contains(symptom));
        return isShown ? Checks.FOUND : Checks.HELD;
    }

    private List<Finding> all(long seeds) throws InterruptedException, IOException {
        long told = begun;
        for (long seed = 0; seed < seeds; seed++) {
            replay(seed);
            told = tellSometimes(told);
        }
        return findings;
    }

    private long tellSometimes(long told) {
        if (System.nanoTime() - told <= BETWEEN_LINES.toNanos()) {
            return told;
        }
        out.println(progress());
        return System.nanoTime();
    }

    /** Tries seeds until the time is up or there are very many kinds of findings. */
    public List<Finding> run(long firstSeed, Duration length)
            throws InterruptedException, IOException {
        var seeds = new Draw(firstSeed);
        long told = begun;
        do {
            replay(seeds.seed());
            told = tellSometimes(told);
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
