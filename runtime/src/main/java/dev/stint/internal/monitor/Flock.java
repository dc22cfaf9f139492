package dev.stint.internal.monitor;

import dev.stint.internal.worker.Worker;

/**
 * Sees whether thieves tear apart tasks that belong together, and has them left in peace then.
 *
 * <p>Tasks that talk to each other in short steps are best run by one worker: a stolen one takes
 * along the cache lines of all it talks to, and is back with its next message. That is what shows
 * it: woken by another worker than the one that stole it. When most stolen tasks come back so, and
 * steps are short, workers keep the tasks that were woken on them, for a while. Then thieves may
 * try again; if it is the same, they stay away for twice as long.
 *
 * <p>Nobody is stranded: a worker whose steps become long, or who has too many tasks, loses its
 * privilege at the next tick, or at once. The monitor's.
 */
public final class Flock {
    /** On average; where steps are longer, a theft pays. */
    private static final long SHORT_STEP_NANOS = 2_000;

    /** The most tasks that a worker keeps: a fraction of a millisecond of short steps. */
    public static final int KEPT = 256;

    /** For how long thieves stay away, the first time; twice as long each time in a row. */
    private static final long PEACE_NANOS = 128_000_000;

    private static final long LONGEST_PEACE_NANOS = 1_000_000_000;

    /** So many tasks must have come back lately. */
    private static final int ENOUGH = 4;

    /** A monitor that looks less often could strand a task behind a step that becomes long. */
    static final long LONGEST_PERIOD_NANOS = 10_000_000;

    private long then;
    private long[] heartbeats = {};
    private long cameBack;
    private long stayed;
    private long lately; // of those that came back; halves with each tick
    private long latelyStayed;
    private boolean peace;
    private long until = Long.MIN_VALUE / 2; // it lasts, or has lasted
    private long length = PEACE_NANOS;

    /** One look, at a time. */
    public void tick(Worker[] crew, long now) {
        judge(crew, now);
        long elapsed = now - then;
        then = now;
        long[] before = heartbeats;
        heartbeats = new long[crew.length];
        for (int i = 0; i < crew.length; i++) {
            heartbeats[i] = crew[i].pulse().steps();
            long steps = i < before.length ? heartbeats[i] - before[i] : 0;
            boolean isShort = steps * SHORT_STEP_NANOS > elapsed;
            crew[i].lanes().setKept(peace && isShort ? KEPT : 0);
        }
    }

    private void judge(Worker[] crew, long now) {
        long back = 0;
        long stay = 0;
        for (Worker worker : crew) {
            back += worker.thefts().cameBack();
            stay += worker.thefts().stayed();
        }
        lately = lately / 2 + Math.max(0, back - cameBack);
        latelyStayed = latelyStayed / 2 + Math.max(0, stay - stayed);
        cameBack = back;
        stayed = stay;
        peace &= now < until;
        if (!peace && lately >= ENOUGH && lately > 2 * latelyStayed) {
            boolean again = now - until < PEACE_NANOS;
            length = again ? Math.min(LONGEST_PEACE_NANOS, length * 2) : PEACE_NANOS;
            peace = true;
            until = now + length;
        }
    }
}
