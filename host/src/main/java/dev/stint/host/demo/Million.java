package dev.stint.host.demo;

import dev.stint.Scheduler;
import dev.stint.task.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** A million tasks, a thousand of which start the others. */
final class Million implements Scene {
    private final int families;
    private final int members;

    Million() {
        this(1000, 1000);
    }

    /** {@code families * members} tasks and one that starts them. */
    Million(int families, int members) {
        this.families = families;
        this.members = members;
    }

    @Override
    public String name() {
        return "million";
    }

    @Override
    public String claim() {
        return Text.number((long) families * members) + " tasks are spawned and all run";
    }

    @Override
    public void play(Stage stage, Findings findings) throws Exception {
        long total = (long) families * members;
        var ran = new LongAdder();
        try (var scheduler = Stage.open(this, c -> c.withWorkers(Stage.workers()))) {
            long begun = System.nanoTime();
            var all = scheduler.root().<Long>spawn("million", () -> families(scheduler, ran));
            if (!stage.watch(scheduler, all, stage.patience())) {
                findings.failed(
                        Text.number(ran.sum()) + " had run when " + patience(stage) + " were over");
                return;
            }
            long nanos = System.nanoTime() - begun;
            findings.expectEqual("tasks that gave their value back", all.await(), total);
            findings.expectEqual("tasks that ran", ran.sum(), total);
            findings.number("tasks", total);
            findings.number("tasksPerSecond", Text.perSecond(total, nanos));
            findings.figure(Text.rate(total, nanos) + " tasks per second");
        }
    }

    private static String patience(Stage stage) {
        return stage.patience().toSeconds() + " s";
    }

    private long families(Scheduler scheduler, LongAdder ran) throws InterruptedException {
        List<Task<Long>> parents = new ArrayList<>(families);
        for (int i = 0; i < families; i++) {
            parents.add(scheduler.root().<Long>spawn("parent", () -> family(scheduler, ran)));
        }
        return sum(parents);
    }

    private long family(Scheduler scheduler, LongAdder ran) throws InterruptedException {
        ran.increment();
        List<Task<Long>> children = new ArrayList<>(members);
        for (int i = 1; i < members; i++) {
            children.add(
                    scheduler
                            .root()
                            .<Long>spawn(
                                    () -> {
                                        ran.increment();
                                        return 1L;
                                    }));
        }
        return 1 + sum(children);
    }

    private static long sum(List<Task<Long>> tasks) throws InterruptedException {
        long total = 0;
        for (Task<Long> task : tasks) {
            total += task.await();
        }
        return total;
    }
}
