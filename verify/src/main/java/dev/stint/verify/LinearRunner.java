package dev.stint.verify;

import dev.stint.verify.Row.Verdict;
import dev.stint.verify.foreign.Foreign;
import dev.stint.verify.history.Histories;
import dev.stint.verify.hostile.files.HostileFiles;
import dev.stint.verify.hostile.programs.HostilePrograms;
import dev.stint.verify.inside.Inside;
import dev.stint.verify.library.Libraries;
import dev.stint.verify.linear.Checks;
import dev.stint.verify.soak.Soak;
import dev.stint.verify.speed.Targets;
import dev.stint.verify.suite.Schedules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs the checks of Lincheck, histories, schedules, foreign suites, libraries and targets, each in
 * a JVM of its own.
 */
final class LinearRunner {
    /** Far beyond what any of them takes: a schedule that hangs is a finding, too. */
    private static final long PATIENCE_MINUTES = 10;

    private final int scenarios;
    private final int schedules;

    LinearRunner(int scenarios, int schedules) {
        this.scenarios = scenarios;
        this.schedules = schedules;
    }

    Row run(String check) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        Path out = Files.createTempFile("stint-verify", ".txt");
        try {
            Process process =
                    new ProcessBuilder(command(check))
                            .redirectErrorStream(true)
                            .redirectOutput(out.toFile())
                            .start();
            boolean ended = process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            String said = Files.readString(out, StandardCharsets.UTF_8);
            Verdict verdict = verdict(check, ended ? process.exitValue() : -1);
            boolean tells = Libraries.names().contains(check) || Targets.names().contains(check);
            String note = verdict == Verdict.HELD && !tells ? "" : firstLine(said);
            if (!verdict.isGood()) {
                System.err.println(said);
            }
            return new Row(check, verdict, samples(check), seconds, note);
        } finally {
            Files.delete(out);
        }
    }

    private long samples(String check) {
        if (Libraries.names().contains(check)) {
            return 1;
        }
        if (Targets.names().contains(check)) {
            return Targets.rounds(scenarios);
        }
        if (Foreign.names().contains(check)) {
            return Foreign.seeds(scenarios, schedules);
        }
        if (Soak.names().contains(check)) {
            return Soak.seconds(scenarios, schedules);
        }
        if (isHunt(check)) {
            return HostileFiles.seconds(scenarios, schedules);
        }
        // A suite is run so many times, a small program under all its schedules.
        return Schedules.names().contains(check) ? scenarios : (long) scenarios * schedules;
    }

    private static boolean isHunt(String check) {
        return HostileFiles.names().contains(check) || HostilePrograms.names().contains(check);
    }

    private static Class<?> mainOf(String check) {
        if (Libraries.names().contains(check)) {
            return Libraries.class;
        }
        if (Histories.names().contains(check)) {
            return Histories.class;
        }
        if (Targets.names().contains(check)) {
            return Targets.class;
        }
        if (Inside.names().contains(check)) {
            return Inside.class;
        }
        if (Foreign.names().contains(check)) {
            return Foreign.class;
        }
        if (Soak.names().contains(check)) {
            return Soak.class;
        }
        if (isHunt(check)) {
            return HostileFiles.names().contains(check)
                    ? HostileFiles.class
                    : HostilePrograms.class;
        }
        return Schedules.names().contains(check) ? Schedules.class : Checks.class;
    }

    private List<String> command(String check) {
        Class<?> main = mainOf(check);
        List<String> flags = main == Libraries.class ? Libraries.flags(check) : List.of();
        List<String> command = java(flags, main);
        command.addAll(List.of(check, Integer.toString(scenarios), Integer.toString(schedules)));
        return command;
    }

    /** How a JVM of its own is started for this class; its arguments are still to be added. */
    static List<String> java(List<String> flags, Class<?> main) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(StressRunner.FLAGS);
        command.addAll(flags);
        command.addAll(
                List.of(
                        "-XX:+EnableDynamicAgentLoading",
                        "-Xshare:off",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName()));
        return command;
    }

    /**
     * All names: those of Lincheck, of histories, of schedules inside and outside, of other
     * runtimes, of the soak, of what is hostile, of libraries, and of targets.
     */
    static List<String> names() {
        return Stream.of(
                        Checks.names(),
                        Histories.names(),
                        Inside.names(),
                        Schedules.names(),
                        Foreign.names(),
                        Soak.names(),
                        HostileFiles.names(),
                        HostilePrograms.names(),
                        Libraries.names(),
                        Targets.names())
                .flatMap(List::stream)
                .toList();
    }

    private static Verdict verdict(String check, int exitCode) {
        return switch (exitCode) {
            case Checks.HELD -> StressRunner.isTwin(check) ? Verdict.NOT_SHOWN : Verdict.HELD;
            case Checks.FOUND -> StressRunner.isTwin(check) ? Verdict.SHOWN : Verdict.BROKEN;
            default -> Verdict.ERROR;
        };
    }

    private static String firstLine(String said) {
        return said.lines()
                .map(line -> line.replaceAll("[^\\p{Print}]", " ").strip())
                .filter(line -> !line.isEmpty() && !line.startsWith("OpenJDK"))
                .findFirst()
                .orElse("said nothing");
    }
}
