package dev.stint.examples;

// tag::program
import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.task.Task;
import java.time.Duration;

public class HelloTasks {
    public static void main(String[] args) throws InterruptedException {
        try (var scheduler = Scheduler.open()) {
            scheduler.runInNursery(
                    nursery -> {
                        Task<String> greeting = nursery.spawn("greeter", HelloTasks::greet);
                        System.out.println(greeting.await());
                    });
        }
    }

    static String greet() throws InterruptedException {
        Stint.sleep(Duration.ofMillis(10)); // meanwhile its worker runs other tasks
        return "hello from task '" + Stint.currentTask().orElseThrow().name() + "'";
    }
}
// end::program
