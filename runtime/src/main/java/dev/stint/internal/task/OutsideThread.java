package dev.stint.internal.task;

import dev.stint.env.Parking;
import dev.stint.internal.wait.Waiter;

/** A thread that is not run by any of our workers, as a waiter. */
public final class OutsideThread implements Waiter {
    private final Thread thread = Thread.currentThread();

    @Override
    public void unpark() {
        Parking.unpark(thread);
    }
}
