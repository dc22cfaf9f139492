package dev.stint.host.repl;

import dev.stint.budget.Budget;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Reads inputs, one after the other, and shows what comes of them. */
public final class Repl {
    private static final String PROMPT = "jan> ";
    private static final String MORE = "...> ";
    private static final String HELP =
            """
            An expression shows its value, type and price; a statement runs; a declaration is kept,
            as are variables of numbers, texts and bools. Others are computed anew by each input.
              :type EXPR      what it is, without running it
              :ir INPUT       its intermediate code, which shows where it pays
              :budget [N]     what each input may spend, in operations
              :reset          forget all that was declared
              :help  :quit
            An input goes on over several lines until it is whole; an empty line ends it. Ctrl-C
            stops an input that runs and forgets one that is not whole; Ctrl-D ends the session.
            """;

    private final Session session;
    private final Lines lines;
    private final PrintWriter out;
    private final Function<String, Long> amounts;

    /** Where lines come from. */
    @FunctionalInterface
    public interface Lines {
        /**
         * The next line; empty at the end.
         *
         * @throws GivenUpException if the person wants to begin again
         */
        Optional<String> next(String prompt) throws GivenUpException;
    }

    /** The input of which a line was to be read is given up. */
    public static final class GivenUpException extends Exception {
        private static final long serialVersionUID = 1L;

        GivenUpException(Throwable cause) {
            super("the input was given up", cause);
        }
    }

    /**
     * @param amounts reads numbers such as 5M; throws an IllegalArgumentException with the reason
     */
    public Repl(Session session, Lines lines, PrintWriter out, Function<String, Long> amounts) {
        this.session = session;
        this.lines = lines;
        this.out = out;
        this.amounts = amounts;
    }

    /** Until the lines end, or somebody says so. */
    public void run() throws InterruptedException {
        boolean goesOn = true;
        while (goesOn) {
            try {
                goesOn = one();
            } catch (GivenUpException e) {
                // what was typed of it is forgotten
            } finally {
                out.flush();
            }
        }
    }

    /** Takes an input; false if it was the last. */
    private boolean one() throws GivenUpException, InterruptedException {
        Optional<String> line = lines.next(PROMPT);
        if (line.isEmpty()) {
            return false;
        }
        String text = line.get().strip();
        if (text.equals(":quit") || text.equals(":q")) {
            return false;
        }
        if (text.startsWith(":")) {
            command(text);
        } else if (!text.isEmpty()) {
            out.print(session.take(whole(text)));
        }
        return true;
    }

    private String whole(String first) throws GivenUpException {
        var text = new StringBuilder(first);
        while (session.isUnfinished(text.toString())) {
            Optional<String> more = lines.next(MORE);
            if (more.isEmpty() || more.get().isBlank()) {
                break;
            }
            text.append('\n').append(more.get());
        }
        return text.toString();
    }

    private void command(String text) {
        int blank = text.indexOf(' ');
        String word = blank < 0 ? text : text.substring(0, blank);
        String rest = blank < 0 ? "" : text.substring(blank).strip();
        switch (word) {
            case ":help", ":h" -> out.print(HELP);
            case ":type", ":t" -> out.println(session.type(rest).stripTrailing());
            case ":ir" -> out.print(session.code(rest));
            case ":reset" -> {
                session.reset();
                out.println("nothing is declared");
            }
            case ":budget" -> budget(rest);
            default -> out.println("there is no " + word + "; :help shows what there is");
        }
    }

    private void budget(String amount) {
        Budget now = session.budget();
        if (!amount.isEmpty()) {
            try {
                long ops = amounts.apply(amount);
                session.budget(
                        new Budget(
                                ops, now.memory(), now.spawns(), now.channelOps(), now.syscalls()));
            } catch (IllegalArgumentException e) {
                out.println(e.getMessage());
                return;
            }
        }
        out.println(
                String.format(
                        Locale.ROOT,
                        "each input may spend %,d operations",
                        session.budget().ops()));
    }
}
