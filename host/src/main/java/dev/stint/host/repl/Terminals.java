package dev.stint.host.repl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ffm.FfmTerminalProvider;
import org.jline.terminal.spi.SystemStream;

/** The terminal that this process was started from. */
public final class Terminals {
    private Terminals() {}

    /** Empty if input or output is something else, or the terminal cannot move its cursor. */
    public static Optional<Terminal> ofThisProcess() {
        String type = System.getenv("TERM");
        if (type == null || type.isBlank() || type.startsWith(Terminal.TYPE_DUMB)) {
            return Optional.empty();
        }
        try {
            // Named here and not looked up: the jar has no files by which JLine would find it.
            var provider = new FfmTerminalProvider();
            if (!provider.isSystemStream(SystemStream.Input)
                    || !provider.isSystemStream(SystemStream.Output)) {
                return Optional.empty();
            }
            return Optional.of(
                    provider.sysTerminal(
                            "jan",
                            type,
                            false,
                            StandardCharsets.UTF_8,
                            StandardCharsets.UTF_8,
                            StandardCharsets.UTF_8,
                            true, // Ctrl-C is told to it, and does not end the process
                            Terminal.SignalHandler.SIG_DFL,
                            false,
                            SystemStream.Output));
        } catch (IOException | RuntimeException | LinkageError e) {
            return Optional.empty(); // lines are read plainly, then
        }
    }
}
