package dev.stint.host.policy;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** What {@code ./stint policy} was asked for. */
public sealed interface PolicyJob {
    /** All that is wrong with a file. */
    record Check(Path file) implements PolicyJob {}

    /** What a new file changes. */
    record Diff(Path before, Path after) implements PolicyJob {}

    /**
     * A recorded run, played under two policies.
     *
     * @param base absent: all get what they ask for
     * @param deadline what takes longer is a miss
     * @param picture where shares over time are drawn
     */
    record Replay(
            Path trace, Path policy, Optional<Path> base, Duration deadline, Optional<Path> picture)
            implements PolicyJob {}

    /** The policy of a file for schedulers that ask, until the process is killed. */
    record Serve(Path file, Path socket, Set<String> users) implements PolicyJob {}

    /**
     * Where it goes.
     *
     * @param json one object on {@code out}, in the place of lines
     */
    record Channels(PrintWriter out, PrintWriter err, boolean json) {}

    /**
     * Does it; false if a file is no policy or no trace, which was said.
     *
     * @throws IllegalArgumentException if a socket cannot be as it was asked for
     */
    default boolean run(Channels to) throws IOException, InterruptedException {
        return switch (this) {
            case Check check -> PolicyTexts.check(check, to);
            case Diff diff -> PolicyTexts.diff(diff, to);
            case Replay replay -> PolicyReplay.run(replay, to);
            case Serve serve -> PolicyServing.run(serve, to);
        };
    }
}
