package dev.stint.hooks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A meter that lends once, and notes what is asked of it when that does not suffice. */
final class Booked extends Meter {
    private final List<Call> calls = new ArrayList<>();

    /** What the meter was asked. */
    record Call(String what, long operations, long memory, long syscalls) {}

    private Booked(Runnable code, int ops, long bytes) {
        super(code, "booked");
        this.ops = ops;
        this.bytes = bytes;
    }

    /** Runs code with so much to spend. What it throws, an assertion say, is thrown here. */
    static Booked by(int ops, long bytes, Runnable code) {
        var task = new FutureTask<>(code, null);
        var meter = new Booked(task, ops, bytes);
        meter.start();
        try {
            meter.join();
            task.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return meter;
    }

    int opsLeft() {
        return ops;
    }

    long bytesLeft() {
        return bytes;
    }

    int roundsBooked() {
        return rounds;
    }

    List<Call> calls() {
        return calls;
    }

    @Override
    protected void ranOut(int operations, long memory) {
        calls.add(new Call("ranOut", operations, memory, 0));
    }

    @Override
    protected void payRarely(long operations, long memory, long syscalls) {
        calls.add(new Call("payRarely", operations, memory, syscalls));
    }
}
