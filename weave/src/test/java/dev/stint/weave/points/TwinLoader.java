package dev.stint.weave.points;

import dev.stint.weave.ClassSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Loads the samples of this package woven. */
final class TwinLoader extends ClassLoader {
    private final PointWeaver weaver;

    TwinLoader() {
        super(TwinLoader.class.getClassLoader());
        ClassSource classes = name -> Optional.of(find(name));
        weaver = PointWeaver.of(classes);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(Samples.class.getName())) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null) {
            byte[] woven = weaver.weave(find(name.replace('.', '/')));
            loaded = defineClass(name, woven, 0, woven.length);
        }
        return loaded;
    }

    private static byte[] find(String name) {
        ClassLoader parent = TwinLoader.class.getClassLoader();
        try (InputStream in = parent.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
