package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.internal.stack.Accounted;
import dev.stint.internal.stack.UsageSum;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * A worker books what a task has run so far while somebody looks at its account. It has run for ten
 * nanoseconds, whether they are booked yet or not.
 */
public final class UsageProofs {
    private static final long NOW = 10;

    private UsageProofs() {}

    /** An account without a task, mounted at 0. */
    private static final class Account extends Accounted {
        private static final Class<?> PAUSES =
                Backdoor.type(Accounted.class, "dev.stint.internal.stack.Pauses");
        private static final Class<?> CORE =
                Backdoor.type(Accounted.class, "dev.stint.internal.stack.Core");
        private static final MethodHandle NEW_PAUSES = Backdoor.constructor(PAUSES);
        private static final MethodHandle GOES_ON =
                Backdoor.method(Accounted.class, "goesOn", long.class, long.class, CORE);
        private static final VarHandle GIVEN = Backdoor.field(Accounted.class, "pauses", PAUSES);
        private static final VarHandle MARK = Backdoor.field(Accounted.class, "mark", long.class);
        private static final VarHandle RAN = Backdoor.field(PAUSES, "ran", long.class);

        private final Object pauses;

        Account() {
            try {
                pauses = NEW_PAUSES.invoke();
                GIVEN.set(this, pauses);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
            runs(0);
        }

        void book() {
            try {
                var _ = (long) GOES_ON.invoke(this, NOW, null); // it has its pauses already
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        long look() {
            var sum = new UsageSum();
            addTo(sum, NOW);
            return sum.toUsage().runNanos();
        }

        /** {@link Accounted#addTo} without the second look at the mark. */
        long weakLook() {
            long mark = (long) MARK.getAcquire(this);
            long ran = (long) RAN.get(pauses);
            return ran + NOW - (mark >>> 2);
        }
    }

    /** The owner books; somebody else looks. */
    @JCStressTest
    @Outcome(id = "10", expect = ACCEPTABLE, desc = "What it has run, booked or not.")
    @Outcome(expect = FORBIDDEN, desc = "Some of it counts twice, or not at all.")
    @State
    public static class BookAgainstLook {
        private final Account account = new Account();

        @Actor
        public void worker() {
            account.book();
        }

        @Actor
        public void looker(J_Result r) {
            r.r1 = account.look();
        }
    }

    /** {@link BookAgainstLook}, where who looks does not look at the mark again. */
    @JCStressTest
    @Outcome(id = "10", expect = ACCEPTABLE, desc = "What it has run, booked or not.")
    @Outcome(
            id = "20",
            expect = ACCEPTABLE_INTERESTING,
            desc = "Booked between the two reads: it counts twice.")
    @Outcome(expect = FORBIDDEN, desc = "Anything else.")
    @State
    public static class BookAgainstLookWeakened {
        private final Account account = new Account();

        @Actor
        public void worker() {
            account.book();
        }

        @Actor
        public void looker(J_Result r) {
            r.r1 = account.weakLook();
        }
    }
}
