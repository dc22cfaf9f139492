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

    /** What the names of rows end in. */
    String suffix() {
        return suffix;
    }

    static Place ofSuffix(String name) {
        for (Place place : values()) {
            if (place != VIRTUAL && name.endsWith(place.suffix)) {
                return place;
            }
        }
        return VIRTUAL;
    }
}
