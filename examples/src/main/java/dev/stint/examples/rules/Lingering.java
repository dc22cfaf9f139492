package dev.stint.examples.rules;

import java.util.List;

/** The rule of a user who would hang the engine before it asks anything of the rule. */
public final class Lingering implements Rule {
    private int turns;

    public Lingering() {
        while (turns >= 0) {
            turns = (turns + 1) % 1000;
        }
    }

    @Override
    public int total(List<Integer> prices) {
        return turns;
    }
}
