package dev.stint.host.demo;

import dev.stint.weave.ClassSource;
import dev.stint.weave.MeteredClassLoader;
import dev.stint.weave.Surface;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the code of the demo's tenants is loaded: woven, or, to show what that is for, not. */
enum TenantCode {
    WOVEN,
    UNWOVEN;

    private static final String PACKAGE = "dev/stint/host/demo/tenant/";
    private static final String BROKEN = PACKAGE + "Broken";

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

    private static ClassSource source() {
        return name ->
                name.startsWith(PACKAGE) ? Optional.ofNullable(read(name)) : Optional.empty();
    }

    private static byte @Nullable [] read(String name) {
        if (name.equals(BROKEN)) {
            return broken(read(PACKAGE + "Loops$Endless"));
        }
        try (InputStream in = TenantCode.class.getResourceAsStream("/" + name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " of the demo cannot be read", e);
        }
    }

    /** A class file that ends in the middle. */
    private static byte @Nullable [] broken(byte @Nullable [] whole) {
        return whole == null ? null : java.util.Arrays.copyOf(whole, whole.length / 2);
    }
}
