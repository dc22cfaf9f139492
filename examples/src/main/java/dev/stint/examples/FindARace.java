package dev.stint.examples;

import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the schedule that breaks a program, and runs it again. Needs no test framework. */
public final class FindARace {
    private FindARace() {}

    public static void main(String[] args) throws InterruptedException, IOException {
        Path folder = Files.createTempDirectory("find-a-race");
        // tag::explore
        SimConfig config = SimConfig.defaults().withName("sellTwice").withFiles(folder);
        SimResult result = Sim.explore(config, FindARace::sellTwice);

        SimFailure failure = result.failure().orElseThrow();
        System.out.println(failure.kind() + ": " + failure.summary());

        Path trace = failure.trace().orElseThrow();
        SimReplay replay = Sim.replay(config, trace, FindARace::sellTwice);
        System.out.println("the same again: " + replay.isSame());
        // end::explore

        System.out.println("sold safely: " + Sim.explore(config, FindARace::sellOnce).isGreen());
    }

    // tag::race
    /** One seat, two buyers. Both may look before one of them takes it. */
    static void sellTwice(Sim sim) throws Exception {
        var seats = new SharedInt(1);
        sim.run(
                nursery -> {
                    nursery.spawn("ann", () -> buy(seats));
                    nursery.spawn("bob", () -> buy(seats));
                });
        if (seats.get() < 0) {
            throw new IllegalStateException("a seat was sold twice");
        }
    }

    private static void buy(SharedInt seats) {
        if (seats.get() > 0) {
            seats.getAndAdd(-1);
        }
    }

    // end::race

    static void sellOnce(Sim sim) throws Exception {
        var seats = new SharedInt(1);
        sim.run(
                nursery -> {
                    nursery.spawn("ann", () -> seats.compareAndSet(1, 0));
                    nursery.spawn("bob", () -> seats.compareAndSet(1, 0));
                });
        if (seats.get() < 0) {
            throw new IllegalStateException("a seat was sold twice");
        }
    }
}
