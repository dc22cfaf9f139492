package dev.stint.verify.foreign;

import dev.stint.Scheduler;
import dev.stint.config.Cores;
import dev.stint.config.Profile;
import dev.stint.config.SchedulerConfig;
import dev.stint.event.TaskSnapshot;
import dev.stint.verify.foreign.Scenario.Where;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs a scenario under seeds, each twice, and on threads, with both kinds of core. */
final class Trial {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration CLOSING = Duration.ofSeconds(5);
    private static final int SEEDED_WORKERS = 3;
    private static final List<Integer> WORKERS = List.of(2, 4, 1);

    private final Scenario scenario;

    Trial(Scenario scenario) {
        this.scenario = scenario;
    }

    /** The first thing that is wrong, with what is needed to see it again; null if nothing is. */
    @Nullable String judge(int seeds, int repeats) throws InterruptedException {
        for (Where where : scenario.places()) {
            for (Cores cores : Cores.values()) {
                String found = underSeeds(where, cores, seeds);
                if (found == null) {
                    found = onThreads(where, cores, repeats);
                }
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private @Nullable String underSeeds(Where where, Cores cores, int seeds)
            throws InterruptedException {
        if (!scenario.seedable()) {
            return null;
        }
        for (long seed = 0; seed < seeds; seed++) {
            long drawn = seed;
            UnaryOperator<SchedulerConfig> config =
                    c -> c.withSeed(drawn).withWorkers(SEEDED_WORKERS).withCores(cores);
            String title = "%s in %s, %s cores, seed %d".formatted(scenario, where, cores, seed);
            var once = new Run(where, config);
            var again = new Run(where, config);
            String found = once.go();
            if (found == null) {
                found = again.go();
            }
            if (found == null && once.hash != again.hash) {
                found = "the same seed gave two runs";
            }
            if (found != null) {
                return title + ": " + found;
            }
        }
        return null;
    }

    private @Nullable String onThreads(Where where, Cores cores, int repeats)
            throws InterruptedException {
        for (int i = 0; i < repeats; i++) {
            int workers = WORKERS.get(i % WORKERS.size());
            String found = new Run(where, c -> c.withWorkers(workers).withCores(cores)).go();
            if (found != null) {
                return "%s in %s, %s cores, %d threads, run %d: %s"
                        .formatted(scenario, where, cores, workers, i, found);
            }
        }
        return null;
    }

    /** One run on a scheduler of its own, by a thread of its own that may get stuck. */
    private final class Run {
        private final Where where;
        private final UnaryOperator<SchedulerConfig> config;
        private final AtomicReference<@Nullable Scheduler> opened = new AtomicReference<>();
        private volatile @Nullable Throwable thrown;
        volatile long hash;

        Run(Where where, UnaryOperator<SchedulerConfig> config) {
            this.where = where;
            this.config = config;
        }

        @Nullable String go() throws InterruptedException {
            var runner = new Thread(this::run, "foreign " + scenario);
            runner.setDaemon(true);
            runner.start();
            if (!runner.join(PATIENCE)) {
                return "stuck after " + PATIENCE + dump(runner);
            }
            return thrown == null ? null : inWords(thrown);
        }

        private void run() {
            try (var scheduler =
                    Scheduler.open(
                            c ->
                                    config.apply(
                                            c.withProfile(Profile.CLUSTER)
                                                    .withCloseTimeout(CLOSING)))) {
                opened.set(scheduler);
                boolean seeded = scheduler.config().seed().isPresent();
                var place = new Place(scheduler, where == Where.TASK, seeded);
                if (where == Where.TASK) {
                    scheduler.run(() -> scenario.body().run(place));
                } else {
                    scenario.body().run(place);
                }
                if (Thread.interrupted()) {
                    throw new AssertionError("an interrupt was left over");
                }
                if (!scheduler.tenant().ledger().isBalanced()) {
                    throw new AssertionError("the books do not balance");
                }
                hash = seeded ? scheduler.traceHash() : 0;
            } catch (Throwable e) {
                thrown = e;
            }
        }

        private String dump(Thread runner) {
            var text = new StringBuilder();
            Scheduler scheduler = opened.get();
            if (scheduler != null) {
                text.append(TaskSnapshot.toLines(scheduler.snapshot().tasks()));
            }
            text.append("\n  ").append(runner.getName());
            for (StackTraceElement frame : runner.getStackTrace()) {
                text.append("\n    at ").append(frame);
            }
            return text.toString();
        }
    }

    private static String inWords(Throwable e) {
        var text = new StringBuilder();
        for (Throwable t = e; t != null; t = t.getCause()) {
            text.append(text.isEmpty() ? "" : "\n  because of ").append(t);
            for (StackTraceElement frame : t.getStackTrace()) {
                if (frame.getClassName().startsWith("dev.stint.verify")) {
                    text.append("\n    at ").append(frame);
                }
            }
        }
        return text.toString();
    }
}
