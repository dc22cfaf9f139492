package dev.stint.examples.rules;

import java.util.List;

/** The rule of a user with a bug: it never ends, and takes every error for something to retry. */
public final class Stubborn implements Rule {
    @Override
    public int total(List<Integer> prices) {
        int best = Integer.MAX_VALUE;
        while (true) {
            try {
                for (int price : prices) {
                    best = Math.min(best, price);
                }
            } catch (Throwable e) {
                best = 0;
            }
        }
    }
}
