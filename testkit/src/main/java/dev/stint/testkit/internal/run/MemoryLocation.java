package dev.stint.testkit.internal.run;

import dev.stint.hooks.Simulation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place in memory that woven code touches: a field of one object, an element of one array, or an
 * object as a whole.
 *
 * @param holder null for a static field
 * @param index of the element, or {@link Simulation#FIELD}
 * @param field its name; empty for an element, and for the object as a whole
 */
public record MemoryLocation(@Nullable Object holder, int index, String field) {
    public static MemoryLocation whole(Object holder) {
        return new MemoryLocation(holder, Simulation.FIELD, "");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MemoryLocation that
                && holder == that.holder // two objects that are equal are still two
                && index == that.index
                && field.equals(that.field);
    }

    @Override
    public int hashCode() {
        return Objects.hash(System.identityHashCode(holder), index, field);
    }
}
