package dev.stint.error;

/** The caller's capability is past its time. */
public final class CapabilityExpiredException extends CapabilityRefusedException {
    private static final long serialVersionUID = 1L;

    public CapabilityExpiredException(String message) {
        super(message);
    }
}
