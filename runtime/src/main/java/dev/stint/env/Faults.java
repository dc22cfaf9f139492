package dev.stint.env;

/**
 * Failures injected on purpose, to show that nothing is lost when a worker dies or stalls.
 *
 * <p>A scheduler opened without faults pays one null check per point.
 */
public interface Faults {
    /** The places at which a worker may be made to die. */
    enum Point {
        STEP_BEGIN,
        STEP_END,
        BEFORE_TAKE,
        AFTER_TAKE,
        BEFORE_PUT,
        AFTER_PUT
    }

    /** Called at each point; an {@link Error} thrown from here kills the worker there. */
    default void at(Point point, int worker) {}

    /**
     * True while this worker is stuck, as if its thread were blocked in native code. Asked by the
     * seeded driver before each choice.
     */
    default boolean isStuck(int worker) {
        return false;
    }
}
