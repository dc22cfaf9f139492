package dev.stint.error;

/** Thrown by a send to a full channel that refuses what it has no room for. */
public final class ChannelFullException extends StintException {
    private static final long serialVersionUID = 1L;

    public ChannelFullException(String message) {
        super(message);
    }
}
