package dev.stint.policyservice.socket;

/** Thrown when the other side says what it must not. Nothing more is heard from it. */
final class WireException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    WireException(String message) {
        super(message);
    }
}
