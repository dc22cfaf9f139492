package dev.stint.bench;

import dev.stint.libraries.Work;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What is measured about weaving, each part in a JVM of its own. */
enum WeavePart {
    /** Kernels in tasks on virtual-thread cores. */
    KERNELS_VIRTUAL,
    /** The same on bare cores. */
    KERNELS_BARE,
    /** The same on a thread that Stint has nothing to do with. */
    KERNELS_OUTSIDE,
    /** Libraries at work in tasks on virtual-thread cores. */
    LIBRARIES_VIRTUAL,
    /** The same on bare cores. */
    LIBRARIES_BARE,
    /** How fast class files are woven. */
    WEAVER,
    /** What it takes from the first class to the first result, unwoven. */
    START_UNWOVEN,
    /** The same woven. */
    START_WOVEN,
    /** Code of the JDK on a thread of a JVM without Stint. */
    JDK_ALONE,
    /** The same in one with Stint's agent, and where woven code runs in tasks. */
    JDK_BESIDE,
    /** The same where the agent has rewoven the JDK, too. */
    JDK_REWOVEN,
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

    /**
     * How often a JVM about the JDK is started in a round: from JVM to JVM the JIT does other
     * things, and its laps agree with each other more than with those of the next.
     */
    private static final int JDK_TIMES = 5;

    /** How often a quick look does that. */
    private static final int JDK_TIMES_QUICK = 3;

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What one round consists of, in this order. */
    static List<WeavePart> round(boolean quick) {
        Stream<WeavePart> once = Stream.of(values()).filter(part -> !part.isOfJdk());
        List<WeavePart> jdk = Stream.of(values()).filter(WeavePart::isOfJdk).toList();
        Stream<WeavePart> turns =
                Stream.generate(() -> jdk)
                        .limit(quick ? JDK_TIMES_QUICK : JDK_TIMES)
                        .flatMap(List::stream);
        return Stream.concat(once, turns)
                .filter(part -> !quick || part != KERNELS_OUTSIDE)
                .toList();
    }

    private boolean isOfJdk() {
        return this == JDK_ALONE || this == JDK_BESIDE || this == JDK_REWOVEN;
    }

    /** The versions that race; the first is what the others are compared with. */
    List<Version> versions(boolean quick) {
        List<Version> two = List.of(Version.UNWOVEN, Version.WOVEN);
        if (quick) {
            return two;
        }
        return switch (this) {
            case KERNELS_VIRTUAL -> Version.ALL;
            // Libraries want more than a tenant may.
            case LIBRARIES_VIRTUAL -> List.of(Version.UNWOVEN, Version.WOVEN, Version.STACK);
            default -> two;
        };
    }

    /** The libraries that race. */
    static List<Work> work(boolean quick) {
        return quick ? BARRED : LIBRARY_WORK;
    }
}
