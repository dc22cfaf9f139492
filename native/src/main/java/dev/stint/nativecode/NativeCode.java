package dev.stint.nativecode;

import dev.stint.nativecode.error.NativeCodeException;
import dev.stint.nativecode.internal.Ground;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether this JVM can run tasks whose code is C, and if not, why.
 *
 * <p>The library for that travels in the jar, for Linux on x86-64 and aarch64. It is unpacked and
 * loaded when something of it is first asked for.
 */
public final class NativeCode {
    private NativeCode() {}

    /** True if C functions can be run as tasks here. */
    public static boolean isAvailable() {
        return Ground.whyNot().isEmpty();
    }

    /** What is missing, in a sentence; empty if nothing is. */
    public static Optional<String> whyNot() {
        return Ground.whyNot();
    }

    /**
     * The library as a file, for a linker: beside it lies {@code stint.h}.
     *
     * @throws NativeCodeException if there is none
     */
    public static Path library() {
        return Ground.require().library();
    }
}
