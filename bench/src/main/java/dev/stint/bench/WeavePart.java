package dev.stint.bench;

import dev.stint.libraries.Work;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What is measured about weaving, each part in a JVM of its own. */
enum WeavePart {
    /** Kernels woven and unwoven, in tasks and outside of them. */
    KERNELS,
    /** The same of libraries, in tasks. */
    LIBRARIES,
    /** How fast class files are woven. */
    WEAVER,
    /** What it takes from the first class to the first result, unwoven. */
    START_UNWOVEN,
    /** The same woven. */
    START_WOVEN,
    /** Code of the JDK on a thread of a JVM without Stint. */
    JDK_ALONE,
    /** The same in one with Stint's agent and a scheduler that is open. */
    JDK_BESIDE,
    /** Others that run programs on a budget. */
    WASM;

    /** Those that the design has set its goal for. */
    static final List<Work> BARRED =
            List.of(
                    Work.JACKSON_STREAM,
                    Work.JACKSON_TREE,
                    Work.JACKSON_BIND,
                    Work.RHINO,
                    Work.XERCES,
                    Work.GUAVA,
                    Work.BC_CIPHER,
                    Work.BC_CURVE);

    /** All that are measured; others take seconds to begin with, and are for verification. */
    static final List<Work> LIBRARY_WORK =
            Stream.concat(BARRED.stream(), Stream.of(Work.MATH, Work.KOTLIN, Work.SCALA)).toList();

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
