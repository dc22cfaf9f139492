package dev.stint.guard;

import java.util.List;
import java.util.Locale;

/**
 * What a tenant keeps of the heap, estimated from samples of what its tasks have allocated. The
 * estimate is right on average; it differs from run to run, so it is never part of a receipt.
 *
 * @param bytes what it keeps
 * @param error the standard error of that, in bytes: two estimates of three are nearer
 * @param byClass the classes that take most of it, the largest first; perhaps none
 */
public record KeptHeap(long bytes, long error, List<KeptClass> byClass) {
    /** So many times the error may be chance, and stops nobody. */
    private static final int CHANCE = 3;

    public KeptHeap {
        byClass = List.copyOf(byClass);
    }

    /** True if it keeps more than that, and chance alone would hardly make it look so. */
    public boolean isSurelyOver(long limit) {
        return bytes - CHANCE * error > limit;
    }

    /** The classes, for a message. */
    public String classesInWords() {
        var text = new StringBuilder();
        for (KeptClass each : byClass) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(String.format(Locale.ROOT, "%,d bytes of ", each.bytes()))
                    .append(each.name());
        }
        return text.toString();
    }
}
