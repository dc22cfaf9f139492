package dev.stint.hooks;

import org.jspecify.annotations.Nullable;

/**
 * The static methods that code calls which is woven for a simulation: before it touches what others
 * may see, and in place of monitors. Where nobody simulates, memory is touched as ever.
 */
public final class SimHook {
    /** Plain: set before the first class is woven, and never changed. */
    private static @Nullable World world;

    private SimHook() {}

    /** Says who is asked from now on. */
    public static void install(World theWorld) {
        world = theWorld;
    }

    /** The world, if the calling code is simulated. */
    static @Nullable World here() {
        World w = world;
        return w != null && w.isHere() ? w : null;
    }

    // ---- memory

    public static void reads(Object holder, String field) {
        World w = world;
        if (w != null) {
            w.touch(holder, World.FIELD, field, false);
        }
    }

    public static void writes(Object holder, String field) {
        World w = world;
        if (w != null) {
            w.touch(holder, World.FIELD, field, true);
        }
    }

    public static void readsStatic(String field) {
        World w = world;
        if (w != null) {
            w.touch(null, World.FIELD, field, false);
        }
    }

    public static void writesStatic(String field) {
        World w = world;
        if (w != null) {
            w.touch(null, World.FIELD, field, true);
        }
    }

    public static void readsElement(Object array, int index) {
        World w = world;
        if (w != null) {
            w.touch(array, index, "", false);
        }
    }

    public static void writesElement(Object array, int index) {
        World w = world;
        if (w != null) {
            w.touch(array, index, "", true);
        }
    }

    // ---- calls of the JDK

    public static void calling(@Nullable Object on, String method, boolean writes) {
        World w = world;
        if (w != null) {
            w.call(on, method, writes);
        }
    }

    /** Of something that may lock itself; what it returns is for {@link #endCall}. */
    public static boolean beginCall(@Nullable Object on, String method, boolean writes) {
        World w = world;
        return w != null && w.beginCall(on, method, writes);
    }

    /** In any case, also when the call has thrown. */
    public static void endCall(boolean isQuiet) {
        if (isQuiet) {
            world().endQuiet();
        }
    }

    // ---- class initialisers

    public static void beginInit() {
        World w = world;
        if (w != null) {
            w.beginQuiet();
        }
    }

    public static void endInit() {
        World w = world;
        if (w != null) {
            w.endQuiet();
        }
    }

    // ---- monitors, in place of the JVM's

    public static void enter(Object monitor) {
        world().enter(nonNull(monitor));
    }

    public static void exit(Object monitor) {
        world().exit(nonNull(monitor));
    }

    public static boolean holdsLock(Object monitor) {
        return world().holds(nonNull(monitor));
    }

    public static void await(Object monitor) throws InterruptedException {
        world().await(nonNull(monitor), 0);
    }

    public static void await(Object monitor, long millis) throws InterruptedException {
        await(monitor, millis, 0);
    }

    public static void await(Object monitor, long millis, int nanos) throws InterruptedException {
        if (millis < 0 || nanos < 0 || nanos > 999_999) {
            throw new IllegalArgumentException(
                    "timeout value out of range: " + millis + " ms and " + nanos + " ns");
        }
        long most = Long.MAX_VALUE / 1_000_000 - 1;
        world().await(nonNull(monitor), Math.min(millis, most) * 1_000_000 + nanos);
    }

    public static void notify(Object monitor) {
        world().notify(nonNull(monitor), false);
    }

    public static void notifyAll(Object monitor) {
        world().notify(nonNull(monitor), true);
    }

    /** As the instruction that it stands for. */
    @SuppressWarnings("NullAway") // woven code may well pass null
    private static Object nonNull(Object monitor) {
        if (monitor == null) {
            throw new NullPointerException("null has no monitor");
        }
        return monitor;
    }

    /** Without one there is nobody who keeps monitors, and no exclusion may be lost. */
    private static World world() {
        World w = world;
        if (w == null) {
            throw new IllegalStateException(
                    "code that is woven for a simulation cannot use a monitor: nobody keeps"
                            + " monitors here. Load it through the testkit, or unwoven.");
        }
        return w;
    }
}
