package dev.stint.weave.internal.files;

import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.LinkedHashSet;
import java.util.Set;

/** The classes that a class file names where the weaver, or the JVM, may look for them. */
public final class ReferredClasses {
    private static final int LONGEST = 1_000; // longer names are refused

    private ReferredClasses() {}

    /** Their internal names; none if the file cannot be read. */
    public static Set<String> of(byte[] file) {
        var found = new LinkedHashSet<String>();
        if (file.length > ClassFileHeader.LARGEST) {
            return found;
        }
        try {
            for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
                switch (entry) {
                    case ClassEntry type -> addNamed(type.asInternalName(), found);
                    case NameAndTypeEntry member ->
                            addDescribed(member.type().stringValue(), found);
                    case MethodTypeEntry type ->
                            addDescribed(type.descriptor().stringValue(), found);
                    default -> {}
                }
            }
        } catch (RuntimeException e) {
            found.clear(); // whatever is wrong with it, the weaver says
        }
        return found;
    }

    private static void addNamed(String name, Set<String> to) {
        if (name.startsWith("[")) {
            addDescribed(name, to);
        } else {
            add(name, to);
        }
    }

    /** All names between an L and its semicolon. */
    private static void addDescribed(String descriptor, Set<String> to) {
        int at = 0;
        while (at < descriptor.length()) {
            int end = descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) : -1;
            if (end > 0) {
                add(descriptor.substring(at + 1, end), to);
                at = end;
            }
            at++;
        }
    }

    private static void add(String name, Set<String> to) {
        if (!name.isEmpty() && name.length() <= LONGEST) {
            to.add(name);
        }
    }
}
