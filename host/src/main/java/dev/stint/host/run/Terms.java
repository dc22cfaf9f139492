package dev.stint.host.run;

import dev.stint.budget.Budget;
import dev.stint.guard.Limits;
import dev.stint.weave.Surface;
import dev.stint.weave.Weaver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
 * @param readable folders that it may read
 * @param writable folders that it may read and write
 * @param places where it may connect to
 * @param limits of its guards
 * @param seed empty for real threads
 */
public record Terms(
        Budget budget,
        Duration time,
        Surface surface,
        String surfaceName,
        UnaryOperator<Weaver> weaving,
        List<Path> readable,
        List<Path> writable,
        List<String> places,
        Limits limits,
        OptionalLong seed) {
    public Terms {
        readable = List.copyOf(readable);
        writable = List.copyOf(writable);
        places = List.copyOf(places);
    }

    /** True if all of the JDK is open to the program. */
    boolean isOpen() {
        return surface == Surface.open();
    }
}
