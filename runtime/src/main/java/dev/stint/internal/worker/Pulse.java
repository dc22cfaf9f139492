package dev.stint.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What the monitor sees of whether a worker makes steps. */
public final class Pulse {
    private static final VarHandle STEPS;

    static {
        try {
            STEPS = MethodHandles.lookup().findVarHandle(Pulse.class, "steps", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long steps; // opaque; one writer, the carrier
    private volatile boolean stalled; // set by the monitor, cleared by the carrier

    Pulse() {}

    /** The worker makes a step. */
    void beat() {
        STEPS.setOpaque(this, steps + 1);
        if (stalled) {
            stalled = false;
        }
    }

    /** How many steps it has made. Any thread. */
    public long steps() {
        return (long) STEPS.getOpaque(this);
    }

    /** It has made no step for long. Monitor; the next step takes it back. */
    public void markStalled() {
        stalled = true;
    }

    public boolean isStalled() {
        return stalled;
    }
}
