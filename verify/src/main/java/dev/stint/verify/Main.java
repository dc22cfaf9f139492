package dev.stint.verify;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/**
 * Runs the proofs and their twins. All proofs must hold, and all twins must show their failure: one
 * that does not leaves its proof without worth.
 */
public final class Main {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    /** How long one forked JVM races, when quick; long enough for tens of thousands of meetings. */
    private static final int QUICK_MILLIS = 400;

    private static final int FULL_MILLIS = 1000;
    private static final int FULL_ITERATIONS = 2;

    /** How often a twin is tried; the later tries are longer. */
    private static final int TRIES = 10;

    private static final String USAGE =
            """
            Checks the runtime's memory orderings with jcstress, its queues with Lincheck, its
            channels by the histories of tasks and threads that use them, its contracts under the
            schedules of the testkit's strategies, its primitives under schedules that switch tasks
            between any two accesses inside of them, what other runtimes promise of channels, scopes
            and executors, and its weaver by libraries: all classes of them verify, with everything
            open to them and as a tenant's, and what they do woven is what they do unwoven, for the
            same receipt each time. Measures the specification's four targets: a switch, a spawn, the
            memory of a parked task, a theft.

            usage: %s

              --quick          some ten minutes instead of an hour or more
              --only PATTERN   only what the regular expression finds in its name
              --soak MINUTES   instead of all that: every primitive at once on real threads, for
                               so long, and everything accounted for
              --hostile-files MINUTES
                               instead of all that: class files that are made to break out, to
                               break the weaver or to wear it out, for so long
              --hostile-programs MINUTES
                               the same with programs of calls that are allowed, beside a
                               victim: who is hurt, and what is not paid
              prices           instead of all that: every member that a tenant may call, with
                               values of growing size and odd shape: what it takes and what it
                               allocates, against what was paid; with --quick members that are
                               drawn, for half a minute
              --prices MINUTES the same with members that are drawn, for so long
              --seed SEED      of these, only what the seed draws: it repeats a finding
              --json FILE      write the results there, too
            """
                    .formatted(Arguments.SYNOPSIS);

    private Main() {}

    /** Runs what the arguments ask for and exits: 0 all is well, 1 it is not, 2 misused. */
    public static void main(String[] args) {
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(args, out, err));
    }

    static int run(String[] args, PrintWriter out, PrintWriter err) {
        try {
            var arguments = Arguments.parse(args);
            if (arguments.help()) {
                out.print(USAGE);
                out.flush();
                return OK;
            }
            if (arguments.soakMinutes() > 0) {
                return SoakRunner.run(arguments.soakMinutes(), arguments.json()) ? OK : FAILED;
            }
            if (arguments.hunt() != null) {
                return HuntRunner.run(arguments, out) ? OK : FAILED;
            }
            return run(arguments, out);
        } catch (Arguments.Wrong e) {
            err.println("stint verify: " + e.getMessage());
            return MISUSED;
        } catch (IOException | RuntimeException e) {
            err.println("stint verify: failed unexpectedly: " + e);
            e.printStackTrace(err);
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println("stint verify: interrupted");
            return FAILED;
        }
    }

    private static int run(Arguments arguments, PrintWriter out)
            throws Arguments.Wrong, IOException, InterruptedException {
        List<String> stress = chosen(StressRunner.tests(), arguments);
        List<String> linear = chosen(LinearRunner.names(), arguments);
        if (stress.isEmpty() && linear.isEmpty()) {
            throw new Arguments.Wrong(
                    "nothing has "
                            + Arguments.quoted(arguments.only().pattern())
                            + " in its name; names look like "
                            + StressRunner.tests().getFirst());
        }
        int processors = Runtime.getRuntime().availableProcessors();
        var report = new Report(out);
        report.begin(
                "stint verify%s, JDK %s, %d processors"
                        .formatted(
                                arguments.quick() ? " --quick" : "",
                                Runtime.version(),
                                processors));
        if (!stress.isEmpty()) {
            stress(stress, arguments.quick(), report);
        }
        var runner = arguments.quick() ? new LinearRunner(10, 500) : new LinearRunner(30, 2000);
        for (String check : linear) {
            report.add(runner.run(check));
        }
        report.end();
        if (arguments.json() != null) {
            Files.writeString(arguments.json(), report.json(arguments.quick(), processors));
        }
        return report.isGood() ? OK : FAILED;
    }

    private static void stress(List<String> tests, boolean quick, Report report)
            throws IOException {
        StressRunner runner = open();
        for (String test : tests) {
            List<Shot> shots;
            if (StressRunner.isTwin(test)) {
                shots = Shot.untilShown(quick ? QUICK_MILLIS : FULL_MILLIS, TRIES);
            } else {
                shots = quick ? Shot.few(QUICK_MILLIS) : Shot.many(FULL_MILLIS, FULL_ITERATIONS);
            }
            report.add(runner.run(test, shots));
        }
    }

    /** What jcstress says while it probes is of interest only if it fails. */
    static StressRunner open() throws IOException {
        var said = new ByteArrayOutputStream();
        try (var log = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            return StressRunner.open(log);
        } catch (IOException | RuntimeException e) {
            System.err.print(said.toString(StandardCharsets.UTF_8));
            throw e;
        }
    }

    private static List<String> chosen(List<String> names, Arguments arguments) {
        return names.stream().filter(name -> arguments.only().matcher(name).find()).toList();
    }
}
