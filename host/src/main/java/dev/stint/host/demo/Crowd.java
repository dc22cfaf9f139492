package dev.stint.host.demo;

import dev.stint.event.SchedulerSnapshot;
import java.time.Duration;

/** Tasks of all kinds, on all workers, for some of the time. */
final class Crowd implements Scene {
    private static final double SHARE = 0.25;

    @Override
    public String name() {
        return "crowd";
    }

    @Override
    public String claim() {
        return "every task spawned ends, all counts exact";
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        Duration duration = stage.part(SHARE);
        try (var scheduler = Stage.open(this, c -> c.withWorkers(Stage.workers()))) {
            SchedulerSnapshot start = scheduler.snapshot();
            long begun = System.nanoTime();
            var bustle = new Bustle(scheduler, stage.seed());
            var all = bustle.begin(duration);
            if (!stage.watch(scheduler, all, duration.plus(stage.patience()))) {
                findings.failed("it had not ended " + stage.patience().toSeconds() + " s late");
                return;
            }
            long nanos = System.nanoTime() - begun;
            long total = all.await();
            findings.expect(
                    scheduler.drain(stage.patience()).complete(), "the scheduler did not drain");
            SchedulerSnapshot end = scheduler.snapshot();
            stage.conclude(start, end, nanos);
            bustle.check(findings, total, end.finished());
            findings.expectEqual("tasks still active", end.activeTasks(), 0);
            findings.number("tasksPerSecond", Text.perSecond(total, nanos));
            findings.figure(
                    Text.number(total) + " tasks, " + Text.rate(total, nanos) + " per second");
        }
    }
}
