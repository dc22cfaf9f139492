package dev.stint.language.internal.type;

/** A script has done what has no result: it ends its task. */
public final class PanicException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public static final String BOUNDS = "P001";
    public static final String OVERFLOW = "P002";
    public static final String DIVISION = "P003";
    public static final String ASSERTION = "P004";
    public static final String UNREACHABLE = "P005";
    public static final String MEMORY = "P006";
    public static final String STACK = "P007";
    public static final String PANIC = "P000";

    private final String code;
    private final boolean isLocated;

    public PanicException(String code, String message) {
        this(code, code + ": " + message, false);
    }

    private PanicException(String code, String message, boolean isLocated) {
        super(message, null, false, false); // the place is a line of the script
        this.code = code;
        this.isLocated = isLocated;
    }

    /** The same, with its place. */
    public PanicException at(String function, int line) {
        return new PanicException(
                code, "%s, in '%s' at line %d".formatted(getMessage(), function, line), true);
    }

    public boolean isLocated() {
        return isLocated;
    }

    public String code() {
        return code;
    }
}
