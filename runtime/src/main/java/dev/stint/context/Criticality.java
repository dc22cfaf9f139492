package dev.stint.context;

import dev.stint.capability.Ranked;

/**
 * How bad it is if a context is late: what comes first when there is too little time for all. It
 * decides before the deadline, so keep it for the few contexts that must not suffer from others.
 */
public enum Criticality implements Ranked {
    /** Late before all others are. */
    LOW,

    /** What contexts are unless something else is said: among these the deadline decides. */
    NORMAL,

    /** In time as long as its own kind is, whatever the others do. */
    HIGH;

    @Override
    public int rank() {
        return switch (this) {
            case LOW -> 0;
            case NORMAL -> 1;
            case HIGH -> 2;
        };
    }
}
