package dev.stint.verify.hostile.programs;

import dev.stint.Scheduler;
import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.Finding;
import dev.stint.verify.hostile.Hunt;
import dev.stint.verify.hostile.Hunter;
import dev.stint.weave.MeteredClassLoader;
import dev.stint.weave.WeaveRefusedException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * The audit of prices: each member that the surface opens, called as a tenant's code with values of
 * growing size and odd shape, and what that took and allocated against what was paid. {@link #main}
 * is what a JVM runs for it.
 *
 * <p>A seed names a member, by its place in the catalogue, then how large the values are, and draws
 * the values. So the seeds from 0 on go through all of them.
 */
public final class PriceAudit implements Hunter {
    /** What asks for it. */
    public static final String OPTION = "--prices";

    /** How often each member is tried in a whole audit, each size in turn. */
    private static final int ROUNDS = 8;

    private static final int TRIES = 3;

    /** How often values are drawn, until some can be made. */
    private static final int DRAWS = 6;

    /** Nothing is wrong, but nothing was tried. */
    private static final String UNMADE = "";

    private static final int TOLD = 20;

    /** So many programs share a loader, and with it the classes that make their values. */
    private static final int OF_A_LOADER = 64;

    /** How far one has come with a member; more is better. */
    private enum Reach {
        REFUSED("refused when woven"),
        UNMADE("whose values could not be made"),
        WAITED("that only waited or took long"),
        THREW("that only threw"),
        LACKED("without an argument"),
        CALLED("called in earnest");

        private final String inWords;

        Reach(String inWords) {
            this.inWords = inWords;
        }
    }

    private final Catalogue catalogue = Catalogue.ofTenant();
    private final List<Member> members = catalogue.all();
    private final Flaw flaw;
    private final Map<String, byte[]> tenantFiles = Siege.tenantFiles();
    private final Map<Member, Reach> reached = new HashMap<>();
    private final Map<String, Double> nanosAnOp = new HashMap<>();
    private final Map<String, byte[]> programs = new HashMap<>();
    private @Nullable MeteredClassLoader loader;
    private Scheduler scheduler = open();
    private long trials;

    PriceAudit(Flaw flaw) throws IOException {
        this.flaw = flaw;
    }

    /** With one worker, so that a task finds itself on one thread. */
    private static Scheduler open() {
        return Scheduler.open(
                c -> c.withName("audit").withWorkers(1).withCloseTimeout(Duration.ofSeconds(2)));
    }

    /** How many members there are. */
    int size() {
        return members.size();
    }

    /** The member that a seed names. */
    Member member(long seed) {
        return members.get((int) Math.floorMod(seed, (long) members.size()));
    }

    @Override
    public List<Finding> attempt(long seed) throws InterruptedException {
        Member member = member(seed);
        if (reached.get(member) == Reach.WAITED) {
            return List.of(); // once is enough
        }
        for (int k = 0; k < DRAWS; k++) {
            List<Finding> found = attempt(member, seed, k);
            if (found != null) {
                return found;
            }
        }
        return List.of();
    }

    /** Null if the values that are drawn cannot be made, and others are to be tried. */
    private @Nullable List<Finding> attempt(Member member, long seed, int redrawn)
            throws InterruptedException {
        long round = Math.floorDiv(seed, (long) members.size());
        var draw = new Draw(seed ^ (long) redrawn << 48);
        var writer = new ProgramWriter(catalogue, draw, () -> size(draw, round));
        String name = Program.NAME + programs.size();
        byte[] file = writer.write(name, member);
        Class<?> program = load(name, file);
        if (program == null) {
            reached.merge(member, Reach.REFUSED, PriceAudit::further);
            return null;
        }
        String wrong = UNMADE;
        for (int left = TRIES; left > 0 && wrong != null; left--) {
            wrong = wrongWith(member, program, writer);
            if (UNMADE.equals(wrong)) {
                return null;
            }
        }
        return wrong == null
                ? List.of()
                : List.of(
                        new Finding(
                                seed,
                                wrong.replaceAll("[\\d,.]+", "N") + ": " + member,
                                wrong + ": " + writer.told(),
                                Map.of(name, file)));
    }

    private static Reach further(Reach one, Reach other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Small in the first round, large in the fourth, and again. */
    private static int size(Draw draw, long round) {
        return switch ((int) Math.floorMod(round, 4L)) {
            case 0 -> draw.below(12);
            case 1 -> draw.from(60, 300);
            case 2 -> draw.from(1_000, 4_000);
            default -> draw.oneIn(8) ? draw.from(100_000, 300_000) : draw.from(15_000, 40_000);
        };
    }

    private @Nullable Class<?> load(String name, byte[] file) {
        MeteredClassLoader into = loader;
        if (into == null || programs.size() >= OF_A_LOADER) {
            programs.clear();
            into =
                    MeteredClassLoader.of(
                            "audited",
                            each ->
                                    Optional.ofNullable(
                                            programs.getOrDefault(each, tenantFiles.get(each))),
                            flaw.surface(),
                            PriceAudit.class.getClassLoader());
        }
        loader = into;
        programs.put(name.replace('.', '/'), file);
        try {
            Class<?> program = into.loadClass(name);
            return program.getMethods().length > 0 ? program : null; // links what these name
        } catch (WeaveRefusedException | NoClassDefFoundError e) {
            return null;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("a program that is not there", e);
        }
    }

    /**
     * From a thread of its own: what is opened and never ends stays open there, and does not become
     * the parent of what comes next.
     */
    private PriceTrial.Result trial(Class<?> program, boolean isDeep) throws InterruptedException {
        var trial = new FutureTask<>(() -> new PriceTrial(program, isDeep).run(scheduler));
        var thread = new Thread(trial, "auditor");
        thread.setDaemon(true);
        thread.start();
        try {
            return trial.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a trial failed", e);
        }
    }

    /** What is wrong with a trial; null if nothing is. */
    private @Nullable String wrongWith(Member member, Class<?> program, ProgramWriter writer)
            throws InterruptedException {
        trials++;
        PriceTrial.Result result = trial(program, writer.hasDeepValue());
        if (result.end() == null) {
            scheduler = open(); // the old one is left to what never ends
            return "it has not ended long after its deadline";
        }
        if (!result.hasValues()) {
            reached.merge(member, Reach.UNMADE, PriceAudit::further);
            return UNMADE;
        }
        Reach reach =
                result.fresh() == null
                        ? Reach.WAITED
                        : !result.hasReturned()
                                ? Reach.THREW
                                : writer.lacksValue() ? Reach.LACKED : Reach.CALLED;
        reached.merge(member, reach, PriceAudit::further);
        String wrong = wrongWith(member, result.fresh(), "with fresh values");
        if (wrong == null) {
            wrong = wrongWith(member, result.many(), "of many");
        }
        note(member, result.fresh());
        note(member, result.many());
        return wrong;
    }

    private static @Nullable String wrongWith(
            Member member, PriceTrial.@Nullable Reading reading, String kind) {
        if (reading == null) {
            return null;
        }
        if (reading.isHeavy()) {
            return String.format(
                    Locale.ROOT,
                    "%,d bytes allocated a call, %,d paid, %s",
                    reading.bytes() / reading.calls(),
                    reading.memory() / reading.calls(),
                    kind);
        }
        if (reading.isSlow() && !member.mayWait()) {
            return String.format(
                    Locale.ROOT,
                    "%,.0f ns for an operation, %,d us a call, %s",
                    reading.nanosAnOp(),
                    reading.nanos() / reading.calls() / 1_000,
                    kind);
        }
        return null;
    }

    private void note(Member member, PriceTrial.@Nullable Reading reading) {
        if (reading != null && reading.nanos() > PriceTrial.UNNOTICED_NANOS) {
            nanosAnOp.merge(member.toString(), reading.nanosAnOp(), Math::max);
        }
    }

    /** See {@link Hunt#serve}. */
    public static void main(String[] args) throws InterruptedException, IOException {
        PrintStream told = System.err;
        System.setErr( // what tenants log
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            System.exit(Hunt.serve(OPTION, args, () -> new PriceAudit(Flaw.NONE)));
        } finally {
            System.setErr(told); // it has failed
        }
    }

    @Override
    public long all() {
        return (long) ROUNDS * size();
    }

    @Override
    public Map<String, Long> counts() {
        var counts = new LinkedHashMap<String, Long>();
        counts.put("trials", trials);
        counts.put("members", (long) reached.size());
        var reaches = new EnumMap<Reach, Long>(Reach.class);
        reached.values().forEach(each -> reaches.merge(each, 1L, Long::sum));
        reaches.forEach((reach, n) -> counts.put(reach.inWords, n));
        return counts;
    }

    /** The slowest, and those that were not called in earnest. */
    @Override
    public List<String> worst() {
        var lines = new ArrayList<String>();
        nanosAnOp.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(TOLD)
                .map(e -> String.format(Locale.ROOT, "%,8.0f ns/op: %s", e.getValue(), e.getKey()))
                .forEach(lines::add);
        reached.forEach(
                (member, reach) -> {
                    if (reach != Reach.CALLED) {
                        lines.add(reach.inWords + ": " + member);
                    }
                });
        return lines;
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
