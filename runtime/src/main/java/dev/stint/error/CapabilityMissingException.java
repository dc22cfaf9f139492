package dev.stint.error;

/** The caller has no capability for what it tried, or one that was not issued here. */
public final class CapabilityMissingException extends CapabilityRefusedException {
    private static final long serialVersionUID = 1L;

    public CapabilityMissingException(String message) {
        super(message);
    }
}
