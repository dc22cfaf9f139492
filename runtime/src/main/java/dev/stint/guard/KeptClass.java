package dev.stint.guard;

import java.util.Objects;

/**
 * What a tenant keeps of one class, by estimate.
 *
 * @param name of the class, as in source code
 */
public record KeptClass(String name, long bytes) {
    public KeptClass {
        Objects.requireNonNull(name, "name of a class that a tenant keeps");
    }
}
