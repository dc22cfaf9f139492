package dev.stint.verify.soak;

import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.error.ActorEndedException;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.NurseryDeadlineExceededException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.Policy;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Those who do an exercise again and again, and are cancelled, out of time or interrupted. */
final class Crew {
    private static final int BURST = 30;

    private final Stage stage;

    Crew(Stage stage) {
        this.stage = stage;
    }

    /** For a task: has bursts done by tasks of its own until the round is over. */
    void keep(Exercise exercise, Draw draw) throws InterruptedException {
        while (!stage.isOver()) {
            boolean hurries = draw.oneIn(5);
            try (Nursery nursery = Stint.nursery(n -> drawn(n, hurries, draw))) {
                List<Target> targets = new ArrayList<>();
                for (int i = 1 + draw.below(3); i > 0; i--) {
                    var target = new Target(draw.seed());
                    nursery.trySpawn(
                                    TaskOptions.named(exercise.name()),
                                    () -> {
                                        target.burst(exercise);
                                        return 0;
                                    })
                            .ifPresent(
                                    task -> {
                                        target.task = task;
                                        targets.add(target);
                                    });
                }
                disturb(nursery, targets, draw);
                nursery.awaitAll();
            } catch (NurseryDeadlineExceededException | CancellationException e) {
                // as it was drawn
            } catch (InterruptedException e) {
                if (!hurries) {
                    throw e; // else its time was up
                }
            }
        }
    }

    private static NurseryConfig drawn(NurseryConfig config, boolean hurries, Draw draw) {
        NurseryConfig loose = config.withPolicy(Policy.runAll());
        return hurries ? loose.withDeadline(draw.moment()) : loose;
    }

    private void disturb(Nursery nursery, List<Target> targets, Draw draw)
            throws InterruptedException {
        if (targets.isEmpty()) {
            return;
        }
        Target victim = targets.get(draw.below(targets.size()));
        switch (draw.below(8)) {
            case 0 -> {
                Stint.sleep(draw.moment());
                victim.cancel();
            }
            case 1 -> victim.cancel();
            case 2 -> {
                Stint.sleep(draw.moment());
                victim.interrupt();
            }
            case 3 -> targets.forEach(Target::interrupt);
            case 4 -> nursery.cancel();
            default -> {}
        }
    }

    /** For a thread outside: does bursts of anything until the round is over. */
    void roam(List<Exercise> exercises, Draw draw) {
        while (!stage.isOver()) {
            new Target(draw.seed()).burst(exercises.get(draw.below(exercises.size())));
        }
    }

    /** Interrupts these threads at random until the round is over. */
    void pester(List<Thread> threads, Draw draw) {
        while (!stage.isOver()) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200 + draw.below(3000)));
            threads.get(draw.below(threads.size())).interrupt();
        }
    }

    /** Whoever does a burst, as one who can be disturbed. */
    private final class Target {
        private final Draw draw;
        private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
        private final AtomicReference<@Nullable Thread> interrupter = new AtomicReference<>();
        private @Nullable Task<?> task; // of the keeper

        Target(long seed) {
            this.draw = new Draw(seed);
        }

        void burst(Exercise exercise) {
            boolean hasThread =
                    Stage.inTask() && stage.scheduler().config().cores() == Cores.VIRTUAL;
            if (hasThread) {
                thread.set(Thread.currentThread());
            }
            try {
                for (int i = draw.below(BURST); i > 0 && !stage.isOver(); i--) {
                    if (!act(exercise)) {
                        return;
                    }
                }
            } finally {
                thread.set(null);
                while (interrupter.get() != null) {
                    Thread.onSpinWait(); // what comes later would hit whoever runs here next
                }
            }
        }

        /** False if it is to end: it was told that something has. */
        private boolean act(Exercise exercise) {
            try {
                exercise.act(draw);
                return true;
            } catch (InterruptedException e) {
                return draw.oneIn(2); // one that was cancelled is told again
            } catch (CancellationException
                    | ChannelClosedException
                    | ActorEndedException
                    | NurseryNotActiveException
                    | NurseryDeadlineExceededException e) {
                return false;
            } catch (TaskFailedException e) {
                return true; // somebody else's failure, as it was drawn
            } catch (CompletionException e) {
                return false;
            } catch (Throwable e) {
                stage.wrong(exercise.name() + " threw " + Round.inWords(e));
                return false;
            }
        }

        void cancel() {
            Task<?> mine = task;
            if (mine != null) {
                mine.cancel();
            }
        }

        void interrupt() {
            interrupter.set(Thread.currentThread());
            try {
                Thread target = thread.get();
                if (target != null) {
                    target.interrupt();
                }
            } finally {
                interrupter.set(null);
            }
        }
    }
}
