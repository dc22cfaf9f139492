package dev.stint.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server and what loads it, all on this machine and in processes of their own: together they want
 * more processors than there are.
 */
final class BusyRun {
    private static final int GENERATORS = 4;
    private static final long PATIENCE_SECONDS = 120;

    private BusyRun() {}

    /** {@code effort.size()} connections; its warm-ups and iterations are seconds. */
    static Samples measure(Impl impl, Effort effort) throws IOException, InterruptedException {
        Process server = java(BusyServer.class, impl.label());
        var loads = new ArrayList<Process>();
        try (var said = reader(server)) {
            String port = number("port ", said.readLine());
            for (int i = 0; i < GENERATORS; i++) {
                loads.add(
                        java(
                                BusyLoad.class,
                                port,
                                Integer.toString(share(effort.size(), i)),
                                Integer.toString(effort.warmUps()),
                                Integer.toString(effort.iterations())));
            }
            var samples = new Samples();
            for (long requests : requests(loads, effort.iterations())) {
                samples.add(Figure.TIME, 1e9 / (double) Math.max(1, requests));
                samples.add("requests/s", (double) requests);
            }
            server.getOutputStream().close();
            samples.add(
                    "temporary-workers", Double.parseDouble(number("temporary ", said.readLine())));
            return samples;
        } finally {
            loads.forEach(Process::destroyForcibly);
            server.destroyForcibly();
        }
    }

    private static int share(int connections, int generator) {
        return connections / GENERATORS + (generator < connections % GENERATORS ? 1 : 0);
    }

    /** The answers of each second, of all generators together. */
    private static long[] requests(List<Process> loads, int seconds)
            throws IOException, InterruptedException {
        var sums = new long[seconds];
        for (Process load : loads) {
            try (var said = reader(load)) {
                for (int second = 0; second < seconds; second++) {
                    sums[second] += Long.parseLong(number("requests ", said.readLine()));
                }
            }
            if (!load.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("a load generator did not end");
            }
        }
        return sums;
    }

    private static String number(String before, @Nullable String line) throws IOException {
        if (line == null || !line.startsWith(before)) {
            throw new IOException("expected '" + before + "' and a number, and was told: " + line);
        }
        return line.substring(before.length());
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static Process java(Class<?> main, String... args) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:+UseParallelGC",
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }
}
