package dev.stint.nativecode.error;

/**
 * A C task could not begin: there is no stack for it. What limits how many there are is memory, or,
 * where guards take mappings, Linux. Those that have begun go on, and their stacks are used again.
 */
public final class NoStackException extends NativeCodeException {
    private static final long serialVersionUID = 1L;

    private final long stacks;

    public NoStackException(String message, long code, long stacks) {
        super(message, code);
        this.stacks = stacks;
    }

    /** How many stacks there are. */
    public long stacks() {
        return stacks;
    }
}
