package dev.stint.weave;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The class files of the tests. */
final class ClassFiles {
    private ClassFiles() {}

    /** That of a class with nothing in it. */
    static byte[] empty(String name) {
        return extending(name, "java.lang.Object");
    }

    static byte[] extending(String name, String parent) {
        return ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        type ->
                                type.withFlags(ClassFile.ACC_PUBLIC)
                                        .withSuperclass(ClassDesc.of(parent)));
    }

    /** A copy of a jar that lacks an entry. */
    static Path without(Path jar, String entry, Path to) throws IOException {
        Files.copy(jar, to);
        try (var copy = FileSystems.newFileSystem(to)) {
            Files.delete(copy.getPath(entry));
        }
        return to;
    }

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
