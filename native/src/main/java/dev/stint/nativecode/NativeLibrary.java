package dev.stint.nativecode;

import dev.stint.nativecode.error.NativeCodeException;
import dev.stint.nativecode.internal.Ground;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** A shared library of C functions that tasks can run. It stays loaded until the JVM ends. */
public final class NativeLibrary {
    private final Path path;
    private final SymbolLookup symbols;

    private NativeLibrary(Path path, SymbolLookup symbols) {
        this.path = path;
        this.symbols = symbols;
    }

    /**
     * Loads a library.
     *
     * @throws NativeCodeException if C code cannot be run here, or this is no library
     */
    @SuppressWarnings("restricted") // loading C code is what this is for
    public static NativeLibrary load(Path path) {
        Objects.requireNonNull(path, "the path of a library");
        Ground.require(); // first: the other one may be linked against it
        Path file = path.toAbsolutePath();
        if (!Files.isRegularFile(file)) {
            throw new NativeCodeException(
                    "there is no library "
                            + file
                            + ". Make one: cc -shared -fPIC -o NAME.so NAME.c");
        }
        try {
            return new NativeLibrary(file, SymbolLookup.libraryLookup(file, Arena.global()));
        } catch (IllegalArgumentException e) {
            throw new NativeCodeException(
                    "cannot load the library "
                            + file
                            + ": it is none for this machine, or something that it needs is"
                            + " missing. See: ldd -r "
                            + file,
                    e);
        }
    }

    /**
     * A function of this library, {@code int64_t name(void *argument)}.
     *
     * @throws NativeCodeException if it has none of this name
     */
    public NativeFunction function(String name) {
        Objects.requireNonNull(name, "the name of a function");
        return new NativeFunction(name, symbol(name).address(), NativeFunction.STACK);
    }

    MemorySegment symbol(String name) {
        return symbols.find(name)
                .orElseThrow(
                        () ->
                                new NativeCodeException(
                                        "library "
                                                + path
                                                + " has no function '"
                                                + name
                                                + "'. It must not be static; see: nm -D "
                                                + path));
    }

    @Override
    public String toString() {
        return "library " + path.getFileName();
    }
}
