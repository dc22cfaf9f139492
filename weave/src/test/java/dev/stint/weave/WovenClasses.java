package dev.stint.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads woven twins of classes that another loader has, all of a package or all in a map. What is
 * not among them comes from that other loader.
 */
final class WovenClasses extends ClassLoader {
    private final Map<String, byte[]> files = new HashMap<>(); // by internal name
    private final @Nullable String prefix; // internal
    private final @Nullable Weaver weaver;
    private final ClassLoader from;

    private WovenClasses(
            ClassLoader from, @Nullable String prefix, Map<String, byte[]> files, boolean woven) {
        super(from);
        this.from = from;
        this.prefix = prefix;
        this.files.putAll(files);
        this.weaver = woven ? Weaver.of(this::file, Surface.open()) : null;
    }

    /** Those whose names begin like that of the given one, so also those nested in it. */
    static WovenClasses of(Class<?> first) {
        return new WovenClasses(
                first.getClassLoader(), first.getName().replace('.', '/'), Map.of(), true);
    }

    static WovenClasses of(Map<String, byte[]> files) {
        return new WovenClasses(WovenClasses.class.getClassLoader(), null, files, true);
    }

    static WovenClasses unwoven(Map<String, byte[]> files) {
        return new WovenClasses(WovenClasses.class.getClassLoader(), null, files, false);
    }

    private byte @Nullable [] file(String internalName) {
        byte[] given = files.get(internalName);
        if (given != null || prefix == null || !internalName.startsWith(prefix)) {
            return given;
        }
        try (InputStream in = from.getResourceAsStream(internalName + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(internalName, e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            byte[] file = loaded == null ? file(name.replace('.', '/')) : null;
            if (loaded != null) {
                return loaded;
            }
            if (file == null) {
                return super.loadClass(name, resolve);
            }
            byte[] defined = weaver == null ? file : weaver.weave(file);
            return defineClass(name, defined, 0, defined.length);
        }
    }
}
