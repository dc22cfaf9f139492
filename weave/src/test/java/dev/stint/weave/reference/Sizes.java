package dev.stint.weave.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The modelled sizes of the charging rule. */
final class Sizes {
    private static final long UNKNOWN = 16;

    private final ClassSet set;

    Sizes(ClassSet set) {
        this.set = set;
    }

    static long ofJdk(String internalName) {
        return new Sizes(new ClassSet(Map.of())).ofObject(internalName);
    }

    long ofObject(String internalName) {
        ClassModel type = find(internalName);
        if (type == null) {
            return UNKNOWN;
        }
        long size = 12;
        while (type != null) {
            for (FieldModel field : type.fields()) {
                if (!field.flags().has(AccessFlag.STATIC)) {
                    size += of(field.fieldTypeSymbol());
                }
            }
            ClassEntry parent = type.superclass().orElse(null);
            type = parent == null ? null : find(parent.asInternalName());
        }
        return roundUp(size);
    }

    /**
     * A functional object.
     *
     * @param site from the captured values to the object
     */
    static long ofFunction(MethodTypeDesc site) {
        if (site.parameterCount() == 0) {
            return 0;
        }
        long size = 12;
        for (ClassDesc captured : site.parameterList()) {
            size += of(captured);
        }
        return roundUp(size);
    }

    static long ofArray(long length, ClassDesc element) {
        return roundUp(16 + length * of(element));
    }

    /** An array of arrays, with all arrays in it down to the last length. */
    static long ofArrays(int[] lengths, int from, ClassDesc type) {
        ClassDesc element = element(type);
        long size = ofArray(lengths[from], element);
        if (from + 1 < lengths.length) {
            size += lengths[from] * ofArrays(lengths, from + 1, element);
        }
        return size;
    }

    static long ofConcatenation(String made) {
        return roundUp(40 + 2L * made.length());
    }

    static ClassDesc element(ClassDesc array) {
        ClassDesc element = array.componentType();
        if (element == null) {
            throw new Fault(array.displayName() + " is no array");
        }
        return element;
    }

    private static long of(ClassDesc type) {
        return switch (TypeKind.from(type)) {
            case BOOLEAN, BYTE -> 1;
            case CHAR, SHORT -> 2;
            case INT, FLOAT, REFERENCE -> 4;
            case LONG, DOUBLE -> 8;
            case VOID -> throw new Fault("a void has no size");
        };
    }

    private static long roundUp(long size) {
        return (size + 7) / 8 * 8;
    }

    private @Nullable ClassModel find(String internalName) {
        byte[] file = set.find(internalName).orElse(null);
        if (file == null) {
            ClassLoader jdk = ClassLoader.getPlatformClassLoader();
            try (InputStream in = jdk.getResourceAsStream(internalName + ".class")) {
                file = in == null ? null : in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return file == null ? null : ClassFile.of().parse(file);
    }
}
