package dev.stint.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * A small program that is written in every language of scripts, and in Java with the same types.
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions are stateless
enum ScriptKernel {
    FIB(ScriptTwins::fib),
    SIEVE(ScriptTwins::sieve),
    COLLATZ(ScriptTwins::collatz),
    NBODY(ScriptTwins::nbody),
    MATRIX(ScriptTwins::matrix),
    SORT(ScriptTwins::sort),
    WORDS(ScriptTwins::words);

    private final LongSupplier twin;

    ScriptKernel(LongSupplier twin) {
        this.twin = twin;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The same in Java. */
    LongSupplier twin() {
        return twin;
    }

    String text(String ending) {
        return text(label(), ending);
    }

    /** A program of ours by its name. */
    static String text(String name, String ending) {
        String file = "scripts/" + name + "." + ending;
        try (var in = ScriptKernel.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException(file + " is not in the jar; rebuild it");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
