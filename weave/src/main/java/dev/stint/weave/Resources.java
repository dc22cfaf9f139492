package dev.stint.weave;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Reads what class loaders have. */
final class Resources {
    private Resources() {}

    static byte @Nullable [] read(ClassLoader from, String name) {
        try (InputStream in = from.getResourceAsStream(name)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read from " + from, e);
        }
    }
}
