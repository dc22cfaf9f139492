package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The worst sorting algorithm, exact and instant under a virtual clock. */
public final class SleepSort {
    private SleepSort() {}

    public static void main(String[] args) throws InterruptedException {
        // tag::seed
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(42))) {
            List<Integer> sorted = sort(scheduler, List.of(17, 3, 29, 11, 23));
            long hours = scheduler.<Long>run(() -> Stint.nanoTime() / 3_600_000_000_000L);
            System.out.println(sorted + ", " + hours + " hours later");
        }
        // end::seed
    }

    // tag::sort
    static List<Integer> sort(Scheduler scheduler, List<Integer> numbers)
            throws InterruptedException {
        List<Integer> sorted = new ArrayList<>();
        List<Task<?>> sleepers = new ArrayList<>();
        for (int number : numbers) {
            sleepers.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        Stint.sleep(Duration.ofHours(number));
                                        sorted.add(
                                                number); // under a seed, one thread runs all tasks
                                    }));
        }
        for (Task<?> sleeper : sleepers) {
            sleeper.await();
        }
        return sorted;
    }
    // end::sort
}
