package dev.stint.policy;

/** Where the policy in force is from. */
public enum PolicyOrigin {
    /** The fallback: no service has given one yet, or none for so long that it no longer counts. */
    FALLBACK,

    /** The service gave it, and stands by it. */
    SERVICE,

    /** The service gave it, and has not stood by it since; it is kept for a while. */
    LAST_SAFE
}
