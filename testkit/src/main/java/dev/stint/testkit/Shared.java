package dev.stint.testkit;

import dev.stint.internal.sim.SimThread;
import dev.stint.testkit.internal.run.DecisionStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Something that tasks share, with a name for reports and a number of its own in each schedule. */
abstract class Shared {
    private volatile String name = "";
    private @Nullable DecisionStream known; // the simulating thread only, and so is number
    private int number;

    /** The calling task is about to read this. */
    final void reads() {
        DecisionStream stream = DecisionStream.ofCaller();
        if (stream != null) {
            stream.pass(numberIn(stream), false);
        }
    }

    /** The calling task is about to change this. */
    final void writes() {
        DecisionStream stream = DecisionStream.ofCaller();
        if (stream != null) {
            stream.pass(numberIn(stream), true);
        }
    }

    /** The calling task is about to change this in a way that cannot fail. */
    final void releases() {
        DecisionStream stream = DecisionStream.ofCaller();
        if (stream != null) {
            stream.announce(numberIn(stream));
            SimThread.pass();
        }
    }

    /** As {@link #writes}, where what is called next has a point of its own. */
    final void announces() {
        DecisionStream stream = DecisionStream.ofCaller();
        if (stream != null) {
            stream.announce(numberIn(stream));
        }
    }

    private int numberIn(DecisionStream stream) {
        if (known != stream) {
            known = stream;
            number = stream.newTarget(this::name);
        }
        return number;
    }

    final void setName(String name) {
        this.name = Objects.requireNonNull(name, "a name");
    }

    final String name() {
        return name;
    }

    /** This, for a report: {@code balance = 3}, or the value alone if it has no name. */
    final String describe(@Nullable Object value) {
        return name.isEmpty() ? String.valueOf(value) : name + " = " + value;
    }
}
