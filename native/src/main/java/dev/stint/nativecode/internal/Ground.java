package dev.stint.nativecode.internal;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.stint.nativecode.error.NativeCodeException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The library, loaded; or the reason why it is not. */
public final class Ground {
    /** Names another library than the one in the jar, for example one built with a sanitizer. */
    static final String PROPERTY = "stint.native.library";

    /** The functions of the library, which are constants to the compiler. */
    static final class Calls {
        static final MethodHandle NEW;
        static final MethodHandle RESUME;
        static final MethodHandle FREE;
        static final MethodHandle STACKS;
        static final MethodHandle LIGHT;

        static {
            Ground ground = Ground.require();
            NEW =
                    ground.call(
                            "stint_fiber_new",
                            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
            RESUME = ground.call("stint_fiber_resume", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
            FREE = ground.call("stint_fiber_free", FunctionDescriptor.ofVoid(JAVA_LONG));
            STACKS = ground.call("stint_stacks_made", FunctionDescriptor.of(JAVA_LONG));
            LIGHT = ground.call("stint_stacks_light", FunctionDescriptor.of(JAVA_LONG));
        }

        private Calls() {}
    }

    private static final class Loaded {
        static final @Nullable Ground GROUND;
        static final String WHY;

        static {
            Ground ground = null;
            String why = "";
            try {
                ground = load();
            } catch (NativeCodeException e) {
                why = String.valueOf(e.getMessage());
            } catch (IllegalCallerException e) {
                why =
                        "C code cannot be run: this JVM forbids it. Start it with"
                                + " --enable-native-access=ALL-UNNAMED.";
            }
            GROUND = ground;
            WHY = why;
        }

        private Loaded() {}
    }

    private final Path library;
    private final SymbolLookup symbols;

    private Ground(Path library, SymbolLookup symbols) {
        this.library = library;
        this.symbols = symbols;
    }

    /** The library as a file. */
    public Path library() {
        return library;
    }

    /** What is missing; empty if nothing is. */
    public static Optional<String> whyNot() {
        return Loaded.GROUND == null ? Optional.of(Loaded.WHY) : Optional.empty();
    }

    /**
     * The library.
     *
     * @throws NativeCodeException if there is none; the message says what is missing
     */
    public static Ground require() {
        Ground ground = Loaded.GROUND;
        if (ground == null) {
            throw new NativeCodeException(Loaded.WHY);
        }
        return ground;
    }

    /** How many stacks there are, in use or not. */
    public static long stacksMade() {
        try {
            return (long) Calls.STACKS.invokeExact();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** True if guards split no mappings, so that only memory limits how many stacks there are. */
    public static boolean hasLightGuards() {
        try {
            return (long) Calls.LIGHT.invokeExact() != 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ---- loading

    @SuppressWarnings("restricted") // loading C code is what this is for
    private static Ground load() {
        Path library = file();
        Ground ground;
        try {
            ground = new Ground(library, SymbolLookup.libraryLookup(library, Arena.global()));
        } catch (IllegalArgumentException e) {
            throw new NativeCodeException(
                    "C code cannot be run: the library " + library + " cannot be loaded.", e);
        }
        ground.ensureSameBuild();
        ground.install();
        return ground;
    }

    private static Path file() {
        String named = System.getProperty(PROPERTY);
        if (named != null) {
            Path file = Path.of(named).toAbsolutePath();
            if (!Files.isRegularFile(file)) {
                throw new NativeCodeException(
                        "C code cannot be run: there is no "
                                + file
                                + ", which -D"
                                + PROPERTY
                                + " names.");
            }
            return file;
        }
        try {
            Path folder = Files.createTempDirectory("stint-native");
            folder.toFile().deleteOnExit();
            unpack("stint.h", folder);
            unpack("as", folder).toFile().setExecutable(true);
            return unpack("libstint.so", folder);
        } catch (IOException e) {
            throw new NativeCodeException(
                    "C code cannot be run: the library cannot be unpacked to "
                            + System.getProperty("java.io.tmpdir")
                            + ". Name a folder that can be written: -Djava.io.tmpdir=...",
                    e);
        }
    }

    private static Path unpack(String name, Path folder) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = open(name)) {
            Files.copy(in, file);
        }
        file.toFile().deleteOnExit();
        return file;
    }

    /**
     * One of the files that the C compiler has made, or that C programs include.
     *
     * @throws NativeCodeException if there is none for this platform
     */
    static InputStream open(String name) {
        InputStream in =
                Ground.class.getResourceAsStream(
                        "/dev/stint/nativecode/" + platform() + "/" + name);
        if (in == null) {
            throw new NativeCodeException(
                    "C code cannot be run on "
                            + platform()
                            + ": this build of Stint has no library for it. It has one where"
                            + " it was built on Linux, on x86-64 or aarch64, with a C compiler"
                            + " named cc.");
        }
        return in;
    }

    /** As the build names it: linux-x86_64. */
    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch");
        return os + "-" + (processor.equals("amd64") ? "x86_64" : processor);
    }

    private void ensureSameBuild() {
        long there;
        try {
            there =
                    (long)
                            call("stint_ground_version", FunctionDescriptor.of(JAVA_LONG))
                                    .invokeExact();
        } catch (Throwable e) {
            throw unexpected(e);
        }
        long here = Request.count() * 1000L + FiberRecord.SIZE;
        if (there != here) {
            throw new NativeCodeException(
                    "C code cannot be run: the library "
                            + library
                            + " is of another version ("
                            + there
                            + ") than this jar ("
                            + here
                            + "). Build both from the same sources.");
        }
    }

    @SuppressWarnings("restricted")
    private void install() {
        try {
            int failed =
                    (int)
                            call("stint_ground_install", FunctionDescriptor.of(JAVA_INT))
                                    .invokeExact();
            if (failed != 0) {
                throw new NativeCodeException(
                        "C code cannot be run: the handler for the overflow of stacks cannot be"
                                + " installed.");
            }
            MethodHandle ask =
                    MethodHandles.lookup()
                            .findStatic(
                                    OutsideCaller.class,
                                    "ask",
                                    MethodType.methodType(void.class, long.class));
            MemorySegment stub =
                    Linker.nativeLinker()
                            .upcallStub(ask, FunctionDescriptor.ofVoid(JAVA_LONG), Arena.global());
            call("stint_outside_set", FunctionDescriptor.ofVoid(JAVA_LONG))
                    .invokeExact(stub.address());
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** A function of the library. */
    @SuppressWarnings("restricted")
    public MethodHandle call(String name, FunctionDescriptor type) {
        MemorySegment symbol =
                symbols.find(name)
                        .orElseThrow(
                                () ->
                                        new NativeCodeException(
                                                "C code cannot be run: the library "
                                                        + library
                                                        + " has no "
                                                        + name
                                                        + "."));
        return Linker.nativeLinker().downcallHandle(symbol, type);
    }

    public static RuntimeException unexpected(Throwable thrown) {
        return switch (thrown) {
            case RuntimeException e -> e;
            case Error e -> throw e;
            default -> new IllegalStateException("a call into the library has thrown", thrown);
        };
    }
}
