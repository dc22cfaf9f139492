package dev.stint.nativecode.error;

/**
 * Thrown when C code cannot be run or has failed. Where a function has returned a negative number,
 * {@link #code} is that number.
 */
public class NativeCodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long code;

    public NativeCodeException(String message) {
        super(message);
        this.code = 0;
    }

    public NativeCodeException(String message, Throwable cause) {
        super(message, cause);
        this.code = 0;
    }

    public NativeCodeException(String message, long code) {
        super(message);
        this.code = code;
    }

    /** What the function has returned; STINT_NO_STACK, or 0, if it has not come so far. */
    public final long code() {
        return code;
    }
}
