package dev.stint.env;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Which processors an operating-system thread may run on. Only Linux is asked, by its own calls;
 * where that is not possible it says why, and everything else works the same.
 *
 * <p>Threads that a thread starts may run where it may. So whoever is kept on a processor is let go
 * before it starts one that is not to be.
 */
public final class Affinity {
    /** The size of a set of processors: a bit for each of 1,024. */
    private static final int BYTES = 128;

    private final byte @Nullable [] before; // the set that the thread had
    private final String words;

    private Affinity(byte @Nullable [] before, String words) {
        this.before = before;
        this.words = words;
    }

    /** The calls of Linux, found when they are first needed. */
    @SuppressWarnings("restricted") // asked for before, by isNativeAccessEnabled
    private static final class Calls {
        static final MethodHandle GET = find("sched_getaffinity");
        static final MethodHandle SET = find("sched_setaffinity");

        private Calls() {}

        /** The initialiser of this class does it. */
        static void prepare() {}

        private static MethodHandle find(String name) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow(name),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.ADDRESS));
        }
    }

    /** Nothing was asked for; {@code words} say why. */
    public static Affinity none(String words) {
        return new Affinity(null, words);
    }

    /** Finds the calls of the system, which takes long the first time. Any thread. */
    public static void prepare() {
        if (whatForbids() == null) {
            Calls.prepare();
        }
    }

    /** Keeps the calling platform thread on one processor, if that is possible. */
    public static Affinity pin(int processor) {
        String forbids = whatForbids();
        if (forbids != null) {
            return none("not kept on processor " + processor + ": " + forbids);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment set = arena.allocate(BYTES, Long.BYTES);
            if (get(set) < 0) {
                return none("not kept on processor " + processor + ": the system tells no set");
            }
            byte[] before = set.toArray(ValueLayout.JAVA_BYTE);
            set.fill((byte) 0);
            set.set(ValueLayout.JAVA_BYTE, processor / 8, (byte) (1 << (processor % 8)));
            if (set(set) < 0) {
                return none(
                        "not kept on processor "
                                + processor
                                + ": the system refuses it; there is none of that number, or this"
                                + " process may not use it");
            }
            return new Affinity(before, "kept on processor " + processor);
        } catch (Throwable e) {
            return none("not kept on processor " + processor + ": " + e);
        }
    }

    private static @Nullable String whatForbids() {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return "that is only done on Linux";
        }
        return Affinity.class.getModule().isNativeAccessEnabled()
                ? null
                : "start the JVM with --enable-native-access=ALL-UNNAMED, or =dev.stint on the"
                        + " module path";
    }

    /** Lets the calling thread, which was pinned, run where it might before. */
    public void release() {
        byte[] set = before;
        if (set == null) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            set(arena.allocateFrom(ValueLayout.JAVA_BYTE, set));
        } catch (Throwable e) {
            // it stays where it is, which is slow and nothing worse
        }
    }

    /** True if the thread was kept on a processor. */
    public boolean isPinned() {
        return before != null;
    }

    /** Where it was kept, or why nowhere. */
    public String inWords() {
        return words;
    }

    private static int get(MemorySegment into) throws Throwable {
        return (int) Calls.GET.invokeExact(0, (long) BYTES, into);
    }

    private static int set(MemorySegment from) throws Throwable {
        return (int) Calls.SET.invokeExact(0, (long) BYTES, from);
    }
}
