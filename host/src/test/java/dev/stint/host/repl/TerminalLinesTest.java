package dev.stint.host.repl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.budget.Budget;
import dev.stint.language.Library;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The session, driven by the keys of a terminal that is made of streams. */
@Timeout(60)
class TerminalLinesTest {
    private static final Budget EACH = new Budget(100_000, 1 << 24, 100, 1_000, 0);
    private static final String PROMPT = "jan> ";
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String BACKSPACE = "\u007f";
    private static final String HOME = "\u0001";
    private static final String UP = "\u001bOA"; // as keys of a terminal that edits

    @TempDir private Path folder;

    /** What a terminal shows, with all that moves its cursor. */
    private static final class Screen extends OutputStream {
        private final StringBuilder shown = new StringBuilder(); // guarded by this

        @Override
        public synchronized void write(int b) {
            shown.append((char) b);
            notifyAll();
        }

        synchronized void await(String text, int times) throws InterruptedException {
            while (shown.toString().split(Pattern.quote(text), -1).length <= times) {
                wait();
            }
        }

        @Override
        public synchronized String toString() {
            return shown.toString();
        }
    }

    /** A person at a session, who waits for what is shown. */
    private static final class Person implements AutoCloseable {
        private final Screen screen = new Screen();
        private final LineDisciplineTerminal terminal;
        private final FutureTask<Void> session;

        Person(Optional<Path> history) throws IOException {
            terminal = new LineDisciplineTerminal("test", "xterm", screen, StandardCharsets.UTF_8);
            session = new FutureTask<>((Callable<Void>) () -> run(history));
            Thread.ofPlatform().daemon().start(session);
        }

        private Void run(Optional<Path> history) throws Exception {
            var session = new Session(EACH, Library.none(), this::show);
            try (session;
                    var lines = new TerminalLines(terminal, history, session::stop)) {
                new Repl(session, lines, lines.writer(), Long::parseLong).run();
            }
            return null;
        }

        private void show(String text) {
            terminal.writer().print(text);
            terminal.writer().flush();
        }

        Person sees(String text) throws InterruptedException {
            return sees(text, 1);
        }

        Person sees(String text, int times) throws InterruptedException {
            screen.await(text, times);
            return this;
        }

        Person types(String keys) throws IOException {
            terminal.processInputBytes(keys.getBytes(StandardCharsets.UTF_8));
            return this;
        }

        /** Ends it by Ctrl-D, and gives back all that was shown. */
        String ends() throws Exception {
            types(CTRL_D);
            session.get();
            return screen.toString();
        }

        @Override
        public void close() throws IOException {
            terminal.close();
        }
    }

    @Test
    void lines_ofAnEarlierSession_comeBackAndAreTheUsersOwn() throws Exception {
        Path file = folder.resolve("state").resolve("stint").resolve("jan-history");
        try (var person = new Person(Optional.of(file))) {
            person.sees(PROMPT).types("\"it\\\\s!\".len + 37\r").sees("42 : i64").sees(PROMPT, 2);
            person.ends();
        }
        assertThat(file).content().contains("37");
        assertThat(rights(file)).isEqualTo("rw-------");
        assertThat(rights(Objects.requireNonNull(file.getParent()))).isEqualTo("rwx------");

        try (var person = new Person(Optional.of(file))) {
            person.sees(PROMPT).types(UP + "\r").sees("42 : i64").sees(PROMPT, 2);
            person.ends();
        }
    }

    private static String rights(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void lines_inAFileThatOthersCouldRead_areTakenFromThem() throws Exception {
        Path file = Files.createFile(folder.resolve("history"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        try (var person = new Person(Optional.of(file))) {
            person.sees(PROMPT).types("20 + 22\r").sees("42 : i64").sees(PROMPT, 2);
            person.ends();
        }
        assertThat(rights(file)).isEqualTo("rw-------");
    }

    @Test
    void lines_withoutAFile_areEditedAndKeptNowhere() throws Exception {
        try (var person = new Person(Optional.empty())) {
            // A wrong digit at the end and one at the start.
            person.sees(PROMPT).types("9 * 5" + BACKSPACE + "6" + HOME + CTRL_D + "7\r");
            person.sees("42 : i64").sees(PROMPT, 2);
            person.types(UP + "\r").sees("42 : i64", 2).sees(PROMPT, 3);
            person.ends();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void lines_whereNoFileCanBe_areTakenAllTheSame() throws Exception {
        Path file = Files.createFile(folder.resolve("file")).resolve("history");
        try (var person = new Person(Optional.of(file))) {
            person.sees(PROMPT).types("20 + 22\r").sees("42 : i64").sees(PROMPT, 2);
            assertThat(person.ends()).contains("lines are not kept in " + file);
        }
    }

    @Test
    void ctrlC_inAnInputThatIsNotWhole_forgetsIt() throws Exception {
        try (var person = new Person(Optional.empty())) {
            person.sees(PROMPT).types("func f() -> i64 do\r").sees("...> ").types("    return 7");
            person.sees("return 7").types(CTRL_C).sees(PROMPT, 2);
            person.types("20 + 22\r").sees("42 : i64").sees(PROMPT, 3);
            assertThat(person.ends()).doesNotContain("error");
        }
    }

    @Test
    void ctrlC_whileAnInputRuns_stopsItAlone() throws Exception {
        try (var person = new Person(Optional.empty())) {
            person.sees(PROMPT).types("let n = 41\r").sees(PROMPT, 2);
            person.types("async func wait() do println(\"ru\", \"ns\"); sleep(1000000) end\r");
            person.sees(PROMPT, 3).types("wait()\r").sees("runs").types(CTRL_C);
            person.sees("cancelled").sees(PROMPT, 4);
            person.types("n + 1\r").sees("42 : i64").sees(PROMPT, 5);
            person.ends();
        }
    }

    @Test
    void of_theEnvironment_isTheFolderOfStates() {
        Path home = Path.of("/home/ann");

        assertThat(HistoryFile.of(null, home))
                .isEqualTo(Path.of("/home/ann/.local/state/stint/jan-history"));
        assertThat(HistoryFile.of("here", home)).isEqualTo(HistoryFile.of(null, home));
        assertThat(HistoryFile.of("/state", home)).isEqualTo(Path.of("/state/stint/jan-history"));
    }
}
