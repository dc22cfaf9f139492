package dev.stint.hooks;

/** Says what woven code must not do, and what to do instead. */
public final class AccessRefused extends SecurityException {
    private static final long serialVersionUID = 1;

    public AccessRefused(String message) {
        super(message);
    }
}
