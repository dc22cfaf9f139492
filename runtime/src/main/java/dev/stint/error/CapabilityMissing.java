package dev.stint.error;

/** The caller has no capability for what it tried, or one that was not issued here. */
public final class CapabilityMissing extends CapabilityRefused {
    private static final long serialVersionUID = 1L;

    public CapabilityMissing(String message) {
        super(message);
    }
}
