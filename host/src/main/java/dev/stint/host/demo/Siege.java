package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.event.SchedulerSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An honest tenant beside one hostile tenant for each thing that may be tried against it. */
final class Siege implements Scene {
    /**
     * To this we hold ourselves where nobody else uses the machine; by how much a thread that only
     * sleeps comes late is added. Nine of ten are far below; why the last are not is in
     * docs/design/fairness.md.
     */
    private static final Duration BEARABLE = Duration.ofMillis(30);

    private static final Duration MOSTLY = Duration.ofMillis(5);

    /** The same for all where others use more of the machine than {@link #QUIET}. */
    private static final Duration BEARABLE_IN_A_CROWD = Duration.ofMillis(50);

    /** Hundredths of all processors. */
    private static final long QUIET = 10;

    /** Small: with so many tenants each waits for many others, and cold code is slow. */
    private static final int SLICE = 10_000;

    private static final double SHARE = 0.5; // of the demo's time
    private static final double HIGH = 0.99;
    private static final double MOST = 0.9;

    /** In which the attackers are woven and compiled; nobody is served yet. */
    private static final Duration WARM_UP = Duration.ofSeconds(2);

    private static final Duration FRAME = Duration.ofMillis(250);

    private final TenantCode code;

    Siege(TenantCode code) {
        this.code = code;
    }

    @Override
    public String name() {
        return "siege";
    }

    @Override
    public String claim() {
        return "hostile tenants get what they were given, and the honest one its answers";
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        try (var scheduler =
                Stage.open(this, c -> c.withWorkers(Stage.workers()).withSlice(SLICE))) {
            var honest = new Honest(scheduler, code);
            List<Besieger> hostile = hostile(scheduler, findings);
            long begun = System.nanoTime();
            long until = begun + WARM_UP.plus(stage.part(SHARE)).toNanos();
            List<Thread> threads = new ArrayList<>();
            for (Besieger one : hostile) {
                threads.add(start(one.attack().name(), () -> one.besiege(until, patience(stage))));
            }
            while (since(begun) < WARM_UP.toNanos()) {
                Thread.sleep(FRAME);
                stage.screen().show(new SiegePicture(honest, hostile, since(begun)));
            }
            var neighbours = new Neighbours();
            threads.add(start("honest", () -> honest.serve(until)));
            var machine = new Latencies();
            threads.add(start("machine", () -> sleep(until, machine)));
            for (Thread thread : threads) {
                while (!thread.join(FRAME)) {
                    stage.screen().show(new SiegePicture(honest, hostile, since(begun)));
                }
            }
            long others = neighbours.percent();
            honest.finish(patience(stage));
            stage.screen().keep(new SiegePicture(honest, hostile, since(begun)));
            check(findings, scheduler, hostile);
            judge(findings, honest, machine.percentile(HIGH), others);
            findings.figure(
                    "%s attempts of %d attackers contained; %s requests, p90 %s, p99 %s"
                            .formatted(
                                    Text.number(attempts(hostile)),
                                    hostile.size(),
                                    Text.number(honest.latencies().count()),
                                    Latencies.millis(honest.latencies().percentile(MOST)),
                                    Latencies.millis(honest.latencies().percentile(HIGH))));
        }
    }

    private List<Besieger> hostile(Scheduler scheduler, Findings findings) {
        List<Besieger> all = new ArrayList<>();
        for (Attack attack : Attack.values()) {
            if (code == TenantCode.WOVEN || attack.isHarmlessUnmetered()) {
                all.add(new Besieger(attack, scheduler, code));
            } else {
                findings.failed(attack.title() + ": nothing would stop it, so it was not tried");
            }
        }
        return all;
    }

    /** Notes how late a thread comes that wants no more of the machine than to be woken. */
    private static void sleep(long until, Latencies late) throws InterruptedException {
        for (long now = System.nanoTime(); now < until; now = System.nanoTime()) {
            Thread.sleep(Honest.BETWEEN);
            late.add(System.nanoTime() - now - Honest.BETWEEN.toNanos());
        }
    }

    private static Duration patience(Stage stage) {
        return stage.patience().dividedBy(3);
    }

    private static void check(Findings findings, Scheduler scheduler, List<Besieger> hostile) {
        for (Besieger one : hostile) {
            String escaped = one.escaped();
            findings.expect(
                    escaped == null && one.attempts() > 0,
                    one.attack().title()
                            + ": "
                            + (escaped == null ? "it was never tried" : escaped));
        }
        SchedulerSnapshot end = scheduler.snapshot();
        findings.number("attacks", hostile.size());
        findings.number("attempts", attempts(hostile));
        findings.number(
                "temporaryWorkers", end.workers().stream().filter(w -> w.temporary()).count());
    }

    private static long attempts(List<Besieger> hostile) {
        return hostile.stream().mapToLong(Besieger::attempts).sum();
    }

    /**
     * Whether the honest tenant was served well.
     *
     * @param machineLate by how much a thread that only sleeps came late
     * @param others what other processes used of the machine, in hundredths
     */
    private static void judge(Findings findings, Honest honest, long machineLate, long others) {
        Latencies latencies = honest.latencies();
        findings.expectEqual("requests answered", latencies.count(), honest.asked());
        findings.expectEqual("wrong answers", honest.wrong(), 0);
        long most = latencies.percentile(MOST);
        long high = latencies.percentile(HIGH);
        expect(findings, "90", most, mostly(others).toNanos() + machineLate, others);
        expect(findings, "99", high, bearable(others).toNanos() + machineLate, others);
        findings.number("requests", latencies.count());
        findings.number("p50Micros", latencies.percentile(0.5) / 1000);
        findings.number("p90Micros", most / 1000);
        findings.number("p99Micros", high / 1000);
        findings.number("machineLateP99Micros", machineLate / 1000);
        findings.number("othersPercent", others);
        latencies.histogram().forEach(findings::note);
    }

    private static void expect(
            Findings findings, String ofHundred, long took, long bearable, long others) {
        findings.expect(
                took <= bearable,
                "%s of 100 requests took up to %s, more than %s; others used %d %% of the machine"
                        .formatted(
                                ofHundred,
                                Latencies.millis(took),
                                Latencies.millis(bearable),
                                others));
    }

    /** What a request may take at most, but for one in a hundred, where others use so much. */
    static Duration bearable(long others) {
        return others <= QUIET ? BEARABLE : BEARABLE_IN_A_CROWD;
    }

    /** The same for nine of ten. */
    static Duration mostly(long others) {
        return others <= QUIET ? MOSTLY : BEARABLE_IN_A_CROWD;
    }

    private static long since(long begun) {
        return System.nanoTime() - begun;
    }

    /** What may be interrupted. */
    private interface Work {
        void run() throws InterruptedException;
    }

    private static Thread start(String name, Work work) {
        return Thread.ofPlatform()
                .daemon()
                .name("siege-" + name)
                .start(
                        () -> {
                            try {
                                work.run();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }
}
