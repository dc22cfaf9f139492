package dev.stint.weave.internal.classes;

import java.lang.classfile.TypeKind;
import java.util.concurrent.ConcurrentHashMap;

/** The sizes of objects and values, in the model of the charging rule. */
public final class ObjectSizes {
    /** The size of an object whose class cannot be found. */
    static final int UNKNOWN = 16;

    /** The size of a reference. */
    public static final int REFERENCE = 4;

    private static final int HEADER = 12;

    /** The longest chain of ancestors that is followed. This also ends circles. */
    private static final int MOST_ANCESTORS = 1000;

    private final KnownClasses classes;
    private final ConcurrentHashMap<String, Integer> sizes = new ConcurrentHashMap<>();

    public ObjectSizes(KnownClasses classes) {
        this.classes = classes;
    }

    /** The size of a value. */
    public static int of(TypeKind kind) {
        return switch (kind) {
            case BOOLEAN, BYTE -> 1;
            case CHAR, SHORT -> 2;
            case INT, FLOAT, REFERENCE -> REFERENCE;
            case LONG, DOUBLE -> 8;
            case VOID -> 0;
        };
    }

    /** The size of an object with fields of so many bytes. */
    public static int ofObject(long fields) {
        long size = HEADER + fields + 7 & -8;
        return (int) Math.min(size, Integer.MAX_VALUE);
    }

    /** The size of the objects of a class. */
    public int of(String name) {
        Integer size = sizes.get(name);
        if (size == null) {
            size = compute(name);
            sizes.put(name, size);
        }
        return size;
    }

    /** False if the size is the one for classes that are not found. */
    public boolean isKnown(String name) {
        return classes.find(name) != null;
    }

    private int compute(String name) {
        long fields = 0;
        String next = name;
        for (int i = 0; next != null; i++) {
            ClassInfo info = classes.find(next);
            if ((info == null && i > 0) || i > MOST_ANCESTORS) {
                break; // it cannot be linked, so none is ever made
            }
            if (info == null) {
                return UNKNOWN;
            }
            fields += info.fieldBytes();
            next = info.parent();
        }
        return ofObject(fields);
    }
}
