package dev.stint.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The class files of the tests. */
final class ClassFiles {
    private ClassFiles() {}

    static byte[] of(Class<?> type) {
        return find(type.getName().replace('.', '/'))
                .orElseThrow(() -> new AssertionError("no file of " + type));
    }

    static Optional<byte[]> find(String internalName) {
        return find(ClassFiles.class.getClassLoader(), internalName);
    }

    static Optional<byte[]> find(ClassLoader loader, String internalName) {
        try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new AssertionError(internalName, e);
        }
    }
}
