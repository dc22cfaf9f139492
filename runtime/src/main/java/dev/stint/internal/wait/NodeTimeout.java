package dev.stint.internal.wait;

/** Ends a wait when its time is up. */
public final class NodeTimeout extends TimerHeap.Entry {
    private final WaitNode node;
    private final int reason;

    public NodeTimeout(WaitNode node, int reason) {
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
