package dev.stint.host.lsp;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Messages over a pair of streams: each has its length before it. */
final class Wire {
    private static final int LONGEST = 64 << 20;
    private static final int LONGEST_LINE = 1 << 10;
    private static final String LENGTH = "content-length:";

    private final InputStream in;
    private final OutputStream out;

    Wire(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** The next message; empty at the end of the stream. */
    Optional<String> read() throws IOException {
        int length = -1;
        while (true) {
            Optional<String> line = line();
            if (line.isEmpty()) {
                return Optional.empty();
            }
            if (line.get().isEmpty()) {
                break;
            }
            String header = line.get().toLowerCase(Locale.ROOT);
            if (header.startsWith(LENGTH)) {
                length = length(header.substring(LENGTH.length()).strip());
            }
        }
        if (length < 0) {
            throw new IOException(
                    "a message without Content-Length. Write it before each message.");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the stream ended in the middle of a message");
        }
        return Optional.of(new String(bytes, StandardCharsets.UTF_8));
    }

    private static int length(String word) throws IOException {
        try {
            int length = Integer.parseInt(word);
            if (length >= 0 && length <= LONGEST) {
                return length;
            }
        } catch (NumberFormatException e) {
            // as below
        }
        throw new IOException(
                "a message of '" + word + "' bytes. Give a number from 0 to " + LONGEST + ".");
    }

    /** Without its end; empty at the end of the stream. */
    private Optional<String> line() throws IOException {
        var line = new ByteArrayOutputStream();
        while (true) {
            int next = in.read();
            if (next < 0) {
                return Optional.empty();
            }
            if (next == '\n') {
                return Optional.of(line.toString(StandardCharsets.US_ASCII).strip());
            }
            if (line.size() == LONGEST_LINE) {
                throw new IOException("a header of more than " + LONGEST_LINE + " bytes");
            }
            line.write(next);
        }
    }

    void write(String message) throws IOException {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        String header = "Content-Length: " + bytes.length + "\r\n\r\n";
        out.write(header.getBytes(StandardCharsets.US_ASCII));
        out.write(bytes);
        out.flush();
    }
}
