package dev.stint.examples.rules;

import java.util.List;

/** The rule of a user who wants the shop to close early. */
public final class Hostile implements Rule {
    @Override
    public int total(List<Integer> prices) {
        System.exit(0);
        return 0;
    }
}
