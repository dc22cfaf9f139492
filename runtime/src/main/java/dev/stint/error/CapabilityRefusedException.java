package dev.stint.error;

/** Thrown when something needs a right that the caller does not have, or has no more. */
public abstract sealed class CapabilityRefusedException extends StintException
        permits CapabilityExceededException,
                CapabilityExpiredException,
                CapabilityMissingException,
                CapabilityRevokedException {
    private static final long serialVersionUID = 1L;

    CapabilityRefusedException(String message) {
        super(message);
    }
}
