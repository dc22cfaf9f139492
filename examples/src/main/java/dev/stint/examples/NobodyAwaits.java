package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Failures that nobody awaits are told to a handler, and a failing command ends nothing else. */
public final class NobodyAwaits {
    private NobodyAwaits() {}

    public static void main(String[] args) throws Exception {
        // tag::handler
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withSeed(7)
                                        .withUncaught(
                                                failure ->
                                                        System.out.println(
                                                                failure.name()
                                                                        + " failed: "
                                                                        + failure.cause()
                                                                                .getMessage())))) {
            scheduler.root().spawn("listener", NobodyAwaits::listen); // nobody awaits it
            var timetable = scheduler.scheduledExecutor("timetable");
            var _ =
                    timetable.scheduleAtFixedRate(
                            () -> System.out.println("tick"), 1, 10, TimeUnit.MINUTES);
            scheduler.run(() -> Stint.sleep(Duration.ofMinutes(25)));
            timetable.shutdownNow();
        }
        // end::handler
    }

    private static void listen() {
        throw new IllegalStateException("the port is taken");
    }
}
