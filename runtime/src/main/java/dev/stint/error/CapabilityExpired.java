package dev.stint.error;

/** The caller's capability is past its time. */
public final class CapabilityExpired extends CapabilityRefused {
    private static final long serialVersionUID = 1L;

    public CapabilityExpired(String message) {
        super(message);
    }
}
