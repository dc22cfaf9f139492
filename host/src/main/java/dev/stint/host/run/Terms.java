package dev.stint.host.run;

import dev.stint.budget.Budget;
import dev.stint.guard.Limits;
import dev.stint.weave.Surface;
import dev.stint.weave.Weaver;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * What a program is run under.
 *
 * @param budget all that it may spend
 * @param time how long it may take; by the virtual clock if there is a seed
 * @param surface what it may use of the JDK
 * @param surfaceName as it is shown
 * @param weaving what its weaver does differently
 * @param reach which folders and machines it may use
 * @param limits of its guards
 * @param seed empty for real threads
 */
public record Terms(
        Budget budget,
        Duration time,
        Surface surface,
        String surfaceName,
        UnaryOperator<Weaver> weaving,
        Reach reach,
        Limits limits,
        OptionalLong seed) {
    /** True if all of the JDK is open to the program. */
    boolean isOpen() {
        return surface == Surface.open();
    }
}
