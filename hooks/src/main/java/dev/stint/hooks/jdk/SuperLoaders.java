package dev.stint.hooks.jdk;

import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * What a class loader that a tenant has written gets when it calls {@code super}: that which the
 * JDK's {@code ClassLoader} would do, whatever the tenant's own methods of these names do.
 */
public final class SuperLoaders {
    private static final java.lang.invoke.MethodHandle NAME =
            JdkFields.getter(ClassLoader.class, "name", Object.class);

    private SuperLoaders() {}

    public static @Nullable String getName(ClassLoader self, Class<?> caller) {
        return (String) JdkFields.read(NAME, self);
    }

    public static Class<?> loadClass(ClassLoader self, String name, Class<?> caller)
            throws ClassNotFoundException {
        return MadeLoaders.loadClass(self, name, false, caller);
    }

    public static Class<?> loadClass(
            ClassLoader self, String name, boolean resolve, Class<?> caller)
            throws ClassNotFoundException {
        return MadeLoaders.search(self, name, caller);
    }

    @SuppressWarnings("DoNotCallSuggester") // the JDK's is one that always throws
    public static Class<?> findClass(ClassLoader self, String name, Class<?> caller)
            throws ClassNotFoundException {
        throw new ClassNotFoundException(name);
    }

    public static @Nullable URL getResource(ClassLoader self, String name, Class<?> caller) {
        return MadeLoaders.searchResource(self, name, caller);
    }

    public static Enumeration<URL> getResources(ClassLoader self, String name, Class<?> caller) {
        return MadeLoaders.searchResources(self, name, caller);
    }

    public static @Nullable InputStream getResourceAsStream(
            ClassLoader self, String name, Class<?> caller) {
        return Loaders.opened(MadeLoaders.resource(self, name, caller));
    }

    public static @Nullable URL findResource(ClassLoader self, String name, Class<?> caller) {
        return null;
    }

    public static Enumeration<URL> findResources(ClassLoader self, String name, Class<?> caller) {
        return Collections.emptyEnumeration();
    }
}
