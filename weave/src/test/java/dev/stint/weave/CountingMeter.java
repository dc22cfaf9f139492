package dev.stint.weave;

import dev.stint.hooks.Meter;
import dev.stint.hooks.Stop;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** A thread on which woven code is counted, and stopped where the test says. */
final class CountingMeter extends Meter {
    private static final long PLENTY = 1L << 50;
    private static final int SLICE = 1 << 30;

    /** In milliseconds: for code that is expected to end at once, but might never. */
    private static final long PATIENCE = 20_000;

    private final FutureTask<?> task;
    private long opsLimit = PLENTY;
    private long opsBooked; // without what is counted in the slice
    private long bytesBooked;
    private int stops;

    private CountingMeter(FutureTask<?> task) {
        super(task, "counting");
        this.task = task;
        this.ops = SLICE;
        this.bytes = PLENTY;
        setDaemon(true);
    }

    /** What some code cost. */
    record Count(long ops, long bytes) {}

    record Counted<T>(T result, Count count) {}

    /** Runs code on a meter of its own. */
    static <T> Counted<T> count(Callable<T> code) throws Exception {
        var task = new FutureTask<T>(code);
        var meter = new CountingMeter(task);
        meter.start();
        meter.join();
        return new Counted<>(task.get(), meter.counted());
    }

    /** Runs code that must end when it has used up what it may. */
    static CountingMeter stop(long ops, Runnable code) throws InterruptedException {
        return stop(ops, LAP, code);
    }

    /** The same with loops that book at a lap of their own. */
    static CountingMeter stop(long ops, int lap, Runnable code) throws InterruptedException {
        var meter = new CountingMeter(new FutureTask<>(code, true));
        meter.opsLimit = ops;
        meter.lap = lap;
        meter.ops = 0;
        meter.start();
        meter.join(PATIENCE);
        return meter;
    }

    Count counted() {
        return new Count(opsBooked + (opsLimit == PLENTY ? SLICE - ops : 0), PLENTY - bytes);
    }

    /** How often it was told to stop. */
    int stops() {
        return stops;
    }

    FutureTask<?> task() {
        return task;
    }

    @Override
    protected void ranOut(int operations, long memory) {
        if (bytes < 0) {
            throw new AssertionError("more bytes than there are");
        }
        if (opsLimit == PLENTY) {
            opsBooked += SLICE - ops;
            ops = SLICE;
            return;
        }
        opsBooked -= ops;
        ops = 0;
        if (opsBooked > opsLimit) {
            stops++;
            throw new Stop(new IllegalStateException("out of operations"));
        }
    }

    @Override
    protected void payRarely(long operations, long memory, long syscalls) {
        bytes -= memory;
        bytesBooked += memory;
        opsBooked += operations;
    }

    long bytesPaid() {
        return bytesBooked;
    }
}
