package dev.stint.language.internal.run;

/** An error of a script that leaves its task, or that nobody has handled. */
public final class FaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String fault;

    public FaultException(String fault) {
        super("error " + fault, null, false, false);
        this.fault = fault;
    }

    /** Its whole name, as {@code IoError.NotFound}. */
    public String fault() {
        return fault;
    }
}
