package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.channel.Channel;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.WaitNode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * [FIBER:wait-node] [FIBER:select-winner] [FIBER:select-cleanup] A select, and those between whom
 * it chooses.
 */
public final class SelectProofs {
    private SelectProofs() {}

    // ---- one winner

    /**
     * Two senders find the same select in line. The results: the first has sent, the second has,
     * and what the select has received.
     */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The first was chosen.")
    @Outcome(id = "0, 1, 2", expect = ACCEPTABLE, desc = "The second was chosen.")
    @Outcome(expect = FORBIDDEN, desc = "Both have sent and one value is lost, or neither has.")
    @State
    public static class TwoPartners {
        private final Channel<Integer> first = Channel.rendezvous();
        private final Channel<Integer> second = Channel.rendezvous();
        private final WaitNode choice =
                WeakChannel.choice(first.onReceive(v -> v), second.onReceive(v -> v));

        @Actor
        public void one(III_Result r) {
            r.r1 = AtOnce.send(first, 1);
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = AtOnce.send(second, 2);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = (Integer) WeakChannel.outcome(choice);
        }
    }

    /** {@link TwoPartners}, where the second looks and then writes the claim, without a CAS. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The first was chosen.")
    @Outcome(id = "0, 1, 2", expect = ACCEPTABLE, desc = "The second was chosen.")
    @Outcome(
            id = "1, 1, 1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "Both have sent; the value of the second is lost.")
    @Outcome(
            id = "1, 1, 2",
            expect = ACCEPTABLE_INTERESTING,
            desc = "Both have sent; the value of the first is lost.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class TwoPartnersWeakened {
        private final Channel<Integer> first = Channel.rendezvous();
        private final Channel<Integer> second = Channel.rendezvous();
        private final WaitNode choice =
                WeakChannel.choice(first.onReceive(v -> v), second.onReceive(v -> v));

        @Actor
        public void one(III_Result r) {
            r.r1 = AtOnce.send(first, 1);
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = WeakChannel.giveWithoutCas(second, choice, 1, 2) ? 1 : 0;
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = (Integer) WeakChannel.outcome(choice);
        }
    }

    // ---- the losers

    /**
     * A select that was chosen takes its other cell out of a line while a sender serves that line,
     * in which a receiver stands behind. The results: sent; what the receiver has got, and the
     * select.
     */
    @JCStressTest
    @Outcome(
            id = "1, 2, 1",
            expect = ACCEPTABLE,
            desc = "The sender passed over the dead cell and served the receiver.")
    @Outcome(expect = FORBIDDEN, desc = "The receiver was forgotten, or the dead cell served.")
    @State
    public static class LoserAgainstPartner {
        private final Channel<Integer> chosen = Channel.rendezvous();
        private final Channel<Integer> other = Channel.rendezvous();
        private final WaitNode choice =
                WeakChannel.choice(chosen.onReceive(v -> v), other.onReceive(v -> v));
        private final Cell behind = WeakChannel.receiver(other);

        public LoserAgainstPartner() {
            AtOnce.send(chosen, 1);
        }

        @Actor
        public void select() {
            WeakChannel.withdraw(choice);
        }

        @Actor
        public void sender(III_Result r) {
            r.r1 = AtOnce.send(other, 2);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r2 = behind.item == null ? 0 : (Integer) behind.item;
            r.r3 = (Integer) WeakChannel.outcome(choice);
        }
    }

    /** {@link LoserAgainstPartner}, where the cell is taken out without the lock of the line. */
    @JCStressTest
    @Outcome(
            id = "1, 2, 1",
            expect = ACCEPTABLE,
            desc = "The sender passed over the dead cell and served the receiver.")
    @Outcome(
            expect = ACCEPTABLE_INTERESTING,
            desc = "Two unlinked the same cell, and the receiver behind it went with it.")
    @State
    public static class LoserAgainstPartnerWeakened {
        private final Channel<Integer> chosen = Channel.rendezvous();
        private final Channel<Integer> other = Channel.rendezvous();
        private final WaitNode choice =
                WeakChannel.choice(chosen.onReceive(v -> v), other.onReceive(v -> v));
        private final Cell behind = WeakChannel.receiver(other);

        public LoserAgainstPartnerWeakened() {
            AtOnce.send(chosen, 1);
        }

        @Actor
        public void select() {
            WeakChannel.leaveUnlocked(other, choice, 1);
        }

        @Actor
        public void sender(III_Result r) {
            r.r1 = AtOnce.send(other, 2);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r2 = behind.item == null ? 0 : (Integer) behind.item;
            r.r3 = (Integer) WeakChannel.outcome(choice);
        }
    }

    // ---- in order

    /**
     * Somebody sends to the first of two channels and then to the second, while a select prefers
     * the first. The result: what it has received, 0 if nothing.
     */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "Nothing was there yet.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The first.")
    @Outcome(
            id = "2",
            expect = FORBIDDEN,
            desc = "Where the second was possible the first was, too.")
    @Outcome(expect = FORBIDDEN, desc = "Nobody has sent that.")
    @State
    public static class FirstGoesFirst {
        private final Channel<Integer> first = Channel.buffered(1);
        private final Channel<Integer> second = Channel.buffered(1);

        @Actor
        public void sender() {
            AtOnce.send(first, 1);
            AtOnce.send(second, 2);
        }

        @Actor
        public void select(I_Result r) {
            r.r1 = AtOnce.receiveInOrder(first, second);
        }
    }

    /** {@link FirstGoesFirst}, where the channels are looked at one by one. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "Nothing was there yet.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The first.")
    @Outcome(
            id = "2",
            expect = ACCEPTABLE_INTERESTING,
            desc = "Both were sent between the two looks.")
    @Outcome(expect = FORBIDDEN, desc = "Nobody has sent that.")
    @State
    public static class FirstGoesFirstWeakened {
        private final Channel<Integer> first = Channel.buffered(1);
        private final Channel<Integer> second = Channel.buffered(1);

        @Actor
        public void sender() {
            AtOnce.send(first, 1);
            AtOnce.send(second, 2);
        }

        @Actor
        public void select(I_Result r) {
            r.r1 = WeakChannel.receiveOneByOne(first, second); // in Choice with both locks
        }
    }
}
