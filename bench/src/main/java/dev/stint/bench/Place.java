package dev.stint.bench;

/** Where a program is run to see what weaving costs. */
enum Place {
    /** In a task on a core that is a virtual thread. */
    VIRTUAL(""),
    /** In a task on a core that is a bare continuation. */
    BARE("-bare"),
    /** On a thread that Stint has nothing to do with. */
    OUTSIDE("-outside");

    private final String suffix;

    Place(String suffix) {
        this.suffix = suffix;
    }

    /** The name of a row about one of a program's twins here. */
    String impl(String label, boolean woven) {
        return label + (woven ? "/woven" : "/unwoven") + suffix;
    }
}
