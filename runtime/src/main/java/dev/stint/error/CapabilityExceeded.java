package dev.stint.error;

/** The caller asked for more than its capability allows. */
public final class CapabilityExceeded extends CapabilityRefused {
    private static final long serialVersionUID = 1L;

    public CapabilityExceeded(String message) {
        super(message);
    }
}
