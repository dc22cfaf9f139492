package dev.stint.verify.hostile.files;

import dev.stint.Scheduler;
import dev.stint.verify.hostile.Finding;
import dev.stint.verify.hostile.Hunt;
import dev.stint.verify.hostile.Hunter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Batches of hostile class files, one after another. {@link #main} is what a JVM runs for it. */
public final class HostileFiles implements Hunter {
    /** What asks for it. */
    public static final String OPTION = "--hostile-files";

    private static final String PREFIX = "HostileFiles.";
    private static final Map<String, Flaw> ALL = new TreeMap<>();

    /** So many schedules, as others count them, are a second. */
    private static final int A_SECOND = 500;

    static {
        ALL.put(PREFIX + "Batches", Flaw.NONE);
        ALL.put(PREFIX + "LetsOutWeakened", Flaw.LETS_OUT);
        ALL.put(PREFIX + "LetsSetWeakened", Flaw.LETS_SET);
        ALL.put(PREFIX + "ThrowsWeakened", Flaw.THROWS);
        ALL.put(PREFIX + "DawdlesWeakened", Flaw.DAWDLES);
        ALL.put(PREFIX + "HoardsWeakened", Flaw.HOARDS);
    }

    private final Originals originals;
    private final Flaw flaw;
    private final Scheduler scheduler = Scheduler.open(c -> c.withName("hostile").withWorkers(2));
    private final Witness witness = new Witness();
    private final WovenAudit audit = new WovenAudit();
    private final Tally tally = new Tally();

    HostileFiles(Originals originals, Flaw flaw) {
        this.originals = originals;
        this.flaw = flaw;
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
            try (var hunter = new HostileFiles(Originals.read(), planted)) {
                System.exit(Hunt.check(OPTION, hunter, planted.symptom(), length));
            }
        }
        System.exit(Hunt.serve(OPTION, args, () -> new HostileFiles(Originals.read(), Flaw.NONE)));
    }

    @Override
    public List<Finding> attempt(long seed) throws InterruptedException {
        return new Trial(Batch.of(seed, originals), flaw, tally).run(scheduler, witness, audit);
    }

    @Override
    public Map<String, Long> counts() {
        return tally.counts();
    }

    @Override
    public List<String> worst() {
        return tally.worst();
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
