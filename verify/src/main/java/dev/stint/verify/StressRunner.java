package dev.stint.verify;

import dev.stint.verify.Row.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.TestExecutor;
import org.openjdk.jcstress.Verbosity;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.OSSupport;
import org.openjdk.jcstress.os.Scheduler;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.os.topology.Topology;
import org.openjdk.jcstress.vm.VMSupport;

/**
 * Runs stress tests, one forked JVM at a time. Uses jcstress's parts instead of its main program,
 * because a twin is tried again until it shows its failure and a proof is not, and because that
 * program tells by its output only.
 */
final class StressRunner {
    static final String TWIN = "Weakened";

    private static final String PACKAGE = "dev.stint.verify.stress.";

    /** What the runtime's classes need in a JVM that is not started from our jar. */
    static final List<String> FLAGS =
            List.of(
                    "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                    "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
                    "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:+UseParallelGC");

    private final Scheduler scheduler;
    private final SchedulingClass pair;
    private final int cpus;

    private StressRunner(Scheduler scheduler, SchedulingClass pair, int cpus) {
        this.scheduler = scheduler;
        this.pair = pair;
        this.cpus = cpus;
    }

    /** Probes the machine and the JVM; takes some seconds. What jcstress prints goes to a log. */
    static StressRunner open(PrintStream log) throws IOException {
        PrintStream out = System.out;
        System.setOut(log);
        try {
            var options = options(0, 1);
            OSSupport.init();
            VMSupport.initFlags(options);
            int cpus = options.getCPUCount();
            Topology topology = Topology.get();
            var scheduler = new Scheduler(topology, cpus);
            List<SchedulingClass> pairs = scheduler.scheduleClasses(2, cpus, AffinityMode.LOCAL);
            if (pairs.isEmpty()) {
                throw new IllegalStateException(
                        "a race needs two processors; this machine offers " + cpus);
            }
            return new StressRunner(scheduler, pairs.getFirst(), cpus);
        } finally {
            System.setOut(out);
        }
    }

    private static Options options(int millis, int iterations) throws IOException {
        var options =
                new Options(
                        new String[] {
                            "-time",
                            Integer.toString(millis),
                            "-iters",
                            Integer.toString(iterations)
                        });
        if (!options.parse()) {
            throw new IllegalStateException("jcstress refuses its options");
        }
        return options;
    }

    int cpus() {
        return cpus;
    }

    /** All stress tests, without their package. */
    static List<String> tests() {
        return TestList.tests().stream()
                .filter(name -> name.startsWith(PACKAGE))
                .map(name -> name.substring(PACKAGE.length()))
                .sorted()
                .toList();
    }

    static boolean isTwin(String test) {
        return test.endsWith(TWIN);
    }

    /** Runs all shots of a proof, or those of a twin until one shows its failure. */
    Row run(String test, List<Shot> shots) throws IOException {
        long begun = System.nanoTime();
        var results = new ArrayList<TestResult>();
        for (Shot shot : shots) {
            TestResult result = fire(TestList.getInfo(PACKAGE + test), shot);
            results.add(result);
            boolean ends =
                    result.status() != Status.NORMAL
                            || !result.grading().isPassed
                            || (isTwin(test) && result.grading().hasInteresting);
            if (ends) {
                break;
            }
        }
        long samples = results.stream().mapToLong(TestResult::getTotalCount).sum();
        double seconds = (System.nanoTime() - begun) / 1e9;
        return new Row(test, verdict(test, results, samples), samples, seconds, note(results));
    }

    private TestResult fire(TestInfo info, Shot shot) throws IOException {
        var flags = Stream.concat(FLAGS.stream(), shot.flags().stream()).toList();
        var config =
                new TestConfig(
                        options(shot.millis(), shot.iterations()),
                        info,
                        0,
                        flags,
                        shot.compileMode(),
                        pair);
        var results = new ConcurrentLinkedQueue<TestResult>();
        new TestExecutor(new Verbosity(0), results::add, scheduler).runAll(List.of(config));
        TestResult result = results.poll();
        return result != null ? result : new TestResult(Status.VM_ERROR);
    }

    private static Verdict verdict(String test, List<TestResult> results, long samples) {
        if (samples == 0 || results.stream().anyMatch(r -> r.status() != Status.NORMAL)) {
            return Verdict.ERROR;
        }
        if (results.stream().anyMatch(r -> !r.grading().isPassed)) {
            return Verdict.BROKEN;
        }
        if (!isTwin(test)) {
            return Verdict.HELD;
        }
        return results.stream().anyMatch(r -> r.grading().hasInteresting)
                ? Verdict.SHOWN
                : Verdict.NOT_SHOWN;
    }

    /** The results that are not simply acceptable, with their counts; else what went wrong. */
    private static String note(List<TestResult> results) {
        var counts = new TreeMap<String, Long>();
        for (TestResult result : results) {
            if (result.status() != Status.NORMAL) {
                return Stream.of(
                                Stream.of(result.status().toString()),
                                result.getMessages().stream(),
                                result.getVmErr().stream())
                        .flatMap(lines -> lines)
                        .limit(4)
                        .collect(Collectors.joining("; "));
            }
            for (GradingResult graded : result.grading().gradingResults.values()) {
                if (graded.expect != Expect.ACCEPTABLE && graded.count > 0) {
                    counts.merge(graded.id, graded.count, Long::sum);
                }
            }
        }
        return counts.entrySet().stream()
                .map(e -> "(" + e.getKey() + ") x " + e.getValue())
                .collect(Collectors.joining(", "));
    }
}
