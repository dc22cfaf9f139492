package dev.stint.weave.internal.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The resources of class loaders, as bytes. */
public final class Resources {
    private Resources() {}

    public static boolean has(ClassLoader in, String name) {
        return in.getResource(name) != null;
    }

    public static byte @Nullable [] read(ClassLoader from, String name) {
        try (InputStream in = from.getResourceAsStream(name)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read from " + from, e);
        }
    }
}
