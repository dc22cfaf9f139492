package dev.stint.error;

/** The caller asked for more than its capability allows. */
public final class CapabilityExceededException extends CapabilityRefusedException {
    private static final long serialVersionUID = 1L;

    public CapabilityExceededException(String message) {
        super(message);
    }
}
