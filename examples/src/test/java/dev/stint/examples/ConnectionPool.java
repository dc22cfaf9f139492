package dev.stint.examples;

import java.util.ArrayDeque;
import java.util.Deque;

/** A pool as anybody would write it. Nothing in it knows of Stint, and it has a bug. */
@SuppressWarnings("WaitNotInLoop") // that is the bug
// tag::pool
final class ConnectionPool {
    private final Deque<String> free = new ArrayDeque<>();

    synchronized void giveBack(String connection) {
        free.addFirst(connection);
        notify();
    }

    synchronized String take() throws InterruptedException {
        if (free.isEmpty()) {
            wait();
        }
        return free.removeFirst();
    }
}
// end::pool
