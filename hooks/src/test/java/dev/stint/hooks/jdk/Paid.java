package dev.stint.hooks.jdk;

import dev.stint.hooks.Meter;
import dev.stint.hooks.Stop;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A thread with so much to spend, on which a function is called to see what it pays. */
final class Paid extends Meter {
    private static final int SLICE = 1 << 20;

    private final long limit;
    private long spentOps;
    private long spentBytes;
    private boolean stopped;

    private Paid(Runnable code, long limit) {
        super(code, "paid");
        this.limit = limit;
        this.ops = SLICE;
        this.bytes = SLICE;
    }

    /** What came out, and what was paid for it. */
    record Result<T>(T value, long ops, long bytes) {}

    static <T> Result<T> by(Callable<T> code) {
        var task = new FutureTask<>(code);
        var meter = new Paid(task, Long.MAX_VALUE);
        meter.runToEnd();
        try {
            return new Result<>(task.get(), meter.opsSpent(), meter.bytesSpent());
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e.getCause());
        }
    }

    static Result<Boolean> by(Runnable code) {
        return by(
                () -> {
                    code.run();
                    return true;
                });
    }

    /** True if the code was stopped because it cannot pay more than this. */
    static boolean isStopped(long limit, Runnable code) {
        var meter = new Paid(code, limit);
        meter.setUncaughtExceptionHandler((thread, e) -> {});
        meter.runToEnd();
        return meter.stopped;
    }

    private void runToEnd() {
        start();
        try {
            join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private long opsSpent() {
        return spentOps + SLICE - ops;
    }

    private long bytesSpent() {
        return spentBytes + SLICE - bytes;
    }

    @Override
    protected void ranOut(int operations, long memory) {
        spentOps += SLICE - ops;
        ops = SLICE;
        spentBytes += SLICE - bytes;
        bytes = SLICE;
        stopIfSpent();
    }

    @Override
    protected void payRarely(long operations, long memory, long syscalls) {
        if (operations < 0 || memory < 0 || syscalls < 0) {
            throw new AssertionError("a price below zero");
        }
        spentOps = Charges.plus(spentOps, operations);
        spentBytes = Charges.plus(spentBytes, memory);
        ranOut(0, 0);
    }

    private void stopIfSpent() {
        if (spentOps > limit || spentBytes > limit) {
            stopped = true;
            throw new Stop(new IllegalStateException("more than " + limit));
        }
    }
}
