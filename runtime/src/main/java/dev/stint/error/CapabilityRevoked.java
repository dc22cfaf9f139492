package dev.stint.error;

/** The caller's capability, or one that it was derived from, was revoked. */
public final class CapabilityRevoked extends CapabilityRefused {
    private static final long serialVersionUID = 1L;

    public CapabilityRevoked(String message) {
        super(message);
    }
}
