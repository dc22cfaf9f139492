package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.island.IslandSnapshot;
import dev.stint.island.Link;
import dev.stint.island.RealtimeIsland;
import dev.stint.island.StageConfig;
import dev.stint.task.Action;
import dev.stint.tenant.Tenant;
import java.time.Duration;

/**
 * A sound pipeline of 10 ms beside tenants that take what they can get: for a minute of virtual
 * time, or, with a number of seconds as argument, on threads.
 */
public final class SoundIsland {
    /** 10 ms at 48 kHz. */
    private static final int SAMPLES = 480;

    private static float last; // what the filter remembers
    private static float peak; // the loudest that the sink has heard

    private SoundIsland() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(7))) {
                hogs(scheduler, SoundIsland::sometimes);
                report(play(scheduler, Duration.ofMinutes(1)));
            }
        } else {
            try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
                hogs(scheduler, SoundIsland::always);
                report(play(scheduler, Duration.ofSeconds(Long.parseLong(args[0]))));
            }
        }
    }

    private static IslandSnapshot play(Scheduler scheduler, Duration time) throws Exception {
        // tag::island
        Link<float[]> raw = Link.of("raw", 2, () -> new float[SAMPLES]);
        Link<float[]> soft = Link.of("soft", 2, () -> new float[SAMPLES]);
        Link<float[]> mixed = Link.of("mixed", 2, () -> new float[SAMPLES]);
        Duration each = Duration.ofMillis(1);
        RealtimeIsland sound =
                scheduler.openIsland(
                        i ->
                                i.withName("sound")
                                        .withPeriod(Duration.ofMillis(10))
                                        .withDeadline(Duration.ofMillis(8))
                                        .withStage(
                                                StageConfig.of("source", each, n -> tone(n, raw))
                                                        .withWrites(raw))
                                        .withStage(
                                                StageConfig.of(
                                                                "filter",
                                                                each,
                                                                n -> filter(raw, soft))
                                                        .withReads(raw)
                                                        .withWrites(soft))
                                        .withStage(
                                                StageConfig.of("mixer", each, n -> mix(soft, mixed))
                                                        .withReads(soft)
                                                        .withWrites(mixed))
                                        .withStage(
                                                StageConfig.of("sink", each, n -> hear(mixed))
                                                        .withReads(mixed)));
        scheduler.run(() -> Stint.sleep(time));
        IslandSnapshot seen = sound.snapshot();
        sound.close();
        // end::island
        return seen;
    }

    private static void report(IslandSnapshot seen) {
        System.out.println(
                seen.order()
                        + ": "
                        + seen.activations()
                        + " activations, "
                        + seen.misses()
                        + " misses, "
                        + seen.skipped()
                        + " left out, "
                        + seen.overruns()
                        + " overruns, "
                        + seen.blocks()
                        + " waits");
        if (seen.measured() > 0) {
            System.out.println(
                    "worst: "
                            + seen.worstBytes()
                            + " bytes in "
                            + seen.measured()
                            + " measured, begins after "
                            + seen.worstStart().toNanos() / 1_000
                            + " us, ends after "
                            + seen.worstResponse().toNanos() / 1_000
                            + " us");
        }
    }

    // ---- the stages: nothing waits, and nothing is made

    private static void tone(long activation, Link<float[]> to) {
        float[] samples = to.slot();
        for (int i = 0; i < SAMPLES; i++) {
            samples[i] = (float) Math.sin((activation * SAMPLES + i) * 0.0576);
        }
        to.publish();
    }

    private static void filter(Link<float[]> from, Link<float[]> to) {
        float[] in = from.next();
        float[] out = to.slot();
        for (int i = 0; i < SAMPLES; i++) {
            last += 0.2f * (in[i] - last);
            out[i] = last;
        }
        from.release();
        to.publish();
    }

    private static void mix(Link<float[]> from, Link<float[]> to) {
        float[] in = from.next();
        float[] out = to.slot();
        for (int i = 0; i < SAMPLES; i++) {
            out[i] = 0.5f * in[i] + 0.5f * in[SAMPLES - 1 - i];
        }
        from.release();
        to.publish();
    }

    private static void hear(Link<float[]> from) {
        for (float sample : from.next()) {
            peak = Math.max(peak, sample);
        }
        from.release();
    }

    // ---- the others

    private static void hogs(Scheduler scheduler, Action what) {
        for (int i = 0; i < 4; i++) {
            String name = "hog " + i;
            Tenant hog = scheduler.openTenant(t -> t.withName(name));
            hog.root().spawn(name, what);
        }
    }

    /** Virtual time passes only while nobody runs. */
    private static void sometimes() throws InterruptedException {
        while (true) {
            for (int done = 0; done < 20_000; done += 1_000) {
                Stint.checkpoint(1_000);
            }
            Stint.sleep(Duration.ofMillis(3));
        }
    }

    private static void always() throws InterruptedException {
        while (true) {
            Stint.checkpoint(1_000);
        }
    }
}
