package dev.stint.channel;

import dev.stint.env.Xoshiro256;
import dev.stint.internal.stack.Processor;
import dev.stint.internal.task.TaskImpl;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chance in a select: of the clauses that are possible each is done with the same chance, and so is
 * each of several that wait for the same thing.
 *
 * <p>Nothing is drawn where there is no choice, so that a search through all schedules of a program
 * does not try the same one twice.
 */
final class Draw {
    private Draw() {}

    /**
     * One of those that look possible; -1 if none does. A hint: who acts on it looks again with the
     * lock held. No lock held.
     */
    static int possible(Clause<?>[] clauses, @Nullable TaskImpl<?> me) {
        int count = 0;
        int last = -1;
        for (int i = 0; i < clauses.length; i++) {
            if (clauses[i].looksPossible()) {
                count++;
                last = i;
            }
        }
        if (count <= 1) {
            return last;
        }
        int left = below(count, clauses, me);
        for (int i = 0; i < clauses.length; i++) {
            if (clauses[i].looksPossible() && left-- == 0) {
                return i;
            }
        }
        return last; // some have been done by others meanwhile
    }

    /**
     * One of those that are possible; -1 if none is. With the locks of all channels held, so nobody
     * is asked to draw: that may be foreign code. Under a seed nothing has changed since the look
     * without locks, which has drawn.
     */
    static int possibleLocked(Clause<?>[] clauses) {
        int count = 0;
        int last = -1;
        for (int i = 0; i < clauses.length; i++) {
            if (clauses[i].isPossible()) {
                count++;
                last = i;
            }
        }
        if (count <= 1) {
            return last;
        }
        ChannelImpl<?> any = anyChannel(clauses);
        int left = any == null ? 0 : any.scatter(count);
        for (int i = 0; i < last; i++) {
            if (clauses[i].isPossible() && left-- == 0) {
                return i;
            }
        }
        return last;
    }

    /** What a clause waits for; two are equal if they are the same. */
    private record Place(Object of, boolean sends) {}

    /**
     * Those that leave the waiting to another clause for the same thing: of several in one line
     * only the first can ever be served, so which one that is, is drawn; in order, it is the first.
     */
    static boolean[] leftOut(Clause<?>[] clauses, @Nullable TaskImpl<?> me, boolean inOrder) {
        Map<Place, Integer> counts = new HashMap<>();
        for (Clause<?> clause : clauses) {
            Place place = placeOf(clause);
            if (place != null) {
                counts.merge(place, 1, Integer::sum);
            }
        }
        Map<Place, Integer> before = new HashMap<>(); // those that are to be passed over
        boolean[] out = new boolean[clauses.length];
        for (int i = 0; i < clauses.length; i++) {
            Place place = placeOf(clauses[i]);
            int count = place == null ? 1 : counts.getOrDefault(place, 1);
            if (place != null && count > 1) {
                int left =
                        before.computeIfAbsent(place, p -> inOrder ? 0 : below(count, clauses, me));
                out[i] = left != 0;
                before.put(place, left - 1);
            }
        }
        return out;
    }

    private static @Nullable Place placeOf(Clause<?> clause) {
        return switch (clause) {
            case Clause.OnChannel<?> on -> new Place(on.channel, on.sends());
            case Clause.End<?, ?> end -> new Place(end.task, false);
            case Clause.Timeout<?> _, Clause.Never<?> _ -> null;
        };
    }

    /** A number below this. No lock held. */
    private static int below(int bound, Clause<?>[] clauses, @Nullable TaskImpl<?> me) {
        if (me != null) {
            return Processor.current().chooseClause(bound);
        }
        ChannelImpl<?> any = anyChannel(clauses);
        return any != null ? any.nextTurn(bound) : belowOutside(bound, clauses);
    }

    private static @Nullable ChannelImpl<?> anyChannel(Clause<?>[] clauses) {
        for (Clause<?> clause : clauses) {
            if (clause instanceof Clause.OnChannel<?> on) {
                return on.channel;
            }
        }
        return null;
    }

    /** For a thread outside that waits for tasks only: they end once, so their ids will do. */
    private static int belowOutside(int bound, Clause<?>[] clauses) {
        long seed = 0;
        for (Clause<?> clause : clauses) {
            seed += clause instanceof Clause.End<?, ?> end ? end.task.id() : 0;
        }
        return new Xoshiro256(seed).nextInt(bound);
    }
}
