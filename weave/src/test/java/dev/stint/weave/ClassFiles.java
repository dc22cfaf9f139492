package dev.stint.weave;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The class files of the tests. */
final class ClassFiles {
    private ClassFiles() {}

    static byte[] of(Class<?> type) {
        byte[] file = find(type.getName().replace('.', '/'));
        if (file == null) {
            throw new AssertionError("no file of " + type);
        }
        return file;
    }

    static byte @Nullable [] find(String internalName) {
        return find(ClassFiles.class.getClassLoader(), internalName);
    }

    static byte @Nullable [] find(ClassLoader loader, String internalName) {
        try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(internalName, e);
        }
    }
}
