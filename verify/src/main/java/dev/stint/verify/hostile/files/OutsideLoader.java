package dev.stint.verify.hostile.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/**
 * The host's classes, as a batch would see them: with an oracle class of its own. To be asked for
 * that is a finding: a class that is not open must not even be loaded for the tenant.
 */
final class OutsideLoader extends ClassLoader {
    private static final String OUTSIDE = Outside.class.getName();

    static {
        registerAsParallelCapable();
    }

    OutsideLoader() {
        super("outside", OutsideLoader.class.getClassLoader());
    }

    /** The names of the oracle class and of its interface. */
    static List<String> names() {
        return List.of(OUTSIDE, Outside.Inside.class.getName());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OUTSIDE)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                Witness.note("a class of the outside was loaded: " + name);
                byte[] file = file(name);
                loaded = defineClass(name, file, 0, file.length);
            }
            return loaded;
        }
    }

    private static byte[] file(String name) throws ClassNotFoundException {
        try (InputStream in =
                OutsideLoader.class.getResourceAsStream(
                        name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return Objects.requireNonNull(in).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }
}
