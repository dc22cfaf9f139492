package dev.stint.internal.core;

import dev.stint.env.Seam;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * The platform thread that drives a worker; the way back from running code to its worker.
 *
 * <p>Code on a core asks for the carrier, never for the current thread: on a virtual-thread core
 * that is the core itself, and on a bare core the compiler may treat it as constant across a
 * suspension.
 */
@Seam("carriers are the threads that everything else runs on")
public final class Carrier extends Thread {
    private static final JavaLangAccess JLA = SharedSecrets.getJavaLangAccess();

    /** Written by this thread only: the worker it is stepping. */
    @Nullable Processor processor;

    public Carrier(Runnable loop, String name) {
        super(null, loop, name, 0, false);
        setDaemon(true);
    }

    /** The calling thread, if it is a carrier that drives nothing now; otherwise null. */
    public static @Nullable Carrier hostOrNull() {
        return Thread.currentThread() instanceof Carrier me && me.processor == null ? me : null;
    }

    /** True if the calling code runs on this carrier, itself or mounted. */
    public static boolean isCurrent(Carrier carrier) {
        return JLA.currentCarrierThread() == carrier;
    }

    /** Sets the worker that this thread, the caller, steps from now on. */
    public void drive(@Nullable Processor processor) {
        this.processor = processor;
    }
}
