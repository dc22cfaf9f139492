package dev.stint.internal.core;

import dev.stint.internal.time.TimerHeap;

/** Ends a wait when its time is up. */
final class NodeTimeout extends TimerHeap.Entry {
    private final WaitNode node;
    private final int reason;

    NodeTimeout(WaitNode node, int reason) {
        this.node = node;
        this.reason = reason;
    }

    @Override
    public void fire() {
        node.notifyWaiter(reason);
    }

    @Override
    public boolean isMoot() {
        return !node.isWaiting();
    }
}
