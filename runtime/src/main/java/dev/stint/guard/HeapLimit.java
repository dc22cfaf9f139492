package dev.stint.guard;

/**
 * How much of the heap a tenant may keep alive.
 *
 * @param bytes the limit; {@link Limits#UNLIMITED} to have it estimated, and never stop it
 * @param warning an {@link dev.stint.event.Event.HeapWarning} tells when it keeps more than this
 */
public record HeapLimit(long bytes, long warning) {
    public HeapLimit {
        if (bytes < 1 || warning < 1 || warning > bytes) {
            throw new IllegalArgumentException(
                    "a heap limit of "
                            + bytes
                            + " bytes with a warning at "
                            + warning
                            + " cannot be kept: both are at least 1, and the warning comes first.");
        }
    }

    /** A limit with a warning at four fifths of it. */
    public static HeapLimit of(long bytes) {
        return new HeapLimit(bytes, Math.max(1, bytes == Limits.UNLIMITED ? bytes : bytes / 5 * 4));
    }
}
