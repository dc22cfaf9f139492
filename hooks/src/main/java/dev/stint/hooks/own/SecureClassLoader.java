package dev.stint.hooks.own;

import java.nio.ByteBuffer;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/** A class loader that is told where classes come from, which means nothing here. */
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public class SecureClassLoader extends ClassLoader {
    protected SecureClassLoader() {}

    protected SecureClassLoader(@Nullable ClassLoader parent) {
        super(parent);
    }

    protected SecureClassLoader(@Nullable String name, @Nullable ClassLoader parent) {
        super(name, parent);
    }

    protected final Class<?> defineClass(
            @Nullable String name, byte[] file, int from, int length, @Nullable CodeSource source) {
        return defineClass(name, file, from, length, (ProtectionDomain) null);
    }

    protected final Class<?> defineClass(
            @Nullable String name, ByteBuffer file, @Nullable CodeSource source) {
        return defineClass(name, file, (ProtectionDomain) null);
    }
}
