package dev.stint.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Those beside C tasks that are programs: goroutines, and coroutines of C libraries. */
final class NativePeers {
    static final String SPAWN = "spawn-ns";
    static final String SWITCH = "switch-ns";
    static final String YIELD = "yield-ns";
    static final String ROUND_TRIP = "round-trip-ns";

    private NativePeers() {}

    /** Goroutines on one thread do what tasks on one worker do. */
    static Samples measure(Go go, Effort effort) throws IOException, InterruptedException {
        var samples = new Samples();
        copy(go, Shape.SPAWN1, effort, effort.size(), SPAWN, samples);
        int times = Math.max(1, effort.size() / YieldBench.TASKS);
        copy(go, Shape.YIELD1, effort, times, YIELD, samples);
        copy(go, Shape.PINGPONG, effort, effort.size(), ROUND_TRIP, samples);
        return samples;
    }

    private static void copy(Go go, Shape from, Effort effort, int size, String to, Samples samples)
            throws IOException, InterruptedException {
        for (double nanos : go.measure(from, 1, effort.withSize(size)).of(Figure.TIME)) {
            samples.add(to, nanos);
        }
    }

    /** A coroutine is resumed and switches back; one is made, run and freed. No scheduler. */
    static Samples measure(Impl library, Path scratch, Effort effort)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(scratch.resolve(library.label()));
        boolean isBoost = library == Impl.BOOST;
        Path program;
        try {
            program =
                    CCode.program(
                            folder,
                            "coroutines.c",
                            "coroutines",
                            isBoost ? List.of("-DBOOST") : List.of(),
                            isBoost ? "-lboost_context" : "-lpcl");
        } catch (NotInstalled e) {
            throw e;
        } catch (IOException e) {
            throw new NotInstalled(
                    isBoost ? "no libboost-context-dev here" : "no libpcl1-dev here", e);
        }
        var lines =
                Command.run(
                        folder,
                        List.of(
                                program.toString(),
                                Integer.toString(effort.warmUps()),
                                Integer.toString(effort.iterations()),
                                Integer.toString(effort.size())));
        var samples = new Samples();
        for (var line : lines) {
            var numbers = line.split(" ", 2);
            samples.add(SWITCH, Double.parseDouble(numbers[0]));
            samples.add(SPAWN, Double.parseDouble(numbers[1]));
        }
        return samples;
    }
}
