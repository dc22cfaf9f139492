package dev.stint.nativecode.internal;

import org.jspecify.annotations.Nullable;

/** Where a JVM begins that a C program has started: {@code launch.c} calls it. */
final class Boot {
    private Boot() {}

    /** Makes the library ready for calls of C; null, or why that is not possible. */
    static @Nullable String start() {
        return Ground.whyNot().orElse(null);
    }
}
