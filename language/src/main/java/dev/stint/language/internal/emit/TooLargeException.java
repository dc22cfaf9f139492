package dev.stint.language.internal.emit;

/** A script does not fit into class files: a function or a text is too large for them. */
public final class TooLargeException extends Exception {
    private static final long serialVersionUID = 1L;

    TooLargeException(String what) {
        super(what, null, false, false);
    }
}
