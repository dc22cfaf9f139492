package dev.stint.host.repl;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;

/**
 * Lines that a person types: they are edited, those of before come back by the arrow keys, and
 * Ctrl-C gives one up. Ctrl-C while an input runs is for whoever listens.
 */
public final class TerminalLines implements Repl.Lines, AutoCloseable {
    private final Terminal terminal;
    private final LineReader reader;

    /**
     * @param file where lines are kept; empty to keep none
     * @param interrupted told of Ctrl-C while no line is read
     */
    public TerminalLines(Terminal terminal, Optional<Path> file, Runnable interrupted) {
        this.terminal = terminal;
        LineReaderBuilder builder =
                LineReaderBuilder.builder()
                        .terminal(terminal)
                        .appName("jan")
                        // '!' and '\' mean in a line what they mean in a script.
                        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true);
        this.reader =
                file.filter(this::isKept).map(it -> keeping(builder, it)).orElse(builder).build();
        terminal.handle(Signal.INT, _ -> interrupted.run());
    }

    private static LineReaderBuilder keeping(LineReaderBuilder builder, Path file) {
        return builder.variable(LineReader.HISTORY_FILE, file);
    }

    private boolean isKept(Path file) {
        try {
            HistoryFile.prepare(file);
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            PrintWriter writer = terminal.writer();
            writer.println("lines are not kept in " + file + ": " + e.getMessage());
            writer.flush();
            return false;
        }
    }

    @Override
    public Optional<String> next(String prompt) throws Repl.GivenUpException {
        try {
            return Optional.of(reader.readLine(prompt));
        } catch (UserInterruptException e) {
            throw new Repl.GivenUpException(e);
        } catch (EndOfFileException e) {
            return Optional.empty();
        }
    }

    /** What is printed here does not disturb the line that is edited. */
    public PrintWriter writer() {
        return terminal.writer();
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
