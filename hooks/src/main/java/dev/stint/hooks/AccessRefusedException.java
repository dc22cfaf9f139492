package dev.stint.hooks;

/** Says what woven code must not do, and what to do instead. */
public final class AccessRefusedException extends SecurityException {
    private static final long serialVersionUID = 1;

    public AccessRefusedException(String message) {
        super(message);
    }
}
