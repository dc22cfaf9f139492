package dev.stint.internal.worker;

import dev.stint.internal.task.TaskImpl;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The end of a slice on threads: a timer thread strikes when it has lasted long enough, and so does
 * it with the turn of a tenant, which may be of many short tasks.
 *
 * <pre>
 *   field      who may touch it
 *   since      when the slice began; written by the carrier, read by the timer; opaque
 *   turnSince  when the turn began; the same
 *   struck     the beginning of the slice that the timer has ended last; written by the timer with
 *              release, read by the carrier with opaque, and with acquire before struckAt
 *   struckAt   when it did; plain, before struck
 * </pre>
 *
 * <p>A slice is known by its beginning, so a strike that comes late ends no other: two slices begin
 * at the same time only if neither has lasted, and what has not lasted is not struck.
 */
public final class ClockedSliceEnd extends SliceEnd {
    /** No slice runs, or none was struck yet. */
    public static final long NONE = Long.MAX_VALUE;

    private static final VarHandle SINCE = handle("since");
    private static final VarHandle TURN_SINCE = handle("turnSince");
    private static final VarHandle STRUCK = handle("struck");

    private final Engine engine;
    private final Worker worker;
    private final long length;
    private long since = NONE;
    private long turnSince = NONE;
    private long struck = Long.MIN_VALUE;
    private long struckAt;

    // the carrier's
    private long task;
    private long turn = -1;
    private int looks; // since the timer has struck

    // the timer's
    private long turnStruck = NONE;

    ClockedSliceEnd(Engine engine, Worker worker) {
        this.engine = engine;
        this.worker = worker;
        this.length = engine.config().effectiveSliceTime().orElseThrow().toNanos();
        worker.lanes().setTimed();
    }

    private static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(ClockedSliceEnd.class, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // ---- the carrier's

    @Override
    void begin(TaskImpl<?> next) {
        long now = engine.clock().nanos();
        tellEnd(now);
        task = next.id();
        looks = 0;
        SINCE.setOpaque(this, now);
        long turnNow = worker.lanes().turn();
        if (turn != turnNow) {
            turn = turnNow;
            TURN_SINCE.setOpaque(this, now);
        }
    }

    @Override
    void rest() {
        if (since == NONE && turnSince == NONE) {
            return; // and was so before
        }
        tellEnd(engine.clock().nanos());
        SINCE.setOpaque(this, NONE);
        TURN_SINCE.setOpaque(this, NONE);
        turn = -1;
    }

    /** One that has looked twice since goes on because nobody else was there, and is not late. */
    private void tellEnd(long now) {
        if (looks <= 1 && since != NONE && (long) STRUCK.getAcquire(this) == since) {
            engine.log().sliceEnded(task, worker.id(), now - since, now - struckAt);
        }
    }

    @Override
    void looked() {
        if (isOver()) {
            looks++;
        }
    }

    @Override
    boolean isOver() {
        return (long) STRUCK.getOpaque(this) == since;
    }

    // ---- the timer's

    /**
     * Ends what has lasted long enough.
     *
     * @return when the next will have; NONE if nothing runs that is not ended yet
     */
    public long strike(long now) {
        return Math.min(strikeSlice(now), strikeTurn(now));
    }

    private long strikeSlice(long now) {
        long begin = (long) SINCE.getOpaque(this);
        if (begin == NONE || begin == struck) {
            return NONE;
        }
        if (now - begin < length) {
            return begin + length;
        }
        struckAt = now;
        STRUCK.setRelease(this, begin);
        return NONE;
    }

    private long strikeTurn(long now) {
        long begin = (long) TURN_SINCE.getOpaque(this);
        if (begin == NONE || begin == turnStruck) {
            return NONE;
        }
        if (now - begin < length) {
            return begin + length;
        }
        turnStruck = begin;
        worker.lanes().hurry();
        return NONE;
    }
}
