package dev.stint.testkit.internal.search;

import dev.stint.env.Decisions.Kind;
import dev.stint.env.Xoshiro256;

/**
 * The choices by chance that are not about tasks. All alternatives are equally likely, but for
 * faults: those strike about once in a schedule, as likely late as early.
 */
final class RandomChoices {
    private static final int LEAST = 8;

    private Xoshiro256 random = new Xoshiro256(0);
    private int usual = LEAST; // how many times faults are asked for in a schedule
    private int asked;

    /** Begins a schedule. */
    void begin(Xoshiro256 from) {
        random = from;
        usual = Math.max(LEAST, Math.max(usual - usual / 8, asked)); // fades, as that of pct
        asked = 0;
    }

    int choose(Kind kind, int alternatives) {
        if (kind != Kind.FAULT) {
            return random.nextInt(alternatives);
        }
        asked++;
        return random.nextInt(usual) == 0 ? 1 + random.nextInt(alternatives - 1) : 0;
    }
}
