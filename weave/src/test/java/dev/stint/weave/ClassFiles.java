package dev.stint.weave;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
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

    /**
     * That of a class loader with a method {@code loadClass} that no compiler would let through.
     */
    static byte[] odd(String name, int flags, String descriptor) {
        return ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        type ->
                                type.withFlags(ClassFile.ACC_PUBLIC)
                                        .withSuperclass(ClassDesc.of("java.lang.ClassLoader"))
                                        .withMethodBody(
                                                ConstantDescs.INIT_NAME,
                                                ConstantDescs.MTD_void,
                                                ClassFile.ACC_PUBLIC,
                                                code ->
                                                        code.aload(0)
                                                                .invokespecial(
                                                                        ClassDesc.of(
                                                                                "java.lang.ClassLoader"),
                                                                        ConstantDescs.INIT_NAME,
                                                                        ConstantDescs.MTD_void)
                                                                .return_())
                                        .withMethodBody(
                                                "loadClass",
                                                MethodTypeDesc.ofDescriptor(descriptor),
                                                flags,
                                                code -> code.aconst_null().areturn()));
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
