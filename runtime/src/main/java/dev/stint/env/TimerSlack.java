package dev.stint.env;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * How late a sleeping thread may be woken. Linux takes 50 µs unless it is told otherwise, to have
 * wake-ups come together. Elsewhere, or where native access is not enabled, nothing is changed.
 */
public final class TimerSlack {
    private static final int SET = 29; // PR_SET_TIMERSLACK
    private static final long LEAST = 1; // 0 would be the default again

    private TimerSlack() {}

    /** Has the calling platform thread woken without delay, if that is possible; false if not. */
    @SuppressWarnings("restricted") // asked for before, by isNativeAccessEnabled
    public static boolean forgo() {
        if (!System.getProperty("os.name", "").equals("Linux")
                || !TimerSlack.class.getModule().isNativeAccessEnabled()) {
            return false;
        }
        try {
            Linker linker = Linker.nativeLinker();
            MethodHandle call =
                    linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("prctl"),
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_LONG),
                            Linker.Option.firstVariadicArg(1));
            return (int) call.invokeExact(SET, LEAST) == 0;
        } catch (Throwable e) {
            return false; // it is woken late, and nothing worse
        }
    }
}
