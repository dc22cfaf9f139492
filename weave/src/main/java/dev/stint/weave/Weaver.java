package dev.stint.weave;

import java.util.Objects;

/**
 * Weaves metering into class files: operations, bytes, and the prices of what they call.
 *
 * <p>Knows nothing of loading; has no state but what it has learnt about other classes. Threads may
 * share one.
 */
public final class Weaver {
    private final ClassSource classes;
    private final Surface surface;

    private Weaver(ClassSource classes, Surface surface) {
        this.classes = classes;
        this.surface = surface;
    }

    /**
     * A weaver for a set of classes that belong together.
     *
     * @param classes finds the classes of that set and all that they refer to
     * @param surface what they may refer to outside of the set
     */
    public static Weaver of(ClassSource classes, Surface surface) {
        return new Weaver(
                Objects.requireNonNull(classes, "where classes are found"),
                Objects.requireNonNull(surface, "what woven code may refer to"));
    }

    /**
     * Weaves a class.
     *
     * @throws WeaveRefused if it cannot be woven, or refers to what it must not
     */
    public byte[] weave(byte[] classFile) {
        Objects.requireNonNull(classFile, "the class file to weave");
        throw new WeaveRefused("unknown", classes + " " + surface);
    }
}
