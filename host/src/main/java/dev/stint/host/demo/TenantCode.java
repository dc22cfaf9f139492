package dev.stint.host.demo;

import dev.stint.weave.ClassSource;
import dev.stint.weave.MeteredClassLoader;
import dev.stint.weave.Surface;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** How the code of the demo's tenants is loaded: woven, or, to show what that is for, not. */
enum TenantCode {
    WOVEN,
    UNWOVEN;

    /** Of all its classes. */
    static final String PACKAGE = "dev.stint.host.demo.tenant.";

    private static final String FOLDER = PACKAGE.replace('.', '/');

    /**
     * Loads a tenant's class by a loader of its own, without initialising it.
     *
     * @throws dev.stint.weave.WeaveRefusedException if it is woven and must not be
     */
    Class<?> load(String className) throws ClassNotFoundException {
        ClassLoader host = TenantCode.class.getClassLoader();
        ClassLoader loader =
                this == WOVEN
                        ? MeteredClassLoader.of(className, source(), Surface.ofTenant(), host)
                        : host;
        return Class.forName(className, false, loader);
    }

    /** A new object of such a class; initialises it. */
    static <T> T make(Class<?> loaded, Class<T> type) throws ReflectiveOperationException {
        var constructor = loaded.getDeclaredConstructor();
        constructor.setAccessible(true);
        return type.cast(constructor.newInstance());
    }

    /** Where the files of all of them are found, before they are woven. */
    static ClassSource source() {
        return name ->
                name.startsWith(FOLDER)
                        ? HandMade.file(name.substring(FOLDER.length())).or(() -> read(name))
                        : Optional.empty();
    }

    private static Optional<byte[]> read(String name) {
        try (InputStream in = TenantCode.class.getResourceAsStream("/" + name + ".class")) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(name + " of the demo cannot be read", e);
        }
    }
}
