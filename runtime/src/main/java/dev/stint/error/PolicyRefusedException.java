package dev.stint.error;

/** Thrown when the policy in force does not admit a tenant or a scheduling context. */
public final class PolicyRefusedException extends StintException {
    private static final long serialVersionUID = 1L;

    public PolicyRefusedException(String message) {
        super(message);
    }
}
