package dev.stint.internal.task;

import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.wait.Waiter;

/** The wait for the end of a task, of a nursery's last child, or of one of several tasks. */
public final class EndNode extends WaitNode {
    private final Object target;
    private final Family nursery; // what is awaited is this, or is in it

    public EndNode(Waiter waiter, TaskImpl<?> task) {
        super(waiter);
        this.target = task;
        this.nursery = task.nursery();
    }

    public EndNode(Waiter waiter, Family nursery) {
        super(waiter);
        this.target = nursery;
        this.nursery = nursery;
    }

    /** The wait for any of several tasks of a nursery. */
    public EndNode(Waiter waiter, Family nursery, String which) {
        super(waiter);
        this.target = which;
        this.nursery = nursery;
    }

    /** True if it, or something below it, is awaited. */
    boolean isInside(Family outer) {
        return nursery.isWithin(outer);
    }

    /** What is awaited may still come to its end by itself. */
    @Override
    public boolean isLeaf() {
        return false;
    }

    @Override
    public String describe() {
        return "the end of " + target;
    }
}
