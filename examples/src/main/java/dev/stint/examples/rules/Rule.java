package dev.stint.examples.rules;

import java.util.List;

/** What a user writes: all that the engine knows of a script, and all that it lends to it. */
public interface Rule {
    /** What an order of these prices, in cents, costs with this user's rule. */
    int total(List<Integer> prices);
}
