package dev.stint.verify.library;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.libraries.Loaders;
import dev.stint.libraries.Shelf;
import dev.stint.libraries.Work;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Work of a library, done unwoven and then woven in tasks, by classes that are loaded anew each
 * time: twice by each kind of core. The first task includes class initialisers.
 */
final class Trial {
    private static final int TASKS = 2;
    private static final Budget PLENTY = new Budget(1L << 50, 1L << 50, 0, 0, 0);
    private static final Budget POOL = new Budget(1L << 55, 1L << 55, 16, 0, 0);

    private Trial() {}

    /** What came of one task. */
    record Done(Object result, Budget spent) {}

    /** What differs that must not; null if nothing does. */
    static @Nullable String judge(Shelf shelf, Work work) throws Exception {
        List<Path> places = shelf.places(work.library());
        List<Object> expected = unwoven(places, work);
        Budget first = null;
        for (Cores cores : Cores.values()) {
            List<Done> once = woven(places, work, cores);
            List<Done> again = woven(places, work, cores);
            String found = compare(expected, once, again);
            if (found != null) {
                return cores + " cores: " + found;
            }
            Budget begun = once.getFirst().spent();
            if (first != null && !first.equals(begun)) {
                return "the kinds of cores charge " + first + " and " + begun;
            }
            first = begun;
        }
        return null;
    }

    static @Nullable String compare(List<Object> expected, List<Done> once, List<Done> again) {
        for (int i = 0; i < TASKS; i++) {
            Done done = once.get(i);
            if (!expected.get(i).equals(done.result())) {
                return "unwoven it says '%s', woven '%s'".formatted(expected.get(i), done.result());
            }
            if (done.spent().ops() == 0) {
                return "it was not metered";
            }
            if (!done.equals(again.get(i))) {
                return "task %d: once %s, then %s".formatted(i + 1, done, again.get(i));
            }
        }
        return null;
    }

    private static List<Object> unwoven(List<Path> places, Work work) throws Exception {
        try (var loader = Loaders.plain(places)) {
            Callable<Object> made = Loaders.make(loader, work);
            return List.of(made.call(), made.call());
        }
    }

    private static List<Done> woven(List<Path> places, Work work, Cores cores) throws Exception {
        try (var loader = Loaders.woven(places, Steady.SURFACE);
                var scheduler = Scheduler.open(c -> c.withSeed(1).withCores(cores))) {
            Nursery nursery = scheduler.nursery(n -> n.withBudget(POOL).withChildBudget(PLENTY));
            var made = new ArrayList<Callable<Object>>();
            Done first =
                    run(
                            nursery,
                            () -> {
                                made.add(Loaders.make(loader, work));
                                return made.getFirst().call();
                            });
            return List.of(first, run(nursery, made.getFirst()));
        }
    }

    private static Done run(Nursery nursery, Callable<Object> body) throws Exception {
        Task<Object> task = nursery.spawn(body);
        Object result = task.await();
        return new Done(result, task.receipt().orElseThrow().spent());
    }
}
