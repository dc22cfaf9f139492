package dev.stint.channel;

/** What a channel does with a value for which it has no room. */
public enum Overflow {
    /** The sender waits. */
    SUSPEND,
    /** The oldest value in the buffer is dropped; the sender never waits. */
    DROP_OLDEST,
    /** The value is dropped; the sender never waits. */
    DROP_NEWEST,
    /**
     * The send throws {@link dev.stint.error.ChannelFullException}; the sender never waits. A send
     * without time to wait, {@code trySend} among them, returns false instead, and a clause of a
     * {@link Select} is not possible yet.
     */
    FAIL
}
