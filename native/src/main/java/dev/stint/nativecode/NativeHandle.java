package dev.stint.nativecode;

import dev.stint.channel.Channel;
import dev.stint.nativecode.internal.Handles;
import java.util.Objects;

/**
 * Something of Java's that C code may use: a number that a C function takes for a pointer to it.
 * Once it is closed, C code that still uses it gets STINT_BAD_HANDLE.
 */
public final class NativeHandle implements AutoCloseable {
    private final long address;

    private NativeHandle(long address) {
        this.address = address;
    }

    /** A channel, as a {@code stint_channel *}. It carries 64-bit numbers. */
    public static NativeHandle of(Channel<Long> channel) {
        Objects.requireNonNull(channel, "the channel of a handle");
        return new NativeHandle(Handles.add(channel));
    }

    /** What C code is given. */
    public long address() {
        return address;
    }

    /** Any number of times. The channel itself stays as it is. */
    @Override
    public void close() {
        Handles.remove(address);
    }

    @Override
    public String toString() {
        return "handle " + Long.toHexString(address);
    }
}
