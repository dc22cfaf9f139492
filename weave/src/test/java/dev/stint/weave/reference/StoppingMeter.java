package dev.stint.weave.reference;

import dev.stint.hooks.Meter;
import dev.stint.hooks.Stop;

/** A thread that lends some operations, and after that throws at every charge, without grace. */
final class StoppingMeter extends Meter {
    private long stops;

    StoppingMeter(Runnable body, int lent) {
        super(body, "stopping");
        ops = lent;
        bytes = Long.MAX_VALUE;
    }

    /** How often it threw. */
    long stops() {
        return stops;
    }

    @Override
    protected void ranOut(int operations, long memory) {
        stops++;
        throw new Stop(new IllegalStateException("no operations left"));
    }

    @Override
    protected void payRarely(long operations, long memory, long syscalls) {
        ops = (int) Math.max(-1, ops - operations);
        if (ops < 0) {
            ranOut(0, 0);
        }
    }
}
