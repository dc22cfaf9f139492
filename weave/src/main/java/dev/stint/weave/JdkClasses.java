package dev.stint.weave;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The class files of the running JDK. */
final class JdkClasses {
    private JdkClasses() {}

    static byte @Nullable [] find(String internalName) {
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        try (InputStream in = platform.getResourceAsStream(internalName + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the JDK's own " + internalName + " cannot be read", e);
        }
    }
}
