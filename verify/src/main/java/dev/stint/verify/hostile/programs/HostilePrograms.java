package dev.stint.verify.hostile.programs;

import dev.stint.Scheduler;
import dev.stint.event.Event;
import dev.stint.verify.hostile.Canaries;
import dev.stint.verify.hostile.Finding;
import dev.stint.verify.hostile.Hunt;
import dev.stint.verify.hostile.Hunter;
import dev.stint.verify.linear.Checks;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Attackers' programs, one after another. {@link #main} is what a JVM runs for it. */
public final class HostilePrograms implements Hunter {
    /** What asks for it. */
    public static final String OPTION = "--hostile-programs";

    private static final String PREFIX = "HostilePrograms.";
    private static final Map<String, Flaw> ALL = new TreeMap<>();

    /** So many schedules, as others count them, are a second. */
    private static final int A_SECOND = 500;

    static {
        ALL.put(PREFIX + "Attacks", Flaw.NONE);
        ALL.put(PREFIX + "MisreckonsWeakened", Flaw.MISRECKONS);
        ALL.put(PREFIX + "ComesLateWeakened", Flaw.COMES_LATE);
        ALL.put(PREFIX + "NeverEndsWeakened", Flaw.NEVER_ENDS);
        ALL.put(PREFIX + "UnpaidWeakened", Flaw.UNPAID);
        ALL.put(PREFIX + "BreaksTheJdkWeakened", Flaw.BREAKS_THE_JDK);
        ALL.put(PREFIX + "CooksTheBooksWeakened", Flaw.COOKS_THE_BOOKS);
    }

    private final Siege siege;
    private final Queue<String> panics = new ConcurrentLinkedQueue<>();
    private final Scheduler scheduler;
    private final Victim victim;

    HostilePrograms(Flaw flaw) throws IOException {
        scheduler =
                Scheduler.open(
                        c ->
                                c.withName("hostile")
                                        .withWorkers(2)
                                        .withCloseTimeout(Duration.ofSeconds(5))
                                        .withSink(this::hear));
        victim = new Victim(scheduler, flaw);
        var canaries = new Canaries();
        if (flaw == Flaw.BREAKS_THE_JDK) {
            canaries.spoil();
        }
        siege = new Siege(scheduler, victim, flaw, canaries, panics);
    }

    private void hear(Event event) {
        if (event instanceof Event.WorkerPanicked panicked) {
            panics.add("a worker died: " + panicked.error());
        }
    }

    /** All names, sorted. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** How many seconds a check takes, as others count schedules. */
    public static long seconds(int scenarios, int schedules) {
        return Math.max(5, (long) scenarios * schedules / A_SECOND);
    }

    /**
     * Arguments: the name, and two numbers, whose product says for how long. Or: minutes, a seed,
     * whether only that seed is tried, and the file for the figures, if they are wanted.
     */
    public static void main(String[] args) throws InterruptedException, IOException {
        Flaw planted = ALL.get(args[0]);
        if (planted != null) {
            long seconds = seconds(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
            System.exit(check(planted, Duration.ofSeconds(seconds)));
        }
        long seed = Long.parseLong(args[1]);
        var hunter = new HostilePrograms(Flaw.NONE); // not closed: what is stuck would hold it up
        var hunt = new Hunt(OPTION, hunter, System.out);
        var length = Duration.ofMillis(Math.round(60_000 * Double.parseDouble(args[0])));
        List<Finding> found =
                Boolean.parseBoolean(args[2]) ? hunt.replay(seed) : hunt.run(seed, length);
        System.out.println(hunt.summary(seed));
        if (args.length > 3) {
            Files.writeString(Path.of(args[3]), hunt.json(seed));
        }
        System.exit(found.isEmpty() ? Checks.HELD : Checks.FOUND);
    }

    private static int check(Flaw planted, Duration length)
            throws InterruptedException, IOException {
        var silent =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var hunt = new Hunt(OPTION, new HostilePrograms(planted), silent);
        List<Finding> found = hunt.run(System.nanoTime(), length);
        found.forEach(each -> System.out.println("seed " + each.seed() + ": " + each.what()));
        boolean isShown =
                planted == Flaw.NONE
                        ? !found.isEmpty()
                        : found.stream().anyMatch(f -> f.what().contains(planted.symptom()));
        return isShown ? Checks.FOUND : Checks.HELD;
    }

    @Override
    public List<Finding> attempt(long seed) throws InterruptedException {
        return siege.attempt(seed);
    }

    List<Finding> attempt(Program program) throws InterruptedException {
        return siege.attempt(program);
    }

    @Override
    public Map<String, Long> counts() {
        return siege.counts();
    }

    @Override
    public List<String> worst() {
        return siege.worst();
    }

    @Override
    public void close() {
        victim.close();
        scheduler.close();
    }
}
