package dev.stint.nativecode.internal;

import org.jspecify.annotations.Nullable;

/** What C code knows by a number. */
public final class Handles {
    private static final HandleTable ALL = new HandleTable(0);

    private Handles() {}

    public static long add(Object of) {
        return ALL.add(of);
    }

    /** What a handle is for, if it is of this kind; null otherwise. Any number may be asked. */
    public static <T> @Nullable T find(long handle, Class<T> kind) {
        return ALL.find(handle, kind);
    }

    /** False if it was removed before, or never was. */
    public static boolean remove(long handle) {
        return ALL.remove(handle);
    }

    /** How many there are. */
    public static int count() {
        return ALL.count();
    }
}
