package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks many at once, and takes what has come when the time is up. */
public final class ScatterGather {
    private ScatterGather() {}

    public static void main(String[] args) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(2))) {
            Map<String, String> offers = scheduler.run(() -> ask(Duration.ofMillis(100)));
            offers.forEach((shop, offer) -> System.out.println(shop + ": " + offer));
        }
    }

    // tag::gather
    static Map<String, String> ask(Duration patience) throws InterruptedException {
        Map<String, Task<Integer>> asked = new LinkedHashMap<>();
        Stint.runInNursery(
                n -> n.withDeadline(patience).withPolicy(Policy.collect()),
                nursery -> {
                    asked.put("near", nursery.spawn("near", () -> price(20, 31)));
                    asked.put("far", nursery.spawn("far", () -> price(90, 27)));
                    asked.put("asleep", nursery.spawn("asleep", () -> price(5_000, 9)));
                    asked.put("broken", nursery.spawn("broken", () -> price(30, -1)));
                    nursery.awaitAll(); // until all have answered, or the time is up
                });
        Map<String, String> offers = new LinkedHashMap<>();
        asked.forEach((shop, task) -> offers.put(shop, inWords(task.tryOutcome().orElseThrow())));
        return offers;
    }

    private static String inWords(Outcome<Integer> outcome) {
        return switch (outcome) {
            case Outcome.Success<Integer>(var price) -> "costs " + price;
            case Outcome.Failure<Integer>(var cause) -> "failed, " + cause.getMessage();
            case Outcome.Cancelled<Integer>() -> "no answer in time";
        };
    }

    // end::gather

    private static int price(int millis, int price) throws InterruptedException {
        Stint.sleep(Duration.ofMillis(millis));
        if (price < 0) {
            throw new IllegalStateException("out of order");
        }
        return price;
    }
}
