package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.nursery.Nursery;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.IntUnaryOperator;

/** Tenants of unequal weight want the only worker, with loops without an end; one comes later. */
final class Shares implements Scene {
    /** Of the demo's time, for each half. */
    private static final double PART = 0.08;

    private static final Duration SHORTEST = Duration.ofMillis(300);
    private static final Duration FRAME = Duration.ofMillis(100);
    private static final int LOOPS = 3; // of each tenant: more do not help it

    /** How far from its share each may be, in hundredths of the worker. */
    private static final long BEARABLE = 5;

    private static final Budget EACH = new Budget(1L << 50, 1 << 30, 0, 0, 0);
    private static final Budget ALL = new Budget(1L << 52, 1L << 34, 10, 0, 0);

    private final IntUnaryOperator given;

    Shares() {
        this(IntUnaryOperator.identity());
    }

    /** One that gives tenants another weight than it says, for a test. */
    Shares(IntUnaryOperator given) {
        this.given = given;
    }

    @Override
    public String name() {
        return "shares";
    }

    @Override
    public String claim() {
        return "who wants all gets its share, and no more";
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        Duration half = stage.part(PART).compareTo(SHORTEST) < 0 ? SHORTEST : stage.part(PART);
        try (var scheduler = Stage.open(this, c -> c.withWorkers(1))) {
            var rivals = new ArrayList<Rival>();
            rivals.add(join(scheduler, "one", 1, stage));
            rivals.add(join(scheduler, "three", 3, stage));
            var log = new ShareLog();
            play(stage, findings, rivals, half, log);
            rivals.add(join(scheduler, "later", 4, stage));
            play(stage, findings, rivals, half, log);
            stage.screen().keep(log.picture());
            log.picture().rows(Ink.PLAIN).forEach(findings::note);
            findings.number("millis", 2 * half.toMillis());
            findings.figure(log.picture().totals());
            rivals.forEach(each -> each.tenant().close());
        }
    }

    /** One of them, and what it has done so far. */
    record Rival(String name, int weight, Tenant tenant) {
        long ops() {
            return tenant.usage().ops();
        }
    }

    private Rival join(Scheduler scheduler, String name, int weight, Stage stage) throws Exception {
        Tenant tenant =
                scheduler.openTenant(t -> t.withName(name).withWeight(given.applyAsInt(weight)));
        Nursery nursery = tenant.nursery(n -> n.withBudget(ALL).withChildBudget(EACH));
        for (int i = 0; i < LOOPS; i++) {
            Class<?> loop = TenantCode.WOVEN.load(TenantCode.PACKAGE + "Loops$Endless");
            Runnable made = TenantCode.make(loop, Runnable.class);
            nursery.spawn(name, made::run);
        }
        var rival = new Rival(name, weight, tenant);
        long until = System.nanoTime() + stage.patience().toNanos();
        while (rival.ops() == 0) {
            if (System.nanoTime() > until) {
                throw new TimeoutException("tenant '" + name + "' to begin");
            }
            Thread.sleep(1);
        }
        return rival;
    }

    /** Watches them for a while, and judges what each had of it. */
    private static void play(
            Stage stage, Findings findings, List<Rival> rivals, Duration time, ShareLog log)
            throws InterruptedException {
        int all = rivals.stream().mapToInt(Rival::weight).sum();
        log.begin(rivals);
        long until = System.nanoTime() + time.toNanos();
        do {
            Thread.sleep(FRAME);
            log.look();
            stage.screen().show(log.picture());
        } while (System.nanoTime() < until);
        for (Rival each : rivals) {
            long fair = Math.round(100.0 * each.weight() / all);
            long had = log.sinceBegin(each);
            findings.number(each.name() + "Of" + rivals.size(), had);
            findings.expect(
                    Math.abs(had - fair) <= BEARABLE,
                    "tenant '%s' of weight %d had %d %% of the worker, and its share is %d %%"
                            .formatted(each.name(), each.weight(), had, fair));
        }
    }
}
