package dev.stint.language.internal.lower;

import org.jspecify.annotations.Nullable;

/** Something that is open around the place that is being lowered, and ends with its block. */
sealed interface Region {
    /** A loop. */
    record Loop(int onBreak, int onContinue) implements Region {}

    /**
     * A clean-up.
     *
     * @param after the nursery in whose body it was deferred: it is run when that is closed
     */
    record Deferred(Runnable code, @Nullable OfNursery after) implements Region {}

    /** A nursery, and where to go with an error of one of its tasks. */
    final class OfNursery implements Region {
        final int begin;
        final int onError;
        final int errorSlot;
        final String errors;
        final int blocks; // how many blocks are open around its body

        OfNursery(int begin, int onError, int errorSlot, String errors, int blocks) {
            this.begin = begin;
            this.onError = onError;
            this.errorSlot = errorSlot;
            this.errors = errors;
            this.blocks = blocks;
        }
    }
}
