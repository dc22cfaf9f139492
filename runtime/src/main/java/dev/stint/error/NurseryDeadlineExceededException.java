package dev.stint.error;

/** Thrown to whoever joins or closes a nursery whose children did not end in time. */
public final class NurseryDeadlineExceededException extends StintException {
    private static final long serialVersionUID = 1L;

    public NurseryDeadlineExceededException(String message) {
        super(message);
    }
}
