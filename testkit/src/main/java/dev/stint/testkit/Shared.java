package dev.stint.testkit;

import org.jspecify.annotations.Nullable;

/** Something that tasks share, with a number of its own in each schedule. */
abstract class Shared {
    private @Nullable DecisionStream known;
    private int number;

    /** The calling task is about to read this. */
    final void reads() {
        pass(false);
    }

    /** The calling task is about to change this. */
    final void writes() {
        pass(true);
    }

    private void pass(boolean writes) {
        DecisionStream stream = DecisionStream.ofCaller();
        if (stream == null) {
            return;
        }
        if (known != stream) {
            known = stream;
            number = stream.newTarget();
        }
        stream.pass(number, writes);
    }
}
