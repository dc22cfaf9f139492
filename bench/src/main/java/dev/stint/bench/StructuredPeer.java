package dev.stint.bench;

import java.util.ArrayList;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Subtask;

/**
 * Virtual threads in scopes of the JDK, which are a preview in 25; what nurseries do, as far as it
 * goes.
 */
final class StructuredPeer implements Peer {
    @Override
    public void spawn(int tasks, Runnable body) throws Exception {
        VirtualThreadPeer.call(
                () -> {
                    try (var scope = StructuredTaskScope.open()) {
                        for (int i = 0; i < tasks; i++) {
                            scope.fork(body);
                        }
                        return scope.join();
                    }
                });
    }

    @Override
    public long skynet(int leaves) throws Exception {
        return VirtualThreadPeer.call(() -> skynet(0, leaves));
    }

    private static long skynet(long first, int leaves) throws InterruptedException {
        if (leaves == 1) {
            return first;
        }
        int each = leaves / SkynetBench.CHILDREN;
        var children = new ArrayList<Subtask<Long>>(SkynetBench.CHILDREN);
        try (var scope = StructuredTaskScope.<Long>open()) {
            for (int i = 0; i < SkynetBench.CHILDREN; i++) {
                long from = first + (long) i * each;
                children.add(scope.fork(() -> skynet(from, each)));
            }
            scope.join();
            long sum = 0;
            for (Subtask<Long> child : children) {
                sum += child.get();
            }
            return sum;
        }
    }

    @Override
    public int nest(int levels) throws Exception {
        return VirtualThreadPeer.call(() -> nestHere(levels));
    }

    private static int nestHere(int levels) throws InterruptedException {
        if (levels == 1) {
            return 1;
        }
        try (var scope = StructuredTaskScope.<Integer>open()) {
            Subtask<Integer> child = scope.fork(() -> nestHere(levels - 1));
            scope.join();
            return child.get() + 1;
        }
    }

    /**
     * A scope whose owner is interrupted while it joins is closed, which interrupts what is in it.
     */
    @Override
    public Tree tree(int branches, int each, Runnable armed, Runnable ended) {
        Runnable sleeper = () -> VirtualThreadPeer.sleepFor(CancelTreeBench.SLEEP, armed, ended);
        Thread top =
                Thread.startVirtualThread(
                        () -> forkAndJoin(branches, () -> forkAndJoin(each, sleeper)));
        return () -> {
            top.interrupt();
            top.join();
        };
    }

    private static void forkAndJoin(int tasks, Runnable body) {
        try (var scope = StructuredTaskScope.open()) {
            for (int i = 0; i < tasks; i++) {
                scope.fork(body);
            }
            scope.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // cancelled, and the scope is closed by now
        }
    }
}
