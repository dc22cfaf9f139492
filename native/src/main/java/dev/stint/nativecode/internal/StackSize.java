package dev.stint.nativecode.internal;

/** How large the stack of a C task may be, in bytes. */
public final class StackSize {
    public static final int DEFAULT = 8 * 1024;
    public static final int LARGEST = 16 * 1024 * 1024;

    private StackSize() {}

    public static boolean isPossible(long bytes) {
        return bytes >= DEFAULT && bytes <= LARGEST;
    }
}
