package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A program that sleeps for a day, under a seed. */
final class Hours implements Scene {
    private static final Duration DAY = Duration.ofHours(24);
    private static final Duration REAL_LIMIT = Duration.ofSeconds(2);

    /** How often, and how long each time; not all of them meet at the same moments. */
    private record Sleeper(String name, int times, Duration each) {
        Duration total() {
            return each.multipliedBy(times);
        }
    }

    private static final List<Sleeper> SLEEPERS =
            List.of(
                    new Sleeper("night", 1, Duration.ofHours(8)),
                    new Sleeper("minutes", 24 * 60, Duration.ofMinutes(1)),
                    new Sleeper("odd", 97, Duration.ofNanos(777_777_777_777L)));

    @Override
    public String name() {
        return "time";
    }

    @Override
    public String claim() {
        return "24 virtual hours pass at once, to the nanosecond";
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        long begun = System.nanoTime();
        try (var scheduler = Stage.open(this, c -> c.withWorkers(2).withSeed(stage.seed()))) {
            long clock = scheduler.<Long>run(() -> sleepAll(scheduler, findings));
            long real = System.nanoTime() - begun;
            findings.expectEqual("the clock at the end, in ns,", clock, DAY.toNanos());
            findings.expect(
                    real < REAL_LIMIT.toNanos(), "it took " + Text.seconds(real) + " of real time");
            findings.number("virtualNanos", clock);
            findings.number("realMicros", real / 1000);
            findings.figure("24 h in " + real / 1_000_000 + " ms");
        }
    }

    private static long sleepAll(Scheduler scheduler, Findings findings)
            throws InterruptedException {
        List<Task<Long>> tasks = new ArrayList<>();
        for (Sleeper sleeper : SLEEPERS) {
            tasks.add(scheduler.root().<Long>spawn(sleeper.name(), () -> sleep(sleeper)));
        }
        for (int i = 0; i < tasks.size(); i++) {
            Sleeper sleeper = SLEEPERS.get(i);
            findings.expectEqual(
                    "ns slept by '" + sleeper.name() + "'",
                    tasks.get(i).await(),
                    sleeper.total().toNanos());
        }
        return Stint.nanoTime();
    }

    private static long sleep(Sleeper sleeper) throws InterruptedException {
        long begun = Stint.nanoTime();
        for (int i = 0; i < sleeper.times(); i++) {
            Stint.sleep(sleeper.each());
        }
        return Stint.nanoTime() - begun;
    }
}
