package dev.stint.weave.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a list of choices shorter and smaller as long as what they make stays bad. */
final class Shrinking {
    private final Predicate<List<Integer>> isBad;
    private List<Integer> best;
    private int triesLeft;

    private Shrinking(List<Integer> start, Predicate<List<Integer>> isBad, int tries) {
        this.best = start;
        this.isBad = isBad;
        this.triesLeft = tries;
    }

    static List<Integer> shrink(List<Integer> start, Predicate<List<Integer>> isBad, int tries) {
        Shrinking shrinking = new Shrinking(start, isBad, tries);
        List<Integer> before;
        do {
            before = shrinking.best;
            shrinking.removeRuns();
            shrinking.zeroRuns();
            shrinking.lower();
        } while (!before.equals(shrinking.best) && shrinking.triesLeft > 0);
        return shrinking.best;
    }

    private boolean attempt(List<Integer> candidate) {
        if (candidate.equals(best) || triesLeft-- <= 0 || !isBad.test(candidate)) {
            return false;
        }
        best = candidate;
        return true;
    }

    private void removeRuns() {
        for (int length = best.size(); length > 0; length /= 2) {
            for (int at = best.size() - length; at >= 0; at -= length) {
                List<Integer> candidate = new ArrayList<>(best);
                candidate.subList(at, Math.min(best.size(), at + length)).clear();
                attempt(candidate);
            }
        }
    }

    private void zeroRuns() {
        for (int length = 16; length > 0; length /= 2) {
            for (int at = 0; at < best.size(); at += length) {
                List<Integer> candidate = new ArrayList<>(best);
                for (int i = at; i < Math.min(best.size(), at + length); i++) {
                    candidate.set(i, 0);
                }
                attempt(candidate);
            }
        }
    }

    private void lower() {
        for (int at = 0; at < best.size(); at++) {
            while (best.get(at) > 0) {
                List<Integer> candidate = new ArrayList<>(best);
                candidate.set(at, best.get(at) / 2);
                if (!attempt(candidate)) {
                    break;
                }
            }
        }
    }
}
