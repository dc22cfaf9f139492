package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.internal.queue.Roster;
import dev.stint.internal.queue.WorkDeque;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A worker puts a task into the queues of one tenant while a thief, which has found them or others
 * empty, takes those out of the roster. The results are: how many tasks are left in the queues, and
 * how many places the roster leads to that have one.
 */
public final class RosterProofs {
    private RosterProofs() {}

    private static final int ONE = 1;
    private static final int OTHER = 2; // in the same word

    /** A worker's roster and the queues at its places. */
    private static final class Shelf {
        private static final MethodHandle ADD =
                Backdoor.method(Roster.class, "add", void.class, int.class);
        private static final Class<?> GROUP =
                Backdoor.type(Roster.class, "dev.stint.internal.queue.Roster$Group");
        private static final VarHandle GROUPS =
                Backdoor.field(Roster.class, "groups", GROUP.arrayType());
        private static final VarHandle ANY = Backdoor.field(GROUP, "any", long.class);
        private static final VarHandle WORDS = Backdoor.field(GROUP, "words", long[].class);
        private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

        final Roster roster = new Roster();
        final WorkDeque<Integer> deque = new WorkDeque<>(2); // of place ONE
        final Roster.Place place = () -> !deque.isEmpty();

        Shelf() {
            roster.ensure(OTHER);
        }

        /** The places with tasks that a searcher finds. */
        int found() {
            int found = 0;
            for (int at = roster.next(0); at >= 0; at = roster.next(at + 1)) {
                found += at == ONE && place.isStealable() ? 1 : 0;
            }
            return found;
        }

        /** {@link Roster#filled} without the fence. */
        void weakFilled() {
            if (!roster.contains(ONE)) {
                try {
                    ADD.invoke(roster, ONE);
                } catch (Throwable e) {
                    throw Backdoor.unexpected(e);
                }
            }
        }

        /** {@link Roster#emptied} of the other, without the second look at the word. */
        void weakEmptiedOther() {
            Object group = Array.get(GROUPS.getVolatile(roster), 0);
            long[] words = (long[]) WORDS.get(group);
            long bit = 1L << OTHER;
            if ((long) WORD.getAndBitwiseAnd(words, 0, ~bit) == bit) {
                ANY.getAndBitwiseAnd(group, ~1L);
            }
        }
    }

    // ---- the place

    /** The thief has just found the place empty that the owner fills. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The task can be found.")
    @Outcome(expect = FORBIDDEN, desc = "A task waits where nobody looks.")
    @State
    public static class FillAgainstEmptied {
        private final Shelf shelf = new Shelf();

        public FillAgainstEmptied() {
            shelf.roster.filled(ONE);
        }

        @Actor
        public void owner() {
            shelf.deque.push(1);
            shelf.roster.filled(ONE);
        }

        @Actor
        public void thief() {
            shelf.roster.emptied(ONE, shelf.place);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = shelf.deque.size();
            r.r2 = shelf.found();
        }
    }

    /** {@link FillAgainstEmptied}, where the owner looks without a fence after its push. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The task can be found.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The owner saw the place in before its push could be seen.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class FillAgainstEmptiedWeakened {
        private final Shelf shelf = new Shelf();

        public FillAgainstEmptiedWeakened() {
            shelf.roster.filled(ONE);
        }

        @Actor
        public void owner() {
            shelf.deque.push(1);
            shelf.weakFilled();
        }

        @Actor
        public void thief() {
            shelf.roster.emptied(ONE, shelf.place);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = shelf.deque.size();
            r.r2 = shelf.found();
        }
    }

    // ---- the word

    /** The thief empties the word that the owner puts another place into. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The task can be found.")
    @Outcome(expect = FORBIDDEN, desc = "A task waits where nobody looks.")
    @State
    public static class FillAgainstLastOfWord {
        private final Shelf shelf = new Shelf();

        public FillAgainstLastOfWord() {
            shelf.roster.filled(OTHER);
        }

        @Actor
        public void owner() {
            shelf.deque.push(1);
            shelf.roster.filled(ONE);
        }

        @Actor
        public void thief() {
            shelf.roster.emptied(OTHER, () -> false);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = shelf.deque.size();
            r.r2 = shelf.found();
        }
    }

    /** {@link FillAgainstLastOfWord}, where the thief does not look at the word again. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The task can be found.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The word was filled before the thief called it empty.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class FillAgainstLastOfWordWeakened {
        private final Shelf shelf = new Shelf();

        public FillAgainstLastOfWordWeakened() {
            shelf.roster.filled(OTHER);
        }

        @Actor
        public void owner() {
            shelf.deque.push(1);
            shelf.roster.filled(ONE);
        }

        @Actor
        public void thief() {
            shelf.weakEmptiedOther();
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = shelf.deque.size();
            r.r2 = shelf.found();
        }
    }
}
