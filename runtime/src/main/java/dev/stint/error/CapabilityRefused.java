package dev.stint.error;

/** Thrown when something needs a right that the caller does not have, or has no more. */
public abstract sealed class CapabilityRefused extends StintException
        permits CapabilityExceeded, CapabilityExpired, CapabilityMissing, CapabilityRevoked {
    private static final long serialVersionUID = 1L;

    CapabilityRefused(String message) {
        super(message);
    }
}
