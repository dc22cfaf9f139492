package dev.stint.verify.hostile.programs;

import dev.stint.Scheduler;
import dev.stint.verify.hostile.Canaries;
import dev.stint.verify.hostile.Finding;
import dev.stint.verify.hostile.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Runs one program after another beside a victim, and asks the oracles after each. */
final class Siege {
    private static final String HOME = Siege.class.getPackageName().replace('.', '/') + "/tenant/";
    private static final List<String> TENANT =
            List.of("Act", "Acts", "Alike", "Functions", "Lying", "Odd", "Values");

    /** So late the victim may come, beyond the machine and what others had of it. */
    private static final Duration LATE = Duration.ofSeconds(1);

    /** So long after its deadline an attacker may end, in our own time. */
    private static final Duration OVERDUE = Duration.ofMillis(1_500);

    private static final double MOST_NANOS_AN_OP = 1_000;
    private static final long MOST_BYTES_A_BYTE = 2;

    /** Below this, what is not paid may be the victim's, the compiler's or a class loader's. */
    private static final long UNNOTICED_NANOS = 100_000_000;

    private static final long UNNOTICED_BYTES = 8 << 20;

    /** For so long is seen what is used while nobody attacks. */
    private static final Duration CALM = Duration.ofMillis(500);

    private static final int TRIES = 3;
    private static final int TOLD = 12;

    private final Scheduler scheduler;
    private final Victim victim;
    private final Flaw flaw;
    private final Canaries canaries;
    private final Queue<String> panics;
    private final Catalogue catalogue;
    private final Map<String, byte[]> tenantFiles = tenantFiles();
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final Map<String, Double> nanosAnOp = new HashMap<>();

    Siege(Scheduler scheduler, Victim victim, Flaw flaw, Canaries canaries, Queue<String> panics)
            throws IOException {
        this.scheduler = scheduler;
        this.victim = victim;
        this.flaw = flaw;
        this.canaries = canaries;
        this.panics = panics;
        this.catalogue = Catalogue.ofTenant();
    }

    /** The classes that attackers' programs are made of, with those that are nested in them. */
    static Map<String, byte[]> tenantFiles() throws IOException {
        var files = new HashMap<String, byte[]>();
        for (String each : TENANT) {
            byte[] outer = file(HOME + each);
            files.put(HOME + each, outer);
            var nested = ClassFile.of().parse(outer).findAttribute(Attributes.nestMembers());
            if (nested.isPresent()) {
                for (ClassEntry member : nested.get().nestMembers()) {
                    files.put(member.asInternalName(), file(member.asInternalName()));
                }
            }
        }
        return files;
    }

    private static byte[] file(String name) throws IOException {
        try (InputStream in = Siege.class.getResourceAsStream('/' + name + ".class")) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    Map<String, Long> counts() {
        return counts;
    }

    List<String> worst() {
        return nanosAnOp.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(TOLD)
                .map(e -> String.format(Locale.ROOT, "%,8.0f ns/op: %s", e.getValue(), e.getKey()))
                .toList();
    }

    private void count(String what, long more) {
        counts.merge(what, more, Long::sum);
    }

    List<Finding> attempt(long seed) throws InterruptedException {
        return attempt(Program.of(seed, catalogue));
    }

    List<Finding> attempt(Program program) throws InterruptedException {
        count("programs", 1);
        int all = (1 << program.calls().size()) - 1;
        var findings = new ArrayList<Finding>();
        victim.report();
        Attack.Result result = attack(program, all);
        if (result.refused() != null) {
            count("refused", 1);
            return findings;
        }
        count("calls", program.calls().size());
        count("ended by " + result.end(), 1);
        for (String what : wrongWith(result)) {
            findings.add(finding(program, all, what));
        }
        if (result.ended() != null && costly(result, 0) != null) {
            confirm(program, findings);
        }
        return findings;
    }

    /**
     * From a thread of its own: what is opened and never ends stays open there, and does not become
     * the parent of what comes next.
     */
    private Attack.Result attack(Program program, int mask) throws InterruptedException {
        var attack =
                new FutureTask<>(() -> new Attack(program, mask, flaw, tenantFiles).run(scheduler));
        var thread = new Thread(attack, "besieger");
        thread.setDaemon(true);
        thread.start();
        try {
            return attack.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("attack of seed " + program.seed() + " failed", e);
        }
    }

    private List<String> wrongWith(Attack.Result result) {
        var wrong = new ArrayList<String>();
        Duration ended = result.ended();
        if (ended == null) {
            wrong.add("the attacker has not ended long after its deadline");
        } else if (ended.compareTo(Attack.DEADLINE.plus(OVERDUE)) > 0) {
            wrong.add("the attacker has ended after " + ended.toMillis() + " ms");
        }
        if (!result.balanced() || !victim.isBalanced()) {
            wrong.add("the books do not balance");
        }
        Victim.Report report = victim.report();
        count("rounds of the victim", report.rounds());
        if (report.wrong() > 0) {
            wrong.add("the victim has reckoned wrongly");
        }
        if (report.late() > LATE.toNanos()) {
            wrong.add("the victim came late by " + report.late() / 1_000_000 + " ms");
        }
        wrong.addAll(canaries.broken());
        for (String each = panics.poll(); each != null; each = panics.poll()) {
            wrong.add(each);
        }
        if (result.end().equals("SchedulerBug")) {
            wrong.add("a SchedulerBug");
        }
        return wrong;
    }

    /**
     * What was used and not paid; null if nothing much.
     *
     * @param calm see {@link #calm}
     */
    static @Nullable String costly(Attack.Result result, double calm) {
        Usage used = result.used();
        long its = its(result, calm);
        double nanos = nanosAnOp(result, calm);
        if (its > UNNOTICED_NANOS && nanos > MOST_NANOS_AN_OP) {
            return String.format(
                    Locale.ROOT,
                    "%,.0f ns for an operation, %,d ms in all",
                    nanos,
                    its / 1_000_000);
        }
        long paid = result.spent().memory();
        long unnoticed = UNNOTICED_BYTES + PriceTrial.UNNOTICED_BYTES_A_CALL * result.spent().ops();
        if (used.bytes() > unnoticed + MOST_BYTES_A_BYTE * paid) {
            return String.format(
                    Locale.ROOT, "%,d KB allocated, %,d paid", used.bytes() >> 10, paid >> 10);
        }
        return null;
    }

    /** Processor time that the attacker used, without what is used anyway while time passes. */
    private static long its(Attack.Result result, double calm) {
        return result.used().nanos() - (long) (calm * result.passed().toNanos());
    }

    private static double nanosAnOp(Attack.Result result, double calm) {
        return (double) its(result, calm) / Math.max(1, result.spent().ops());
    }

    /**
     * How many processors the victim, the monitor and the clocks keep busy while nobody attacks. An
     * attacker that only waits has much of that beside it and pays for few operations.
     */
    private static double calm() throws InterruptedException {
        Usage before = Attack.now();
        long begun = System.nanoTime();
        Thread.sleep(CALM);
        return (double) Attack.now().since(before).nanos() / (System.nanoTime() - begun);
    }

    /** Each call alone, several times: what is left is its own. */
    private void confirm(Program program, List<Finding> findings) throws InterruptedException {
        double calm = calm();
        for (int i = 0; i < program.calls().size(); i++) {
            String costly = "";
            for (int left = TRIES; left > 0 && costly != null; left--) {
                Attack.Result alone = attack(program, 1 << i);
                costly = costly(alone, calm);
                note(program.calls().get(i), alone, calm);
            }
            if (costly != null) {
                findings.add(finding(program, 1 << i, costly));
            }
        }
        victim.report();
    }

    private void note(String call, Attack.Result result, double calm) {
        if (its(result, calm) > UNNOTICED_NANOS) {
            double nanos = nanosAnOp(result, calm);
            nanosAnOp.merge(call.substring(0, Math.min(150, call.length())), nanos, Math::min);
        }
    }

    private static Finding finding(Program program, int mask, String what) {
        var calls = new ArrayList<String>();
        for (int i = 0; i < program.calls().size(); i++) {
            if ((mask & (1 << i)) != 0) {
                calls.add(program.calls().get(i));
            }
        }
        String members =
                calls.stream()
                        .map(each -> each.replaceFirst(", .*", ""))
                        .reduce((x, y) -> x + " and " + y)
                        .orElse("");
        String kind = what.replaceAll("[\\d,.]+", "N");
        boolean isOfOneCall = Integer.bitCount(mask) == 1;
        return new Finding(
                program.seed(),
                isOfOneCall ? kind + ": " + members : kind,
                what + ": " + calls,
                Map.of(Program.NAME, program.file()));
    }
}
