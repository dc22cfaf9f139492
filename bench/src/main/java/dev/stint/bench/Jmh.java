package dev.stint.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures one implementation of one shape in a JVM of its own. */
final class Jmh {
    private static final List<String> FLAGS =
            List.of(
                    "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                    "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
                    "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow", // JMH
                    "-XX:+UseParallelGC",
                    "-Xms3g",
                    "-Xmx3g",
                    // Small against what a million tasks allocate, so that every iteration pays for
                    // its own garbage and the median does not hide it.
                    "-Xmn256m");

    private static final TimeValue PATIENCE = TimeValue.minutes(10);

    private final Path log;
    private final int forks;

    /** {@code forks} is 1, or 0 to stay in this JVM, for tests. What JMH says goes to the log. */
    Jmh(Path log, int forks) {
        this.log = log;
        this.forks = forks;
    }

    Samples measure(Shape shape, Impl impl, int workers, Effort effort) throws RunnerException {
        // Two runs at once would disturb each other, but that is for the user to decide.
        System.setProperty("jmh.ignoreLock", "true");
        var options =
                new OptionsBuilder()
                        .include("^" + Pattern.quote(shape.bench().getName()) + "\\.")
                        .param("impl", impl.label())
                        .param("workers", Integer.toString(workers))
                        .param("size", Integer.toString(effort.size()))
                        .mode(Mode.SingleShotTime)
                        .timeUnit(TimeUnit.NANOSECONDS)
                        .timeout(PATIENCE)
                        .forks(forks)
                        .warmupIterations(effort.warmUps())
                        .measurementIterations(effort.iterations())
                        .shouldDoGC(false)
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.NORMAL)
                        .output(log.toString())
                        .jvmArgs(flags(workers).toArray(String[]::new))
                        .build();
        var samples = new Samples();
        for (var run : new Runner(options).run()) {
            for (var fork : run.getBenchmarkResults()) {
                for (var iteration : fork.getIterationResults()) {
                    add(samples, shape, effort, iteration);
                }
            }
        }
        return samples;
    }

    /** The same for everybody; each peer reads those that are meant for it. */
    static List<String> flags(int workers) {
        var all = new ArrayList<>(FLAGS);
        all.add("--enable-preview"); // structured scopes
        all.add("-Djdk.virtualThreadScheduler.parallelism=" + workers);
        all.add("-Dkotlinx.coroutines.scheduler.core.pool.size=" + workers);
        return all;
    }

    private static void add(Samples samples, Shape shape, Effort effort, IterationResult from) {
        for (Figure figure : shape.figures()) {
            if (figure.source().equals(Figure.CLOCK)) {
                double nanos = from.getPrimaryResult().getScore();
                samples.add(figure.metric(), nanos / shape.operations(effort.size()));
            } else {
                var counter = from.getSecondaryResults().get(figure.source());
                if (counter != null && (!shape.hasGaps() || counter.getScore() != 0)) {
                    samples.add(figure.metric(), counter.getScore());
                }
            }
        }
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "JMH, %d forks, log in %s", forks, log);
    }
}
