package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.config.Profile;
import dev.stint.supervisor.ChildSpec;
import dev.stint.supervisor.Decision;
import dev.stint.supervisor.Strategy;
import java.io.IOException;
import java.time.Duration;

/** A service of two parts that is kept running: one part breaks, the other needs more money. */
public final class SupervisedService {
    private static int connections;

    private SupervisedService() {}

    public static void main(String[] args) throws InterruptedException {
        connections = 0;
        // tag::supervise
        try (var scheduler =
                Scheduler.open(c -> c.withProfile(Profile.CLUSTER).withWorkers(2).withSeed(7))) {
            try (var service =
                    scheduler.supervise(
                            s ->
                                    s.withName("service")
                                            .withStrategy(Strategy.REST_FOR_ONE)
                                            .withIntensity(3, Duration.ofMinutes(1))
                                            .withBackoff(
                                                    Duration.ofSeconds(1), Duration.ofSeconds(8))
                                            .withOnBill(SupervisedService::pay)
                                            .withChild("database", SupervisedService::database)
                                            .withChild(
                                                    ChildSpec.of("web", SupervisedService::web)
                                                            .withBudget(Budget.ofOps(1_000))))) {
                scheduler.run(() -> Stint.sleep(Duration.ofMinutes(5)));
                for (var child : service.children()) {
                    say(scheduler, child.name() + " was restarted " + child.restarts() + " times");
                }
            }
            say(scheduler, "closed");
        }
        // end::supervise
    }

    // tag::children
    /** Breaks twice, ten seconds after its start. */
    static void database() throws Exception {
        say("database is up");
        try {
            Stint.sleep(Duration.ofSeconds(10));
            if (++connections < 3) {
                throw new IOException("connection lost");
            }
            Stint.sleep(Duration.ofHours(1));
        } finally {
            Stint.shielded(() -> say("database is down"));
        }
    }

    /** Needs the database, so it comes after it. Each request costs 100 operations. */
    static void web() throws Exception {
        say("web is up");
        try {
            for (int request = 0; request < 15; request++) {
                Stint.checkpoint(100);
                Stint.sleep(Duration.ofSeconds(5));
            }
            Stint.sleep(Duration.ofHours(1));
        } finally {
            Stint.shielded(() -> say("web is down"));
        }
    }

    /** Pays what is asked for, and some more. */
    static Decision pay(Bill bill) {
        say("pays for " + bill.needed() + " " + bill.component().inWords());
        return Decision.recharge(Budget.ofOps(10_000));
    }

    // end::children

    private static void say(String what) {
        System.out.println(Duration.ofNanos(Stint.nanoTime()).toSeconds() + " s: " + what);
    }

    private static void say(Scheduler scheduler, String what) throws InterruptedException {
        scheduler.run(() -> say(what));
    }
}
