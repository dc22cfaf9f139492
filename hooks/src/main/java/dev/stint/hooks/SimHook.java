package dev.stint.hooks;

import org.jspecify.annotations.Nullable;

/**
 * The static methods that code calls which is woven for a simulation: before it touches what others
 * may see, and in place of monitors. Where nobody simulates, memory is touched as ever.
 */
public final class SimHook {
    /** Plain: set before the first class is woven, or before the first run of what is woven. */
    private static @Nullable Simulation simulation;

    private SimHook() {}

    /** Says whom woven code asks from now on, in all threads. */
    public static void install(Simulation asked) {
        simulation = asked;
    }

    /** The simulation, if the calling code is simulated. */
    static @Nullable Simulation here() {
        Simulation sim = simulation;
        return sim != null && sim.isHere() ? sim : null;
    }

    // ---- memory

    public static void reads(Object holder, String field) {
        Simulation sim = simulation;
        if (sim != null) {
            sim.touch(holder, Simulation.FIELD, field, false);
        }
    }

    public static void writes(Object holder, String field) {
        Simulation sim = simulation;
        if (sim != null) {
            sim.touch(holder, Simulation.FIELD, field, true);
        }
    }

    public static void readsStatic(String field) {
        Simulation sim = simulation;
        if (sim != null) {
            sim.touch(null, Simulation.FIELD, field, false);
        }
    }

    public static void writesStatic(String field) {
        Simulation sim = simulation;
        if (sim != null) {
            sim.touch(null, Simulation.FIELD, field, true);
        }
    }

    public static void readsElement(Object array, int index) {
        Simulation sim = simulation;
        if (sim != null) {
            sim.touch(array, index, "", false);
        }
    }

    public static void writesElement(Object array, int index) {
        Simulation sim = simulation;
        if (sim != null) {
            sim.touch(array, index, "", true);
        }
    }

    // ---- calls of the JDK

    public static void calling(@Nullable Object on, String method, boolean writes) {
        Simulation sim = simulation;
        if (sim != null) {
            sim.call(on, method, writes);
        }
    }

    /** Of something that may lock itself; what it returns is for {@link #endCall}. */
    public static boolean beginCall(@Nullable Object on, String method, boolean writes) {
        Simulation sim = simulation;
        return sim != null && sim.beginCall(on, method, writes);
    }

    /** In any case, also when the call has thrown. */
    public static void endCall(boolean isQuiet) {
        if (isQuiet) {
            keeper().endQuiet();
        }
    }

    // ---- class initialisers

    public static void beginInit() {
        Simulation sim = simulation;
        if (sim != null) {
            sim.beginQuiet();
        }
    }

    public static void endInit() {
        Simulation sim = simulation;
        if (sim != null) {
            sim.endQuiet();
        }
    }

    // ---- monitors, in place of the JVM's

    public static void enter(Object monitor) {
        keeper().enter(nonNull(monitor));
    }

    public static void exit(Object monitor) {
        keeper().exit(nonNull(monitor));
    }

    public static boolean holdsLock(Object monitor) {
        return keeper().holds(nonNull(monitor));
    }

    public static void await(Object monitor) throws InterruptedException {
        keeper().await(nonNull(monitor), 0);
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
        keeper().await(nonNull(monitor), Math.min(millis, most) * 1_000_000 + nanos);
    }

    public static void notify(Object monitor) {
        keeper().notify(nonNull(monitor), false);
    }

    public static void notifyAll(Object monitor) {
        keeper().notify(nonNull(monitor), true);
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
    private static Simulation keeper() {
        Simulation sim = simulation;
        if (sim == null) {
            throw new IllegalStateException(
                    "code that is woven for a simulation cannot use a monitor: nobody keeps"
                            + " monitors here. Load it through the testkit, or unwoven.");
        }
        return sim;
    }
}
