package dev.stint.host;

import dev.stint.budget.Budget;
import dev.stint.host.repl.HistoryFile;
import dev.stint.host.repl.Repl;
import dev.stint.host.repl.Session;
import dev.stint.host.repl.TerminalLines;
import dev.stint.host.repl.Terminals;
import dev.stint.language.Library;
import dev.stint.language.ModuleSource;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/** {@code ./stint jan repl}, at a terminal or behind a pipe. */
final class JanRepl {
    private final PrintWriter out;

    JanRepl(PrintWriter out) {
        this.out = out;
    }

    /**
     * @param each what each input may spend
     * @param isKept true if lines are kept for the next session
     */
    int run(Budget each, boolean isKept) throws InterruptedException {
        Optional<Terminal> terminal = Terminals.ofThisProcess();
        if (terminal.isEmpty()) {
            return plain(each);
        }
        Optional<Path> file = isKept ? Optional.of(history()) : Optional.empty();
        var opened = new AtomicReference<@Nullable Session>();
        try (var lines = new TerminalLines(terminal.get(), file, () -> stop(opened.get()));
                var session = open(each, lines.writer())) {
            opened.set(session);
            new Repl(session, lines, lines.writer(), JanRepl::operations).run();
        } catch (IOException e) {
            return Main.OK; // the terminal is gone, and that was all that was left to do
        }
        return Main.OK;
    }

    private static void stop(@Nullable Session session) {
        if (session != null) {
            session.stop();
        }
    }

    private static Path history() {
        return HistoryFile.of(
                System.getenv("XDG_STATE_HOME"), Path.of(System.getProperty("user.home")));
    }

    private int plain(Budget each) throws InterruptedException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var session = open(each, out)) {
            new Repl(session, prompt -> next(in, prompt), out, JanRepl::operations).run();
        }
        return Main.OK;
    }

    private static Session open(Budget each, PrintWriter out) {
        Library library =
                Library.none().withModules(ModuleSource.folder(Path.of("").toAbsolutePath()));
        return new Session(each, library, text -> show(out, text));
    }

    private static long operations(String amount) {
        try {
            return Amounts.count(":budget", amount, 1);
        } catch (BadArguments e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static void show(PrintWriter out, String text) {
        out.print(text);
        out.flush();
    }

    /** Prompts are for people: where lines come from a pipe there are none. */
    private Optional<String> next(BufferedReader in, String prompt) {
        try {
            if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()) {
                show(out, prompt);
            }
            return Optional.ofNullable(in.readLine());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
