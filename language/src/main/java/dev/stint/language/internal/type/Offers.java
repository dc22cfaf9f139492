package dev.stint.language.internal.type;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that the host offers.
 *
 * @param types names of its own types, whose values scripts only hand on
 */
public record Offers(Set<String> types, Map<String, Offer> functions) {
    public static final Offers NONE = new Offers(Set.of(), Map.of());

    public Offers {
        types = Set.copyOf(types);
        functions = Map.copyOf(functions);
    }

    public @Nullable Offer find(String name) {
        return functions.get(name);
    }

    /** A type of the host; null if there is none of this name. */
    public @Nullable Type type(String name) {
        return types.contains(name) ? new Type.Standard(name, List.of()) : null;
    }
}
