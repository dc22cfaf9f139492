package dev.stint.weave;

/**
 * How much a tenant may load. What the JVM keeps of a class is outside of the heap and stays as
 * long as the loader does, so no budget bounds it.
 *
 * @param classes how many, with those that have failed to load
 * @param bytes the size of their woven class files, all together, and of the tables that the JVM
 *     makes for each of what it inherits
 */
public record ClassLimits(int classes, long bytes) {
    private static final ClassLimits DEFAULT = new ClassLimits(20_000, 128L << 20);

    public ClassLimits {
        if (classes < 1 || bytes < 1) {
            throw new IllegalArgumentException(
                    "a loader with room for "
                            + classes
                            + " classes of "
                            + bytes
                            + " bytes can load nothing; give it room for at least 1 of each.");
        }
    }

    /** The limits that others are made from, by {@code with...}. */
    public static ClassLimits defaults() {
        return DEFAULT;
    }

    public ClassLimits withClasses(int classes) {
        return new ClassLimits(classes, bytes);
    }

    public ClassLimits withBytes(long bytes) {
        return new ClassLimits(classes, bytes);
    }
}
