package dev.stint.bench;

/** The three colours of chameneos. */
final class Colours {
    static final int COUNT = 3;

    private Colours() {}

    /** What both become after they have met: the third colour, or the same if they are of one. */
    static int complement(int one, int other) {
        return one == other ? one : COUNT - one - other;
    }
}
