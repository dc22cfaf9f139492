package dev.stint.language.internal.type;

import org.jspecify.annotations.Nullable;

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

    /** In compiled code it knows its place; otherwise see {@link #at}. */
    public PanicException(String code, String message) {
        this(code, message, Place.current(0));
    }

    private PanicException(String code, String message, @Nullable Place place) {
        this(code, code + ": " + message + (place == null ? "" : place.toString()), place != null);
    }

    /** A function is called where too many are active; the place is that of the call. */
    public static PanicException tooDeep(String function, int deepest) {
        return new PanicException(
                STACK,
                "'%s' is called at a depth of more than %d".formatted(function, deepest),
                Place.current(1));
    }

    private PanicException(String code, String message, boolean isLocated) {
        super(message, null, false, false); // the place is a line of the script
        this.code = code;
        this.isLocated = isLocated;
    }

    /** The same, with its place. */
    public PanicException at(String function, int line) {
        return new PanicException(code, getMessage() + new Place(function, line), true);
    }

    public boolean isLocated() {
        return isLocated;
    }

    public String code() {
        return code;
    }
}
