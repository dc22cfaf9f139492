package dev.stint.host;

import java.io.Serial;

/**
 * The user asked for something that cannot be. The message is one line that says what is wrong and
 * what is right, without the command's name in front.
 */
final class BadArguments extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    BadArguments(String message) {
        super(message);
    }

    /** What the user typed, in quotes and on one line whatever it holds. */
    static String quoted(String typed) {
        return "'" + typed.replaceAll("\\p{Cntrl}", "?") + "'";
    }
}
