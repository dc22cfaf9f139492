package dev.stint.verify.soak;

import dev.stint.config.Cores;
import dev.stint.verify.linear.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rounds, one after another, until the time is up or one has found something. */
public final class Soak {
    private static final String PREFIX = "Soak.";
    private static final List<Integer> WORKERS = List.of(2, 4, 16);
    private static final Duration ROUND = Duration.ofSeconds(3);

    /** So many schedules, as others count them, are a second. */
    private static final int A_SECOND = 500;

    /** What is planted in which twin; a name without one has nothing planted. */
    private static final Map<String, Flaw> ALL = new TreeMap<>();

    static {
        ALL.put(PREFIX + "Everything", Flaw.NONE);
        ALL.put(PREFIX + "DropsAMessageWeakened", Flaw.DROPS_A_MESSAGE);
        ALL.put(PREFIX + "DoublesAMessageWeakened", Flaw.DOUBLES_A_MESSAGE);
        ALL.put(PREFIX + "LetsTwoInWeakened", Flaw.LETS_TWO_IN);
        ALL.put(PREFIX + "KeepsTheLockWeakened", Flaw.KEEPS_THE_LOCK);
        ALL.put(PREFIX + "LeaksAPermitWeakened", Flaw.LEAKS_A_PERMIT);
        ALL.put(PREFIX + "LosesATaskWeakened", Flaw.LOSES_A_TASK);
    }

    private final long seed;
    private final Duration length;
    private final Flaw flaw;
    private final boolean isTold;
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private int rounds;

    private Soak(long seed, Duration length, Flaw flaw, boolean isTold) {
        this.seed = seed;
        this.length = length;
        this.flaw = flaw;
        this.isTold = isTold;
    }

    /** All names, sorted. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** How many seconds a check takes, as others count schedules. */
    public static long seconds(int scenarios, int schedules) {
        return Math.max(2, (long) scenarios * schedules / A_SECOND);
    }

    /**
     * Arguments: the name, and two numbers, whose product says for how long. Or: minutes, a seed,
     * and the file for the figures, if they are wanted.
     */
    public static void main(String[] args) throws InterruptedException, IOException {
        Flaw planted = ALL.get(args[0]);
        if (planted != null) {
            long seconds = seconds(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
            var soak = new Soak(System.nanoTime(), Duration.ofSeconds(seconds), planted, false);
            List<String> found = soak.run();
            found.forEach(System.out::println);
            System.exit(found.isEmpty() ? Checks.HELD : Checks.FOUND);
        }
        var minutes = Duration.ofMillis(Math.round(60_000 * Double.parseDouble(args[0])));
        var soak = new Soak(Long.parseLong(args[1]), minutes, Flaw.NONE, true);
        List<String> found = soak.run();
        found.forEach(System.out::println);
        System.out.println(soak.summary(found));
        if (args.length > 2) {
            Files.writeString(Path.of(args[2]), soak.json(found));
        }
        System.exit(found.isEmpty() ? Checks.HELD : Checks.FOUND);
    }

    private List<String> run() throws InterruptedException {
        long begun = System.nanoTime();
        var seeds = new Draw(seed);
        while (true) {
            var round = next(seeds, begun);
            if (round == null) {
                return List.of();
            }
            Round.Result result = round.run();
            rounds++;
            result.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
            if (isTold) {
                tell(round, result);
            }
            if (!result.problems().isEmpty()) {
                var found = new ArrayList<String>();
                result.problems().forEach(problem -> found.add(round + ": " + problem));
                return found;
            }
        }
    }

    /**
     * The next round, as long as there is time for, but at least a second; null if there is none.
     */
    private @Nullable Round next(Draw seeds, long begun) {
        long left = length.toNanos() - (System.nanoTime() - begun);
        if (left <= 0 && rounds > 0) {
            return null;
        }
        Cores[] kinds = Cores.values();
        Cores cores = kinds[rounds % kinds.length];
        int workers = WORKERS.get(rounds / kinds.length % WORKERS.size());
        long nanos = Math.clamp(left, Duration.ofSeconds(1).toNanos(), ROUND.toNanos());
        return new Round(seeds.seed(), cores, workers, Duration.ofNanos(nanos), flaw);
    }

    private void tell(Round round, Round.Result result) {
        long sum = result.counts().values().stream().mapToLong(Long::longValue).sum();
        System.out.printf(
                Locale.ROOT,
                "round %d, %s: %,d operations%s%n",
                rounds,
                round,
                sum,
                result.problems().isEmpty() ? "" : ", WRONG");
    }

    private String summary(List<String> found) {
        return counts.entrySet().stream()
                .map(
                        each ->
                                String.format(
                                        Locale.ROOT,
                                        "  %-16s %,15d",
                                        each.getKey(),
                                        each.getValue()))
                .collect(
                        Collectors.joining(
                                "\n",
                                "\n",
                                "\n%s: %d rounds from seed %d; %s"
                                        .formatted(
                                                found.isEmpty() ? "ok" : "FAILED",
                                                rounds,
                                                seed,
                                                found.isEmpty()
                                                        ? "nothing lost, nothing doubled, nothing"
                                                                + " stuck"
                                                        : found.size() + " problems")));
    }

    private String json(List<String> found) {
        String operations =
                counts.entrySet().stream()
                        .map(each -> "\"%s\": %d".formatted(each.getKey(), each.getValue()))
                        .collect(Collectors.joining(", "));
        return "{\"ok\": %s, \"seed\": %d, \"rounds\": %d, \"problems\": %d, \"operations\": {%s}}%n"
                .formatted(found.isEmpty(), seed, rounds, found.size(), operations);
    }
}
