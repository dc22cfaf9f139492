package dev.stint.verify.history;

import dev.stint.verify.linear.Checks;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The checks of histories, by name. {@link #main} is what a JVM of its own runs for one. */
public final class Histories {
    private static final String PREFIX = "Histories.";

    /** A twin that needs threads to meet in a few microseconds shows it once in a thousand. */
    private static final int PATIENCE_WITH_TWINS = 10;

    private static final Map<String, Supplier<Stage>> ALL =
            Map.of(
                    PREFIX + "SeededTasks", () -> new SeededStage(new Operations()),
                    PREFIX + "SeededWithdrawalWeakened",
                            () -> new SeededStage(new Weakened.Withdrawal()),
                    PREFIX + "SeededSelectWeakened", () -> new SeededStage(new Weakened.Choice()),
                    PREFIX + "SeededCloseWeakened", () -> new SeededStage(new Weakened.Close()),
                    PREFIX + "Threads", () -> new ThreadStage(new Operations()),
                    PREFIX + "ThreadsWithdrawalWeakened",
                            () -> new ThreadStage(new Weakened.Withdrawal()),
                    PREFIX + "ThreadsSelectWeakened", () -> new ThreadStage(new Weakened.Choice()),
                    PREFIX + "ThreadsCloseWeakened", () -> new ThreadStage(new Weakened.Close()));

    /** A crowd makes hundreds of calls, a history nine. */
    private static final int A_CROWD = 50;

    private static final Map<String, Crowd> CROWDS =
            Map.of(
                    PREFIX + "MutexThreads", new Crowd(() -> new Units.OfMutex(false)),
                    PREFIX + "MutexThreadsWeakened", new Crowd(() -> new Units.OfMutex(true)),
                    PREFIX + "SemaphoreThreads", new Crowd(() -> new Units.OfSemaphore(false)),
                    PREFIX + "SemaphoreThreadsWeakened",
                            new Crowd(() -> new Units.OfSemaphore(true)));

    private Histories() {}

    /** All names, sorted. */
    public static List<String> names() {
        return Stream.concat(ALL.keySet().stream(), CROWDS.keySet().stream()).sorted().toList();
    }

    /** Arguments: the name, and two numbers, whose product is how many histories to judge. */
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[1]) * Integer.parseInt(args[2]);
        if (args[0].endsWith("Weakened")) {
            count *= PATIENCE_WITH_TWINS;
        }
        String found = judge(args[0], count);
        if (found != null) {
            System.out.println(found);
        }
        System.exit(found == null ? Checks.HELD : Checks.FOUND);
    }

    /** Judges this many histories; returns the first that cannot be explained, or null. */
    static @Nullable String judge(String name, int count) throws InterruptedException {
        Crowd crowd = CROWDS.get(name);
        if (crowd != null) {
            return judge(crowd, Math.max(1, count / A_CROWD));
        }
        Supplier<Stage> check = ALL.get(name);
        if (check == null) {
            throw new IllegalArgumentException("no check " + name + "; there are " + names());
        }
        try (Stage stage = check.get()) {
            for (long seed = 0; seed < count; seed++) {
                String found = stage.judge(seed);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static @Nullable String judge(Crowd crowd, int count) {
        String found = null;
        for (long seed = 0; seed < count && found == null; seed++) {
            found = crowd.judge(seed);
        }
        return found;
    }
}
