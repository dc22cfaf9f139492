package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.actor.Endpoint;
import dev.stint.context.SchedulingContext;
import dev.stint.task.Task;
import java.time.Duration;

/** A control loop that calls a service, which runs on the loop's right to processor time. */
public final class OnTheCallersRight {
    private OnTheCallersRight() {}

    public static void main(String[] args) throws Exception {
        // tag::call
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1).withSeed(7))) {
            SchedulingContext control =
                    scheduler.openContext(c -> c.withName("control").withOperations(200_000));
            var filter = Endpoint.<Integer, Integer>open("filter");
            Task<?> service = scheduler.root().spawn("filter", () -> serve(filter));
            Task<?> batch = scheduler.root().spawn("batch", OnTheCallersRight::batch);
            Task<?> loop = scheduler.root().spawn("loop", () -> loop(filter));
            control.bind(loop);
            loop.await();
            batch.await();
            filter.close();
            service.await();
            System.out.println(
                    "control has paid for the filter: "
                            + (control.snapshot().operationsUsed() > 30_000));
        }
        // end::call
    }

    // tag::serve
    private static void serve(Endpoint<Integer, Integer> filter) throws Exception {
        while (filter.serve(OnTheCallersRight::filtered)) {
            Stint.checkpoint(1);
        }
    }

    private static void loop(Endpoint<Integer, Integer> filter) throws Exception {
        for (int sample = 1; sample <= 3; sample++) {
            int value = filter.call(sample, Duration.ofMillis(5));
            System.out.println("sample " + sample + " is filtered to " + value);
        }
    }

    // end::serve

    private static int filtered(int sample) throws InterruptedException {
        work(10_000);
        return sample * 10;
    }

    private static void batch() throws InterruptedException {
        work(3_000_000);
        System.out.println("the batch is done");
    }

    private static void work(int operations) throws InterruptedException {
        for (int done = 0; done < operations; done += 500) {
            Stint.checkpoint(500);
        }
    }
}
