package dev.stint.verify.hostile.raw;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** A run of bytes that grows, with numbers as class files write them. */
public final class RawBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Reads how many bytes follow. */
    static int count(ByteBuffer in) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining()) {
            throw new IllegalArgumentException(count + " bytes of " + in.remaining());
        }
        return count;
    }

    public RawBytes u1(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
        return this;
    }

    public RawBytes u2(int... values) {
        for (int value : values) {
            bytes.write(value >> 8);
            bytes.write(value);
        }
        return this;
    }

    public RawBytes u4(int... values) {
        for (int value : values) {
            u2(value >>> 16, value);
        }
        return this;
    }

    public RawBytes raw(byte[] more) {
        bytes.writeBytes(more);
        return this;
    }

    /** A text of at most 65,535 bytes, with its length before it. */
    public RawBytes utf(String text) {
        try {
            new DataOutputStream(bytes).writeUTF(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    public int size() {
        return bytes.size();
    }

    public byte[] all() {
        return bytes.toByteArray();
    }
}
