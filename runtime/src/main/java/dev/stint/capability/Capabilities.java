package dev.stint.capability;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rights that a task holds. Immutable, and equal if they hold the same rights; a task has what
 * it was started with, and no more.
 */
public final class Capabilities {
    public static final Capabilities NONE = new Capabilities(List.of());

    private final List<Capability> held;

    private Capabilities(List<Capability> held) {
        this.held = List.copyOf(held);
    }

    public static Capabilities of(Capability... capabilities) {
        for (Capability capability : capabilities) {
            Objects.requireNonNull(capability, "a capability");
        }
        return capabilities.length == 0 ? NONE : new Capabilities(List.of(capabilities));
    }

    /**
     * The first right of this kind that is valid, or else the first one; empty if there is none.
     */
    public <C extends Capability> Optional<C> find(Class<C> kind) {
        C first = null;
        for (Capability capability : held) {
            if (kind.isInstance(capability)) {
                if (capability.isValid()) {
                    return Optional.of(kind.cast(capability));
                }
                first = first == null ? kind.cast(capability) : first;
            }
        }
        return Optional.ofNullable(first);
    }

    public List<Capability> all() {
        return held;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Capabilities that && held.equals(that.held);
    }

    @Override
    public int hashCode() {
        return held.hashCode();
    }

    @Override
    public String toString() {
        return held.toString();
    }
}
