package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.internal.wait.WaitNode;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** [FIBER:wait-node] One wait and those who want to end it (ruling R1). */
public final class WaitProofs {
    private static final VarHandle NOTIFIED = Backdoor.field(WaitNode.class, "notified", int.class);

    private WaitProofs() {}

    private static WaitNode node() {
        return new WaitNode(() -> {});
    }

    // ---- one winner

    /** A partner and a timer both want to end the wait. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The partner has it: the operation is done.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The timer has it: withdrawn.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "Done and withdrawn: the value is lost.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "A wait that nobody ended is over.")
    @State
    public static class TwoClaims {
        private final WaitNode node = node();

        @Actor
        public void partner(II_Result r) {
            r.r1 = node.claim(WaitNode.DATA) ? 1 : 0;
        }

        @Actor
        public void timer(II_Result r) {
            r.r2 = node.claim(WaitNode.TIMEOUT) ? 1 : 0;
        }
    }

    /** {@link TwoClaims}, where the timer looks and then writes, without a CAS. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The partner has it: the operation is done.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The timer has it: withdrawn.")
    @Outcome(
            id = "1, 1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The partner claimed between the look and the write.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class TwoClaimsWeakened {
        private final WaitNode node = node();

        @Actor
        public void partner(II_Result r) {
            r.r1 = node.claim(WaitNode.DATA) ? 1 : 0;
        }

        @Actor
        public void timer(II_Result r) {
            boolean waits = node.isWaiting();
            if (waits) {
                NOTIFIED.setVolatile(node, WaitNode.TIMEOUT); // in WaitNode a CAS
            }
            r.r2 = waits ? 1 : 0;
        }
    }

    // ---- what a claim publishes

    /**
     * The partner hands over a value and claims; who sees the reason sees the value, also if it has
     * looked before. The results: value before, reason, value after.
     */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "Still waiting.")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "Still waiting; the value is there.")
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "Still waiting; the value was there.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "Over, and the value is there.")
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "Over, and the value is there.")
    @Outcome(id = "0, 1, 0", expect = FORBIDDEN, desc = "Over without the value.")
    @Outcome(expect = FORBIDDEN, desc = "A value that was there is gone.")
    @State
    public static class ClaimPublishes {
        private final WaitNode node = node();
        private int value;

        @Actor
        public void partner() {
            value = 1;
            node.claim(WaitNode.DATA);
        }

        @Actor
        public void waiter(III_Result r) {
            r.r1 = value;
            r.r2 = node.reason();
            r.r3 = value;
        }
    }

    /** {@link ClaimPublishes}, where the reason is read plainly. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "Still waiting.")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "Still waiting; the value is there.")
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "Still waiting; the value was there.")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "Over, and the value is there.")
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "Over, and the value is there.")
    @Outcome(
            id = "0, 1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The compiler took the value that it had read before the reason.")
    @Outcome(expect = FORBIDDEN, desc = "A value that was there is gone.")
    @State
    public static class ClaimPublishesWeakened {
        private final WaitNode node = node();
        private int value;

        @Actor
        public void partner() {
            value = 1;
            node.claim(WaitNode.DATA);
        }

        @Actor
        public void waiter(III_Result r) {
            r.r1 = value;
            r.r2 = (int) NOTIFIED.get(node); // in WaitNode volatile
            r.r3 = value;
        }
    }
}
