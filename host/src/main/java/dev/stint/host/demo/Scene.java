package dev.stint.host.demo;

/** One claim about Stint, played and checked. */
interface Scene {
    /** One word. */
    String name();

    /** One line, short enough for a table. */
    String claim();

    /**
     * Plays it and tells {@code findings} what was seen. Whatever it waits for, it waits no longer
     * than the stage's patience; what it throws counts against the claim.
     */
    void play(Stage stage, Findings findings) throws Exception;
}
