package dev.stint.internal.worker;

import dev.stint.env.Decisions.Kind;
import dev.stint.internal.queue.Inbox;
import dev.stint.internal.task.TaskImpl;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a worker looks for its next task before it steals: the hot slot, its own
 * {@link RunQueues}, its inbox, the global queue, its LOW tasks.
 *
 * <p>Every {@link #FAIR_LOOK}th look starts somewhere else instead, in turn at the inbox, the
 * global queue, and the far ends of its own queues, so that nothing waits for ever behind newer
 * work. Timers are looked at then, too. Carrier only.
 */
final class NextTask {
    /** Prime, so that it does not keep step with a program's own rhythm; as in Go. */
    static final int FAIR_LOOK = 61;

    /** How often in a row the hot slot may be used while anything else waits here. */
    static final int HOT_LIMIT = 16;

    private static final int FAIR_TURNS = 5;

    private final Worker worker;
    private final Engine engine;
    private final boolean seeded;
    private final Lanes lanes;
    private final RunQueues.Hand hand;
    private final Inbox<TaskImpl<?>> inbox;
    private final Expiry expiry;

    private int hotUses; // in a row, of the hot slot and of tasks that run next without a queue
    private int tick;
    private int fairTurn;

    NextTask(Worker worker, Engine engine, Lanes lanes, Inbox<TaskImpl<?>> inbox, Expiry expiry) {
        this.worker = worker;
        this.engine = engine;
        this.seeded = engine.isSeeded();
        this.lanes = lanes;
        this.hand = lanes.hand();
        this.inbox = inbox;
        this.expiry = expiry;
    }

    /** The next of what is queued for this worker or for all, not yet claimed; or null. */
    @Nullable TaskImpl<?> here() {
        lanes.beginStep();
        TaskImpl<?> task;
        if (seeded ? seededLook() : ++tick >= FAIR_LOOK) {
            tick = 0;
            expiry.fireDue(engine.clock());
            if (!lanes.isInArrears() && (task = fairLook()) != null) {
                return task;
            }
        }
        if (!lanes.isInArrears() && (task = nextInLane()) != null) {
            return task;
        }
        for (int passed = 1; passed < lanes.count(); passed++) {
            lanes.passTurn();
            if (!lanes.isInArrears() && (task = nextInLane()) != null) {
                return task;
            }
        }
        return lanes.hasArrears() ? nextInArrears() : null;
    }

    /** Nobody else has anything to run, so those run who have used more than their share. */
    private @Nullable TaskImpl<?> nextInArrears() {
        TaskImpl<?> task = null;
        for (int passed = 0; task == null && passed < lanes.count(); passed++) {
            lanes.passTurn();
            task = nextInLane();
        }
        return task;
    }

    /** True if there is anything that this worker could run without stealing. */
    boolean isThere() {
        return !lanes.isEmpty() || !inbox.isEmpty() || !engine.global().isEmpty();
    }

    /** True if so many have run before all that is queued that it is the queues' turn. */
    boolean hasJumpedTooOften() {
        return hotUses > HOT_LIMIT;
    }

    /** Counts a task that runs next without having been in a queue. */
    void jumped() {
        hotUses++;
    }

    /** The next task of the tenant whose turn it is. */
    private @Nullable TaskImpl<?> nextInLane() {
        TaskImpl<?> task = takeHot();
        if (task != null) {
            return task;
        }
        hotUses = 0;
        RunQueues queues = lanes.current();
        if ((task = queues.takeNext()) != null || (task = takeSent()) != null) {
            return task;
        }
        task = engine.global().poll(lanes.currentLane());
        return task != null ? task : queues.takeLow();
    }

    /**
     * Under a seed the moment and the turn of a fair look are drawn, so that one worker varies,
     * too.
     */
    private boolean seededLook() {
        expiry.fireDue(engine.clock());
        if (engine.driver().choose(worker, Kind.LOOK, 4) != 0) {
            return false;
        }
        fairTurn = engine.driver().choose(worker, Kind.LOOK, FAIR_TURNS);
        return true;
    }

    /** Starts at another queue each time; goes round at most once. */
    private @Nullable TaskImpl<?> fairLook() {
        for (int i = 0; i < FAIR_TURNS; i++) {
            fairTurn = (fairTurn + 1) % FAIR_TURNS;
            TaskImpl<?> task =
                    switch (fairTurn) {
                        case 0 -> takeSent();
                        case 1 -> engine.global().poll(lanes.currentLane());
                        case 2 -> lanes.current().takeOldestAgain();
                        case 3 -> lanes.current().takeOldestFresh();
                        default -> lanes.current().takeLow();
                    };
            if (task != null) {
                return task;
            }
        }
        return null;
    }

    private @Nullable TaskImpl<?> takeHot() {
        RunQueues queues = lanes.current();
        TaskImpl<?> task = queues.takeHot();
        if (task != null && ++hotUses > HOT_LIMIT && isThere()) {
            hotUses = 0;
            hand.held = task;
            queues.addWoken(task);
            hand.held = null;
            return null;
        }
        return task;
    }

    /**
     * Takes the first of what others have sent, and moves the rest to the stealable queues. The
     * first stays in hand: a thief that is woken by the rest, or awake already, would undo the
     * affinity for which it was sent here. With several tenants it stays only if it is its turn.
     */
    private @Nullable TaskImpl<?> takeSent() {
        if (inbox.isEmpty() || inbox.takeAll(this::unpack) == 0) {
            return null;
        }
        return hand.held != null ? hand.held : lanes.current().takeNext();
    }

    private void unpack(TaskImpl<?> task) {
        if (hand.held == null && (lanes.isOne() || task.lane() == lanes.currentLane())) {
            hand.held = task;
        } else {
            worker.putSent(task);
        }
    }
}
