package dev.stint.weave;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Loads woven twins of classes that another loader has, all of a package or all in a map. What is
 * not among them comes from that other loader.
 */
final class WovenClasses extends ClassLoader {
    private final Map<String, byte[]> files = new HashMap<>(); // by internal name
    private final @Nullable String prefix; // internal
    private @Nullable Weaver weaver;
    private final ClassLoader from;

    private WovenClasses(
            ClassLoader from,
            @Nullable String prefix,
            Map<String, byte[]> files,
            @Nullable Surface surface) {
        super(from);
        this.from = from;
        this.prefix = prefix;
        this.files.putAll(files);
        this.weaver = surface == null ? null : Weaver.of(this::file, others(), surface);
    }

    /** The JDK, and what the tests lend. */
    private static ClassSource others() {
        return ClassSource.ofJdk().orElse(ClassFiles::find);
    }

    /** Those whose names begin like that of the given one, so also those nested in it. */
    static WovenClasses of(Class<?> first) {
        return of(first, Surface.open());
    }

    static WovenClasses of(Class<?> first, Surface surface) {
        String prefix = first.getName().replace('.', '/');
        return new WovenClasses(first.getClassLoader(), prefix, Map.of(), surface);
    }

    static WovenClasses strict(Class<?> first, Surface surface) {
        var classes = of(first, surface);
        classes.weaver = classes.weaver == null ? null : classes.weaver.strict();
        return classes;
    }

    static WovenClasses of(Map<String, byte[]> files) {
        return new WovenClasses(WovenClasses.class.getClassLoader(), null, files, Surface.open());
    }

    static WovenClasses unwoven(Map<String, byte[]> files) {
        return new WovenClasses(WovenClasses.class.getClassLoader(), null, files, null);
    }

    /** The twin of a class. */
    Class<?> twin(Class<?> type) {
        try {
            return loadClass(type.getName());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private Optional<byte[]> file(String internalName) {
        byte[] given = files.get(internalName);
        if (given != null || prefix == null || !internalName.startsWith(prefix)) {
            return Optional.ofNullable(given);
        }
        return ClassFiles.find(from, internalName);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            byte[] file = loaded == null ? file(name.replace('.', '/')).orElse(null) : null;
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
