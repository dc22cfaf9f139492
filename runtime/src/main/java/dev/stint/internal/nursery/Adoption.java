package dev.stint.internal.nursery;

/** What a nursery says to somebody who is to be its child. */
public enum Adoption {
    ADOPTED,
    /** The nursery's pool cannot pay for it. */
    CANNOT_PAY,
    /** The nursery takes no more children. */
    NOT_ACTIVE
}
