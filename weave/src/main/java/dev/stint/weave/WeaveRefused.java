package dev.stint.weave;

/** Says which class cannot be woven, and why. Nothing of it runs unmetered: it is not loaded. */
public final class WeaveRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String className;
    private final String reason;

    public WeaveRefused(String className, String reason) {
        super("class " + className + " is refused: " + reason);
        this.className = className;
        this.reason = reason;
    }

    public WeaveRefused(String className, String reason, Throwable cause) {
        this(className, reason);
        initCause(cause);
    }

    /** The class, in its binary name with dots; a guess if the file does not say. */
    public String className() {
        return className;
    }

    public String reason() {
        return reason;
    }
}
