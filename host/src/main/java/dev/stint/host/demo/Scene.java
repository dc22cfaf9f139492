package dev.stint.host.demo;

import java.util.Optional;

/** One claim about Stint, played and checked. */
interface Scene {
    /** One word. */
    String name();

    /** One line, short enough for a table. */
    String claim();

    /** Why it cannot be played here; empty if it can. */
    default Optional<String> whyNot() {
        return Optional.empty();
    }

    /**
     * Plays it and tells {@code findings} what was seen. Whatever it waits for, it waits no longer
     * than the stage's patience; what it throws counts against the claim.
     */
    void play(Stage stage, Findings findings) throws Exception;
}
