package dev.stint.nativecode;

import dev.stint.nativecode.error.NativeCodeException;
import dev.stint.nativecode.internal.Ground;
import dev.stint.nativecode.internal.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
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

    /**
     * Puts what C programs need below a folder, as C libraries are laid out: headers in {@code
     * include}, the libraries in {@code lib}, files of pkg-config in {@code lib/pkgconfig}, and
     * these jars, from which a JVM in a C program runs Stint, in {@code share/stint}. Files of an
     * earlier installation are replaced.
     *
     * @param jars with Stint, its module native and all that they need
     * @return the files, in the order in which they were written
     * @throws NativeCodeException if this build of Stint has no library for this platform
     * @throws IOException if the folder cannot be written
     */
    public static List<Path> install(Path prefix, List<Path> jars) throws IOException {
        return Installation.install(
                Objects.requireNonNull(prefix, "the folder to install to"),
                List.copyOf(Objects.requireNonNull(jars, "the jars to install")));
    }
}
