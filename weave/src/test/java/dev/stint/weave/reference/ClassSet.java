package dev.stint.weave.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Class files that belong together, by internal name: what a tenant brings. */
record ClassSet(Map<String, byte[]> files) {
    /** A class of the tests and all that is nested in it. */
    static ClassSet of(Class<?> root) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        String name = root.getName().replace('.', '/');
        files.put(name, read(root, name));
        byte[] host = read(root, root.getNestHost().getName().replace('.', '/'));
        var nest = ClassFile.of().parse(host).findAttribute(Attributes.nestMembers());
        if (nest.isPresent()) {
            for (ClassEntry member : nest.get().nestMembers()) {
                if (member.asInternalName().startsWith(name + "$")) {
                    files.put(member.asInternalName(), read(root, member.asInternalName()));
                }
            }
        }
        return new ClassSet(files);
    }

    Optional<byte[]> find(String internalName) {
        return Optional.ofNullable(files.get(internalName));
    }

    boolean holds(String internalName) {
        return files.containsKey(internalName);
    }

    private static byte[] read(Class<?> near, String internalName) {
        try (InputStream in = near.getResourceAsStream("/" + internalName + ".class")) {
            if (in == null) {
                throw new IllegalArgumentException("no class file of " + internalName);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
