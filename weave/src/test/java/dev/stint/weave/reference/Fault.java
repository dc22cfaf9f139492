package dev.stint.weave.reference;

/** The interpreter itself is wrong, or was given what it cannot do. Never seen by a program. */
final class Fault extends Error {
    private static final long serialVersionUID = 1;

    Fault(String message) {
        super(message);
    }

    Fault(String message, Throwable cause) {
        super(message, cause);
    }
}
