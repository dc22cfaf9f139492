package dev.stint.internal.rights;

import dev.stint.hooks.Wakeup;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.wait.Waiter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A wake-up for a task, through the scheduler: a seed decides when it comes, and the time is that
 * of the scheduler's clock.
 *
 * <p>Its word is null, {@link #GIVEN}, or the wait that is going on. Whoever wakes an idle task
 * first has its nursery count it as busy, so that the nursery does not end in between.
 */
final class TaskWakeup implements Wakeup {
    private static final Object GIVEN = new Object();

    private final AtomicReference<@Nullable Object> word = new AtomicReference<>();

    @Override
    public boolean await(long nanos, boolean isIdle) throws InterruptedException {
        if (word.compareAndSet(GIVEN, null)) {
            return true;
        }
        TaskImpl<?> me = TaskImpl.currentOrNull();
        // A daemon is counted already.
        NurseryImpl nursery = isIdle && me != null && !me.isDaemon() ? NurseryImpl.of(me) : null;
        var node = new IdleNode(me != null ? me : Waits.current(), nursery);
        node.begin(); // before anybody can find it, and end that
        try {
            if (word.compareAndSet(null, node)) {
                long limit = nanos < 0 ? TimerHeap.NONE : nanos;
                return Waits.await(node, limit, "wait") != WaitNode.TIMEOUT;
            }
            if (word.compareAndSet(GIVEN, null)) {
                return true;
            }
            throw new IllegalStateException("another task waits for this wake-up already");
        } finally {
            word.compareAndSet(node, null);
            node.end();
        }
    }

    @Override
    public void wake() {
        while (true) {
            Object now = word.get();
            if (now == GIVEN) {
                return;
            }
            if (now instanceof IdleNode node && word.compareAndSet(node, null)) {
                node.end();
                node.notifyWaiter(WaitNode.DATA);
                return;
            }
            if (now == null && word.compareAndSet(null, GIVEN)) {
                return;
            }
        }
    }

    /** A wait, and the nursery that counts whoever waits as idle, if one does. */
    private static final class IdleNode extends WaitNode {
        private final @Nullable NurseryImpl nursery;
        private final AtomicBoolean isCounted = new AtomicBoolean();

        IdleNode(Waiter waiter, @Nullable NurseryImpl nursery) {
            super(waiter);
            this.nursery = nursery;
        }

        void begin() {
            if (nursery != null) {
                isCounted.set(true);
                nursery.beginIdle();
            }
        }

        void end() {
            if (nursery != null && isCounted.compareAndSet(true, false)) {
                nursery.endIdle();
            }
        }

        @Override
        public String describe() {
            return nursery == null ? "a wake-up" : "something to do";
        }
    }
}
