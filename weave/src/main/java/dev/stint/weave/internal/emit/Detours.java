package dev.stint.weave.internal.emit;

import java.lang.classfile.Label;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of code on the way of conditional branches and switches. Each charges what it costs to
 * take the branch, and goes on to the old target.
 */
final class Detours {
    /** What is done on the way. */
    enum Errand {
        /** Backwards, outside of the regions: pays 1. */
        PAY,
        /** Backwards inside a region: counts 1, and books at the limit. */
        COUNT,
        /** Backwards out of a region: counts 1 and books all, looking whether it can be paid. */
        FLUSH,
        /** Forwards out of a region: books what was counted, and looks if others may follow. */
        END
    }

    /**
     * @param target the index of the instruction that it goes on to
     */
    record Detour(Errand errand, int target) {}

    private final LabelMap places;
    private final Map<Detour, Label> open = new LinkedHashMap<>();

    Detours(LabelMap places) {
        this.places = places;
    }

    Label by(Errand errand, int target) {
        return open.computeIfAbsent(new Detour(errand, target), _ -> places.newLabel());
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Takes out one that was asked for and is not written yet. */
    @Nullable Entry<Detour, Label> poll() {
        var entries = open.entrySet().iterator();
        if (!entries.hasNext()) {
            return null;
        }
        var first = entries.next();
        var copy = Map.entry(first.getKey(), first.getValue());
        entries.remove();
        return copy;
    }
}
