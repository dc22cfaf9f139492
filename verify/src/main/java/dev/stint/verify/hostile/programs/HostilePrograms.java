package dev.stint.verify.hostile.programs;

import dev.stint.Scheduler;
import dev.stint.event.Event;
import dev.stint.verify.hostile.Canaries;
import dev.stint.verify.hostile.Finding;
import dev.stint.verify.hostile.Hunt;
import dev.stint.verify.hostile.Hunter;
import java.io.IOException;
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
     * Arguments: the name, and two numbers, whose product says for how long. Or those of {@link
     * Hunt#serve}.
     */
    public static void main(String[] args) throws InterruptedException, IOException {
        Flaw planted = ALL.get(args[0]);
        if (planted != null) {
            var length =
                    Duration.ofSeconds(
                            seconds(Integer.parseInt(args[1]), Integer.parseInt(args[2])));
            System.exit(
                    Hunt.check(OPTION, new HostilePrograms(planted), planted.symptom(), length));
        }
        System.exit(Hunt.serve(OPTION, args, () -> new HostilePrograms(Flaw.NONE)));
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
