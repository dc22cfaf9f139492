package dev.stint.testkit.result;

import dev.stint.testkit.config.SimConfig;
import java.nio.file.Path;
import java.util.Optional;

/** A failure in words, as a whole and in parts. */
public final class Report {
    private static final String REPLAY = "replay";
    private static final String FILE = "{file}"; // in a command: where the name of the trace goes
    private static final String PLAIN = "[\\p{L}\\p{N}/:._+,=@%-]+"; // to any shell

    private final SimConfig config;
    private final SimFailure failure;

    /** What is said about a failure that was found with these settings. */
    public Report(SimConfig config, SimFailure failure) {
        this.config = config;
        this.failure = failure;
    }

    static String of(SimResult result, SimFailure failure) {
        String text = new Report(result.config(), failure).text();
        return result.uncontrolled().isEmpty()
                ? text
                : text + "\n\n  " + indented(uncontrolled(result), "  ");
    }

    /** A warning about waits that no strategy decides. */
    static String uncontrolled(SimResult result) {
        int waits = result.uncontrolled().size();
        return "a replay may differ: "
                + (waits == 1 ? "1 wait" : waits + " waits")
                + " inside the JDK, which no strategy decides. Wait through the runtime instead"
                + " (Mutex, Channel, Stint.sleep). The first:\n"
                + result.uncontrolled().getFirst();
    }

    /** All of it. */
    public String text() {
        var text = new StringBuilder(headline());
        text.append("\n  ").append(facts());
        text.append("\n  ").append(failure.kind()).append(": ");
        text.append(indented(failure.summary(), "  "));
        if (!failure.where().isEmpty()) {
            text.append("\n\n  ").append(whereHeading()).append(":\n    ");
            text.append(indented(failure.where(), "    "));
        }
        if (!failure.story().isEmpty()) {
            text.append("\n\n  ").append(storyHeading()).append(':');
            for (String line : failure.story()) {
                text.append("\n  ").append(line);
            }
        }
        text.append('\n');
        SimFailure.Files files = failure.files();
        file(text, "schedule", files.trace());
        file(text, "as found", files.original());
        file(text, "timeline", files.timeline());
        file(text, "perfetto", files.perfetto());
        if (!files.problem().isEmpty()) {
            text.append("\n  ").append(files.problem());
        }
        return text.append("\n  replay:   ").append(command()).toString();
    }

    /** Which test has failed, on which schedule. */
    public String headline() {
        return failure.strategy().equals(REPLAY)
                ? config.name() + " failed again, as recorded of schedule " + failure.schedule()
                : config.name()
                        + " failed on schedule "
                        + failure.schedule()
                        + " of "
                        + config.schedules();
    }

    /** The seed, the strategy and the step. */
    public String facts() {
        return "seed "
                + failure.seed()
                + ", strategy "
                + failure.strategy()
                + ", step "
                + failure.step();
    }

    /** What stands above {@link SimFailure#where}. */
    public String whereHeading() {
        return failure.kind() == SimFailure.Kind.NOT_LINEARIZABLE
                ? "What was called"
                : "Who was where";
    }

    /** What stands above {@link SimFailure#story}. */
    public String storyHeading() {
        SimFailure.Shrunk shrunk = failure.shrunk();
        if (shrunk.runs() == 0) {
            return "What happened";
        }
        return "What happened, with "
                + times(shrunk.after())
                + (shrunk.after() < shrunk.before() ? " instead of " + shrunk.before() : "")
                + (shrunk.least() && shrunk.after() > 0 ? "; with fewer it does not fail" : "");
    }

    private static String times(int interruptions) {
        return switch (interruptions) {
            case 0 -> "no interruption";
            case 1 -> "1 interruption";
            default -> interruptions + " interruptions";
        };
    }

    /** The one thing to do to see it again. */
    public String command() {
        return failure.trace()
                .map(trace -> withFile(config.replayCommand(), trace.toString()))
                .orElseGet(
                        () ->
                                "there is no file; the same seed and strategy come to it again at"
                                        + " schedule "
                                        + failure.schedule());
    }

    /** Quoted as a shell wants it, unless the command has it in quotes already. */
    private static String withFile(String command, String file) {
        return command.replace("\"" + FILE + "\"", "\"" + file + "\"")
                .replace("'" + FILE + "'", "'" + file + "'")
                .replace(FILE, quoted(file));
    }

    private static String quoted(String file) {
        return file.matches(PLAIN) ? file : "'" + file.replace("'", "'\\''") + "'";
    }

    private static void file(StringBuilder text, String what, Optional<Path> file) {
        file.ifPresent(path -> text.append("\n  ").append(what).append(": ").append(path));
    }

    private static String indented(String text, String by) {
        return text.stripTrailing().replace("\n", "\n" + by);
    }
}
