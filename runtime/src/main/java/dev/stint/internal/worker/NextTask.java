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

    /** From so many tenants a worker takes something over at once. */
    private static final int MOST_ARRIVALS = 64;

    private final Worker worker;
    private final Engine engine;
    private final boolean seeded;
    private final Lanes lanes;
    private final RunQueues.Hand hand;
    private final Inbox<TaskImpl<?>> inbox;
    private final Expiry expiry;
    private final Levelling levelling;
    private @Nullable LeaseImpl lease; // then it looks at nothing that is not the owner's

    private int hotUses; // in a row, of the hot slot and of tasks that run next without a queue
    private int tick;
    private boolean wasFair; // the look after the last slice that a timer has ended
    private int fairTurn;

    NextTask(Worker worker, Engine engine, Lanes lanes, Inbox<TaskImpl<?>> inbox, Expiry expiry) {
        this.worker = worker;
        this.engine = engine;
        this.seeded = engine.isSeeded();
        this.lanes = lanes;
        this.hand = lanes.hand();
        this.inbox = inbox;
        this.expiry = expiry;
        this.levelling = new Levelling(engine, worker, lanes);
    }

    /** What the worker serves from now on. */
    void serve(@Nullable LeaseImpl lease) {
        this.lease = lease;
        lanes.setApart(lease != null);
    }

    /** The next of what is queued for this worker or for all, not yet claimed; or null. */
    @Nullable TaskImpl<?> here() {
        TaskImpl<?> task = engine.contexts().isReady(worker.place()) ? takeOnContext() : null;
        if (task != null) {
            return task;
        }
        if (lanes.isTurnOver()) {
            lookAround();
            lanes.beginTurn();
        }
        if (lanes.isLevellingDue() && levelling.fetches() && lanes.isTurnOver()) {
            lanes.beginTurn();
        }
        if (!seeded && lanes.isLookDue()) {
            expiry.fireDue(engine.clock()); // 61 steps may be long
        }
        if (seeded ? seededLook() : ++tick >= FAIR_LOOK) {
            tick = 0;
            expiry.fireDue(engine.clock());
            if ((task = fairLook()) != null) {
                return task;
            }
        }
        while ((task = nextInLane()) == null && lanes.passOver()) {
            // whose turn it was has nothing
        }
        return task;
    }

    /** The one that is due first; what is filled up now may be due sooner. */
    private @Nullable TaskImpl<?> takeOnContext() {
        expiry.fireDue(engine.clock());
        return engine.contexts().take(worker.place());
    }

    /** Who else could it be? */
    private void lookAround() {
        expiry.fireDue(engine.clock());
        if (!lanes.isNobodys() && !inbox.isEmpty()) {
            inbox.takeAll(worker::putSent);
        }
        takeArrived();
        lanes.admitHost();
    }

    /** Takes over what was sent to tenants from outside, of some of them. */
    private boolean takeArrived() {
        if (lease != null) {
            return takeSentTo(lease);
        }
        GlobalQueues global = engine.global();
        if (!global.hasArrived()) {
            return false;
        }
        int some = 0;
        while (some < MOST_ARRIVALS && global.takeArrived(hand, worker::putSent)) {
            some++;
        }
        if (!global.isEmpty()) {
            engine.wakeOne(); // for what came meanwhile, when its tenant was in nobody's line
        }
        return some > 0;
    }

    private boolean takeSentTo(LeaseImpl lease) {
        boolean some = engine.global().takeSent(lease, hand, worker::putSent);
        if (lease.hasSent()) {
            lease.wakeOne();
        }
        return some;
    }

    /** True if there is anything that this worker could run without stealing. */
    boolean isThere() {
        return !lanes.isEmpty() || !inbox.isEmpty() || isSent();
    }

    /**
     * True if it should see now whether another worker has something for it, which it does between
     * two steps. Asked while a task runs that nobody here waits for the end of.
     */
    boolean isElsewhere(boolean isPaid) {
        return !isPaid && lanes.isLevellingDue() && levelling.isWorthIt();
    }

    private boolean isSent() {
        LeaseImpl its = lease;
        return its == null
                ? !engine.global().isEmpty() || engine.contexts().isReady(worker.place())
                : its.hasSent();
    }

    /** True if so many have run before all that is queued that it is the queues' turn. */
    boolean hasJumpedTooOften() {
        return hotUses > HOT_LIMIT;
    }

    /**
     * A timer has ended a slice. So long a time counts for many steps: every other time the look is
     * a fair one. Not each time, since those pass over what is urgent.
     */
    void sliceEnded() {
        wasFair = !wasFair;
        if (wasFair) {
            tick = FAIR_LOOK;
        }
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
        return (task = takeGlobal()) != null ? task : queues.takeLow();
    }

    /** What nobody has taken over yet, of whose turn it is. */
    private @Nullable TaskImpl<?> takeGlobal() {
        TaskImpl<?> task = lease == null && lanes.isHosts() ? takeHosts() : null;
        return task == null && takeArrived() ? lanes.current().takeNext() : task;
    }

    /** Of the host's tasks, those that are in a group wait for the turn of that. */
    private @Nullable TaskImpl<?> takeHosts() {
        TaskImpl<?> task;
        for (int i = 0; i < GlobalQueues.BATCH && (task = engine.global().poll()) != null; i++) {
            if (lanes.isCurrent(task)) {
                return task;
            }
            hand.moving = task;
            worker.putSent(task);
            hand.moving = null;
        }
        return null;
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
                        case 1 -> takeGlobal();
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
        if (hand.held == null && lanes.isCurrent(task)) {
            hand.held = task;
        } else {
            worker.putSent(task);
        }
    }
}
