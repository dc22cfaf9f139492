package dev.stint.verify.soak;

import dev.stint.Scheduler;
import dev.stint.config.Cores;
import dev.stint.config.Profile;
import dev.stint.event.TaskSnapshot;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.nursery.Policy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One round: a fresh scheduler, all exercises at once, everything drawn from a seed. Real threads
 * make no two runs equal, but what is tried is.
 */
record Round(long seed, Cores cores, int workers, Duration length, Flaw flaw) {
    private static final int OUTSIDE = 3;

    /** Every so many rounds two threads do nothing but lock: they leave little for others. */
    private static final int HOT_ROUNDS = 3;

    /** So long after its end nobody may be left. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The same, where somebody is left on purpose. */
    private static final Duration LITTLE_PATIENCE = Duration.ofSeconds(5);

    private static final Duration CLOSING = Duration.ofSeconds(10);

    /**
     * What came of a round.
     *
     * @param counts how many operations of each kind came to their end
     * @param problems what is wrong; empty if nothing is
     */
    record Result(Map<String, Long> counts, List<String> problems) {}

    Result run() throws InterruptedException {
        var draw = new Draw(seed);
        Scheduler scheduler =
                Scheduler.open(
                        c ->
                                c.withName("soak")
                                        .withProfile(Profile.CLUSTER)
                                        .withCores(cores)
                                        .withWorkers(workers)
                                        .withCloseTimeout(CLOSING));
        var stage = new Stage(scheduler, flaw);
        List<Exercise> exercises = exercises(stage, draw);
        var crew = new Crew(stage);
        Nursery nursery = scheduler.nursery(n -> n.withName("crew").withPolicy(Policy.runAll()));
        exercises.forEach(each -> each.start(nursery));
        for (Exercise each : exercises) {
            for (int i = 0; i < each.keepers(); i++) {
                var own = new Draw(draw.seed());
                nursery.spawn("keeper of " + each.name(), () -> crew.keep(each, own));
            }
        }
        List<Thread> threads = threads(crew, exercises, draw);
        LockSupport.parkNanos(length.toNanos());
        stage.end();
        if (hasEnded(nursery, threads, exercises, stage)) {
            audit(exercises, stage);
            close(scheduler, stage);
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        exercises.forEach(each -> counts.put(each.name(), each.done()));
        return new Result(counts, stage.problems());
    }

    private List<Exercise> exercises(Stage stage, Draw draw) {
        return List.of(
                new Channels(stage),
                new Locks(stage, draw.oneIn(HOT_ROUNDS)),
                new Conditions(stage),
                new Semaphores(stage),
                new Latches(stage),
                new Rates(stage),
                new Pools(stage),
                new Watches(stage),
                new Broadcasts(stage),
                new Ordered(stage),
                new Actors(stage),
                new Supervisors(stage, draw.seed()),
                new Nurseries(stage),
                new Executors(stage),
                new Timers(stage));
    }

    private static List<Thread> threads(Crew crew, List<Exercise> exercises, Draw draw) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < OUTSIDE; i++) {
            var own = new Draw(draw.seed());
            threads.add(new Thread(() -> crew.roam(exercises, own), "outside " + i));
        }
        var roaming = List.copyOf(threads);
        var own = new Draw(draw.seed());
        threads.add(new Thread(() -> crew.pester(roaming, own), "pesters"));
        for (Exercise each : exercises) {
            for (Runnable action : each.outside()) {
                threads.add(new Thread(action, each.name()));
            }
        }
        for (Thread thread : threads) {
            thread.setDaemon(true);
            thread.start();
        }
        return threads;
    }

    /** Tells all that it is over, again and again; false if somebody does not end. */
    private boolean hasEnded(
            Nursery nursery, List<Thread> threads, List<Exercise> exercises, Stage stage) {
        var closer = new Thread(() -> close(nursery, stage), "closes the crew");
        closer.setDaemon(true);
        closer.start();
        Duration patience = flaw == Flaw.NONE ? PATIENCE : LITTLE_PATIENCE;
        long begun = System.nanoTime();
        while (closer.isAlive() || threads.stream().anyMatch(Thread::isAlive)) {
            exercises.forEach(Exercise::stop);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            if (System.nanoTime() - begun > patience.toNanos()) {
                stage.wrong(
                        "stuck "
                                + patience.toSeconds()
                                + " s after its end"
                                + dump(stage, threads));
                return false;
            }
        }
        return true;
    }

    private static void close(Nursery nursery, Stage stage) {
        try {
            if (nursery.awaitAll() instanceof NurseryResult.ChildFailed failed) {
                stage.wrong(failed.first().who() + " failed: " + inWords(failed.first().cause()));
            }
        } catch (InterruptedException e) {
            stage.wrong("interrupted while the crew was closed");
        }
    }

    private static void audit(List<Exercise> exercises, Stage stage) {
        for (Exercise each : exercises) {
            try {
                each.audit(each::wrong);
            } catch (Exception | AssertionError e) {
                each.wrong("its audit threw " + inWords(e));
            }
        }
        if (!stage.scheduler().tenant().ledger().isBalanced()) {
            stage.wrong("the books of the scheduler do not balance");
        }
    }

    private static void close(Scheduler scheduler, Stage stage) {
        try {
            scheduler.close();
        } catch (RuntimeException e) {
            stage.wrong("the scheduler did not close: " + e);
        }
    }

    /** Who waits for what, and where the threads outside are. */
    private static String dump(Stage stage, List<Thread> threads) {
        var text = new StringBuilder(TaskSnapshot.toLines(stage.scheduler().snapshot().tasks()));
        for (Thread thread : threads) {
            if (thread.isAlive()) {
                text.append("\n  ").append(thread.getName());
                for (StackTraceElement frame : thread.getStackTrace()) {
                    text.append("\n    at ").append(frame);
                }
            }
        }
        return text.toString();
    }

    static String inWords(Throwable e) {
        var text = new StringBuilder(e.toString());
        for (StackTraceElement frame : e.getStackTrace()) {
            if (frame.getClassName().startsWith("dev.stint")) {
                text.append("\n    at ").append(frame);
            }
        }
        return e.getCause() == null
                ? text.toString()
                : text + "\n  because of " + inWords(e.getCause());
    }

    @Override
    public String toString() {
        return "seed %d, %s cores, %d workers".formatted(seed, cores, workers);
    }
}
