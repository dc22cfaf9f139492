package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.config.SysmonConfig;
import dev.stint.env.Faults;
import dev.stint.env.Xoshiro256;
import dev.stint.event.Event;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.WorkerSnapshot;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** Workers are killed at random points of the scheduler's own code while they work. */
final class Panic implements Scene {
    private static final double SHARE = 0.1;

    private final int oneIn;

    Panic() {
        this(2000);
    }

    /** Kills at one in so many points. */
    Panic(int oneIn) {
        this.oneIn = oneIn;
    }

    @Override
    public String name() {
        return "panic";
    }

    @Override
    public String claim() {
        return "workers are killed at random, nothing is lost";
    }

    /** Kills whoever comes by, now and then. */
    private static final class Killer implements Faults {
        private final Xoshiro256[] chance; // one per worker, so that none waits for another
        private final int oneIn;
        private final AtomicLong kills = new AtomicLong();

        Killer(long seed, int workers, int oneIn) {
            this.oneIn = oneIn;
            chance = new Xoshiro256[workers];
            Arrays.setAll(chance, i -> new Xoshiro256(seed + i));
        }

        @Override
        public void at(Point point, int worker) {
            if (chance[worker].nextInt(oneIn) == 0) {
                kills.incrementAndGet();
                throw new Error("killed on purpose at " + point);
            }
        }
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        Duration duration = stage.part(SHARE);
        var killer = new Killer(stage.seed(), Stage.workers(), oneIn);
        var announced = new AtomicLong();
        // No temporary workers: those who are killed must do the work themselves.
        Scheduler scheduler =
                Stage.open(
                        this,
                        c ->
                                c.withWorkers(Stage.workers())
                                        .withSysmon(SysmonConfig.defaults().withMaxTemporary(0))
                                        .withFaults(killer)
                                        .withSink(event -> count(event, announced)));
        var bustle = new Bustle(scheduler, stage.seed());
        long total;
        try (scheduler) {
            var all = bustle.begin(duration);
            if (!stage.watch(scheduler, all, duration.plus(stage.patience()))) {
                findings.failed("it had not ended " + stage.patience().toSeconds() + " s late");
                return;
            }
            total = all.await();
            findings.expect(
                    scheduler.drain(stage.patience()).complete(), "the scheduler did not drain");
        }
        // Closed, because workers that rest are killed, too: none is from here on.
        SchedulerSnapshot end = scheduler.snapshot();
        check(findings, end, killer.kills.get(), announced);
        bustle.check(findings, total, end.finished());
        findings.figure(
                Text.number(total)
                        + " tasks, "
                        + Text.number(announced.get())
                        + " workers restarted");
    }

    private static void check(
            Findings findings, SchedulerSnapshot end, long kills, AtomicLong announced) {
        long counted = end.workers().stream().mapToLong(WorkerSnapshot::panics).sum();
        findings.number("kills", kills);
        findings.number("restarts", counted);
        findings.expect(counted > 0, "no worker was killed");
        // A worker that is struck again before it gets to its next step dies once.
        findings.expect(
                counted <= kills, counted + " restarts were counted, but only " + kills + " kills");
        findings.expectEqual("restarts announced", announced.get(), counted);
    }

    private static void count(Event event, AtomicLong announced) {
        if (event instanceof Event.WorkerPanicked) {
            announced.incrementAndGet();
        }
    }
}
