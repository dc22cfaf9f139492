package dev.stint.internal.core;

/** The wait for the end of a task or of a nursery's last child. */
final class EndNode extends WaitNode {
    private final Object target;

    EndNode(Waiter waiter, Object target) {
        super(waiter);
        this.target = target;
    }

    @Override
    public String describe() {
        return "the end of " + target;
    }
}
