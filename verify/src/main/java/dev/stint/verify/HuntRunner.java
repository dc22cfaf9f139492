package dev.stint.verify;

import dev.stint.verify.hostile.Hunt;
import dev.stint.verify.hostile.files.HostileFiles;
import dev.stint.verify.hostile.programs.HostilePrograms;
import dev.stint.verify.hostile.programs.PriceAudit;
import dev.stint.verify.linear.Checks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Runs a hunt in a JVM of its own. If that dies of what it has tried, it is told what that was. */
final class HuntRunner {
    /** Small enough that what nobody pays for shows, and is not the machine's trouble. */
    private static final List<String> FLAGS = List.of("-Xmx2g", "-XX:MaxMetaspaceSize=1g");

    private HuntRunner() {}

    /** True if nothing was found. */
    static boolean run(Arguments arguments, PrintWriter out)
            throws IOException, InterruptedException {
        String option = Objects.requireNonNull(arguments.hunt(), "what is hunted");
        Class<?> main =
                switch (option) {
                    case HostileFiles.OPTION -> HostileFiles.class;
                    case PriceAudit.OPTION -> PriceAudit.class;
                    default -> HostilePrograms.class;
                };
        List<String> command = LinearRunner.java(FLAGS, main);
        Long seed = arguments.seed();
        command.add(Double.toString(minutes(arguments)));
        command.add(Long.toString(seed == null ? System.nanoTime() : seed));
        command.add(Boolean.toString(seed != null));
        if (arguments.json() != null) {
            command.add(arguments.json().toString());
        }
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            int code = process.waitFor();
            if (code != Checks.HELD && code != Checks.FOUND) {
                tellDeath(option, code, out);
            }
            return code == Checks.HELD;
        } finally {
            process.destroyForcibly(); // if this was interrupted
        }
    }

    /**
     * The audit without a length takes as long as there are members, and half a minute if quick.
     */
    private static double minutes(Arguments arguments) {
        return arguments.huntMinutes() == 0 && arguments.quick() ? 0.5 : arguments.huntMinutes();
    }

    private static void tellDeath(String option, int code, PrintWriter out) throws IOException {
        Path last = Hunt.lastSeed(option);
        out.println("FOUND the JVM has ended with code " + code);
        if (Files.exists(last)) {
            out.println(
                    "  again: ./stint verify " + option + " 1 --seed " + Files.readString(last));
        }
        out.flush();
    }
}
