package dev.stint.error;

/** The caller's capability, or one that it was derived from, was revoked. */
public final class CapabilityRevokedException extends CapabilityRefusedException {
    private static final long serialVersionUID = 1L;

    public CapabilityRevokedException(String message) {
        super(message);
    }
}
