package dev.stint.verify.history;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tasks under a seed: two workers on one thread, and a clock that jumps when all wait. */
final class SeededStage extends Stage {
    private static final Duration UNTIL_ALL_WAIT = Duration.ofSeconds(1);

    SeededStage(Operations operations) {
        super(operations);
    }

    @Override
    void play(Program program, long seed, List<Caller> callers) throws InterruptedException {
        Cores cores = seed % 2 == 0 ? Cores.VIRTUAL : Cores.BARE;
        try (var scheduler =
                Scheduler.open(c -> c.withSeed(seed).withWorkers(2).withCores(cores))) {
            scheduler.run(() -> direct(scheduler, program, callers));
        }
    }

    private static void direct(Scheduler scheduler, Program program, List<Caller> callers)
            throws InterruptedException {
        var tasks = new ArrayList<Task<?>>();
        for (int i = 0; i < callers.size(); i++) {
            Caller caller = callers.get(i);
            List<Request> script = program.scripts().get(i);
            tasks.add(scheduler.root().spawn(() -> act(program, caller, script)));
        }
        for (int i = 0; i < program.patience(); i++) {
            Stint.yield();
        }
        if (program.victim() < tasks.size()) {
            tasks.get(program.victim()).cancel();
        }
        Stint.sleep(UNTIL_ALL_WAIT);
        for (Task<?> task : tasks) {
            task.cancel();
            task.awaitOutcome();
        }
    }

    private static void act(Program program, Caller caller, List<Request> script)
            throws InterruptedException {
        for (int i = 0; i < script.size(); i++) {
            if (program.pausesBefore(i)) {
                Stint.yield();
            }
            if (caller.ask(script.get(i)) == Answer.CANCELLED) {
                return;
            }
        }
    }
}
