package dev.stint.testkit.gallery;

import dev.stint.testkit.config.Strategy;

/** A strategy that is tried on every exhibit. */
enum Finder {
    RANDOM("random"),
    PCT("pct(3)"),
    POS("pos"),
    EXHAUSTIVE("exhaustive(2)");

    private final String name;

    Finder(String name) {
        this.name = name;
    }

    Strategy strategy() {
        return Strategy.parse(name);
    }

    @Override
    public String toString() {
        return name;
    }
}
