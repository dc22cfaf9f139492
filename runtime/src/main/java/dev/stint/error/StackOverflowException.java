package dev.stint.error;

/** The failure of a task that ran out of stack. It alone fails; the cause says where it was. */
public final class StackOverflowException extends StintException {
    private static final long serialVersionUID = 1L;

    public StackOverflowException(String task, StackOverflowError cause) {
        super(
                task
                        + " ran out of stack: it recursed deeper than a task may."
                        + " Recurse less deep, or start children for the parts.",
                cause);
    }
}
