package dev.stint.examples;

import dev.stint.channel.Channel;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.Fault;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Has something go wrong at every point of a program, to see what becomes of it. */
public final class BreakIt {
    private BreakIt() {}

    public static void main(String[] args) throws InterruptedException, IOException {
        Path folder = Files.createTempDirectory("break-it");
        // tag::explore
        SimResult result =
                Sim.explore(
                        c ->
                                c.withFaults(Fault.killWorker(), Fault.wakeSpuriously())
                                        .withStrategy(Strategy.exhaustive(0))
                                        .withFiles(folder),
                        BreakIt::handOver);
        result.failure()
                .ifPresentOrElse(
                        failure -> System.out.println(failure.kind() + ": " + failure.summary()),
                        () -> System.out.println("nothing breaks it"));
        // end::explore
    }

    // tag::program
    /** A writer that fails must not leave the reader waiting. */
    static void handOver(Sim sim) throws Exception {
        var pages = Channel.<String>buffered(1);
        var root = sim.scheduler().root();
        var reader = root.spawn("reader", () -> pages.stream().count());
        root.spawn(
                "writer",
                () -> {
                    pages.send("one");
                    if (sim.fails("disk is full")) {
                        throw new IOException("disk is full");
                    }
                    pages.send("two");
                    pages.close(); // only here: what is thrown above goes past it
                });
        reader.awaitOutcome();
    }
    // end::program
}
