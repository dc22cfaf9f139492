package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.event.DeadlockException;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One program under one seed twice, under another once; and a deadlock, found and explained. */
final class Replay implements Scene {
    private static final int SEEDS_TRIED = 1000;
    private static final int DINERS = 3;

    @Override
    public String name() {
        return "replay";
    }

    @Override
    public String claim() {
        return "a seed replays its run; a deadlock is explained";
    }

    /** What a run leaves behind. */
    private record Run(String order, long hash) {}

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        long seed = stage.seed();
        Run first = run(seed);
        Run again = run(seed);
        Run other = run(seed + 1);
        findings.note(describe(seed, first));
        findings.note(describe(seed, again));
        findings.note(describe(seed + 1, other));
        findings.expect(first.equals(again), "two runs under one seed differ");
        findings.expect(first.hash() != other.hash(), "two seeds gave one run");
        findDeadlock(seed, findings);
    }

    private static String describe(long seed, Run run) {
        return "seed %s  order %s  trace %016x".formatted(Text.seed(seed), run.order(), run.hash());
    }

    // ---- a program whose order is left to the scheduler

    private Run run(long seed) throws Exception {
        try (var scheduler = Stage.open(this, c -> c.withWorkers(3).withSeed(seed))) {
            String order = scheduler.<String>run(() -> race(scheduler));
            return new Run(order, scheduler.traceHash());
        }
    }

    private static String race(Scheduler scheduler) throws InterruptedException {
        var order = new StringBuilder(); // no lock: under a seed one thread runs everything
        List<Task<?>> runners = new ArrayList<>();
        for (char name = 'a'; name <= 'h'; name++) {
            char me = name;
            runners.add(
                    scheduler
                            .root()
                            .spawn(
                                    String.valueOf(me),
                                    () -> {
                                        Stint.yield();
                                        order.append(me);
                                        Stint.sleep(Duration.ofMillis(1));
                                        order.append(me);
                                    }));
        }
        for (Task<?> runner : runners) {
            runner.await();
        }
        return order.toString();
    }

    // ---- a program that deadlocks in some orders only

    private void findDeadlock(long from, Findings findings) throws Exception {
        for (int tried = 1; tried <= SEEDS_TRIED; tried++) {
            long seed = from + tried - 1; // may wrap round, which does no harm
            String report = dine(seed);
            if (report != null) {
                findings.expect(report.equals(dine(seed)), "the deadlock was not replayed");
                report.lines().forEach(findings::note);
                findings.number("seedsTried", tried);
                findings.figure("deadlock under seed " + Text.seed(seed) + ", found again");
                return;
            }
        }
        findings.failed("no deadlock under " + SEEDS_TRIED + " seeds");
    }

    /** A fork is held until its holder ends: who wants it waits for the one who asked before. */
    private static final class Fork {
        private final AtomicReference<@Nullable Task<?>> last = new AtomicReference<>();

        void take() throws InterruptedException {
            Task<?> before = last.getAndSet(Stint.currentTask().orElseThrow());
            if (before != null) {
                before.await();
            }
        }
    }

    /** The report if the diners starve, null if all have eaten. */
    private @Nullable String dine(long seed) throws Exception {
        try (var scheduler = Stage.open(this, c -> c.withWorkers(2).withSeed(seed))) {
            scheduler.run(() -> dine(scheduler));
            return null;
        } catch (DeadlockException e) {
            return e.getMessage();
        }
    }

    private static void dine(Scheduler scheduler) throws InterruptedException {
        List<Fork> forks = new ArrayList<>();
        for (int i = 0; i < DINERS; i++) {
            forks.add(new Fork());
        }
        List<Task<?>> diners = new ArrayList<>();
        for (int i = 0; i < DINERS; i++) {
            Fork left = forks.get(i);
            Fork right = forks.get((i + 1) % DINERS);
            diners.add(
                    scheduler
                            .root()
                            .spawn(
                                    "diner " + (i + 1),
                                    () -> {
                                        left.take();
                                        Stint.yield();
                                        right.take();
                                    }));
        }
        for (Task<?> diner : diners) {
            diner.await();
        }
    }
}
