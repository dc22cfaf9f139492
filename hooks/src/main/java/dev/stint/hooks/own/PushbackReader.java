package dev.stint.hooks.own;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A reader into which characters can be put back. The JDK's locks what it reads from. */
public class PushbackReader extends FilterReader {
    private char @Nullable [] buffer; // filled from the end; null when closed
    private int at;

    public PushbackReader(Reader in) {
        this(in, 1);
    }

    public PushbackReader(Reader in, int size) {
        super(in);
        if (size <= 0) {
            throw new IllegalArgumentException("size <= 0");
        }
        this.buffer = new char[size];
        this.at = size;
    }

    private char[] open() throws IOException {
        char[] open = buffer;
        if (open == null) {
            throw new IOException("Stream closed");
        }
        return open;
    }

    @Override
    public int read() throws IOException {
        char[] put = open();
        return at < put.length ? put[at++] : in.read();
    }

    @Override
    public int read(char[] into, int from, int count) throws IOException {
        char[] put = open();
        Objects.checkFromIndexSize(from, count, into.length);
        int taken = Math.min(put.length - at, count);
        if (count == 0) {
            return 0;
        }
        System.arraycopy(put, at, into, from, taken);
        at += taken;
        if (taken == count) {
            return taken;
        }
        int more = in.read(into, from + taken, count - taken);
        if (more < 0) {
            return taken == 0 ? -1 : taken;
        }
        return taken + more;
    }

    public void unread(int character) throws IOException {
        char[] put = open();
        if (at == 0) {
            throw new IOException("Pushback buffer overflow");
        }
        put[--at] = (char) character;
    }

    public void unread(char[] from, int first, int count) throws IOException {
        char[] put = open();
        if (count > at) {
            throw new IOException("Pushback buffer overflow");
        }
        at -= count;
        System.arraycopy(from, first, put, at, count);
    }

    public void unread(char[] from) throws IOException {
        unread(from, 0, from.length);
    }

    @Override
    public boolean ready() throws IOException {
        return at < open().length || in.ready();
    }

    @Override
    public void mark(int most) throws IOException {
        throw new IOException("mark/reset not supported");
    }

    @Override
    public void reset() throws IOException {
        throw new IOException("mark/reset not supported");
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    @Override
    public long skip(long count) throws IOException {
        if (count < 0) {
            throw new IllegalArgumentException("skip value is negative");
        }
        int taken = (int) Math.min(open().length - at, count);
        at += taken;
        return taken + (count > taken ? in.skip(count - taken) : 0);
    }

    @Override
    public void close() throws IOException {
        in.close();
        buffer = null;
    }
}
