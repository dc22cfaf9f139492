package dev.stint.language.internal.type;

import java.util.List;

/**
 * A function that the host offers.
 *
 * @param ops what each call costs
 */
public record Offer(String name, List<Type> params, Type result, long ops) {
    public Offer {
        params = List.copyOf(params);
    }
}
