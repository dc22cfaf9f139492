package dev.stint.bench;

import dev.stint.libraries.Loaders;
import dev.stint.weave.Surface;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * A way to load a program. All that is compared is compared with {@link #UNWOVEN}.
 *
 * <p>To see what another way to weave costs, add it to {@link #ALL} and name it in {@link
 * WeavePart#versions}: it gets rows, and a block of the table.
 *
 * @param label as it is called in rows; without a slash
 */
record Version(String label, Function<List<Path>, ClassLoader> loader) {
    /** As it is. */
    static final Version UNWOVEN = new Version("unwoven", Loaders::plain);

    /** Metered, and everything is open to it. The bars are for this one. */
    static final Version WOVEN =
            new Version("woven", places -> Loaders.woven(places, Surface.open()));

    /** The same, and the size of its stack is counted in a model. */
    static final Version STACK = new Version("stack", Loaders::stacked);

    /** Metered as what nobody trusts: also what it calls of the JDK has its price. */
    static final Version TENANT = new Version("tenant", Loaders::tenant);

    static final List<Version> ALL = List.of(UNWOVEN, WOVEN, STACK, TENANT);

    static Version of(String label) {
        return ALL.stream()
                .filter(version -> version.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no version " + label));
    }
}
