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
     * The send throws {@link dev.stint.error.ChannelFull}; the sender never waits. A clause of a
     * {@link Select} does not throw: it is not possible yet.
     */
    FAIL
}
