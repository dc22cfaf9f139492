package dev.stint.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.stint.channel.Channel;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.WaitNode;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** [FIBER:wait-node] [FIBER:channel-wait] A channel under two hands. */
public final class ChannelProofs {
    private ChannelProofs() {}

    private static Channel<Integer> holding(int value) {
        Channel<Integer> channel = Channel.buffered(2);
        AtOnce.send(channel, value);
        return channel;
    }

    /** What a receiver does whose time is up: -1 if it has withdrawn, else what it has got. */
    private static int timeOut(Channel<Integer> channel, Cell receiver) {
        if (receiver.claim(WaitNode.TIMEOUT)) {
            WeakChannel.leave(channel, receiver, false);
            return -1;
        }
        Object item = receiver.item;
        return item == null ? 0 : (Integer) item;
    }

    /** All that is left, as the digits of a number; -1 if the buffer is damaged. */
    private static int drain(Channel<Integer> channel) {
        try {
            return AtOnce.drain(channel);
        } catch (IllegalStateException damaged) {
            return -1;
        }
    }

    // ---- the hand-off

    /**
     * A sender finds a receiver in line, whose time is up. The results: sent; what the receiver
     * got, or -1 if it has withdrawn.
     */
    @JCStressTest
    @Outcome(
            id = "1, 7",
            expect = ACCEPTABLE,
            desc = "The sender has it: the receiver has the value.")
    @Outcome(
            id = "0, -1",
            expect = ACCEPTABLE,
            desc = "Withdrawn: the value is still the sender's.")
    @Outcome(
            id = "1, -1",
            expect = FORBIDDEN,
            desc = "Sent to somebody who has withdrawn: the value is lost.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Received without the value.")
    @Outcome(expect = FORBIDDEN, desc = "Received and not sent.")
    @State
    public static class GiveAgainstTimeout {
        private final Channel<Integer> channel = Channel.rendezvous();
        private final Cell receiver = WeakChannel.receiver(channel);

        @Actor
        public void sender(II_Result r) {
            r.r1 = AtOnce.send(channel, 7);
        }

        @Actor
        public void receiver(II_Result r) {
            r.r2 = timeOut(channel, receiver);
        }
    }

    /**
     * {@link GiveAgainstTimeout}, where the value is left after the claim. By hand, because neither
     * x86 nor C2 moves a write past a CAS.
     */
    @JCStressTest
    @Outcome(
            id = "1, 7",
            expect = ACCEPTABLE,
            desc = "The sender has it: the receiver has the value.")
    @Outcome(
            id = "0, -1",
            expect = ACCEPTABLE,
            desc = "Withdrawn: the value is still the sender's.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The receiver looked between the claim and the value.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class GiveAgainstTimeoutWeakened {
        private final Channel<Integer> channel = Channel.rendezvous();
        private final Cell receiver = WeakChannel.receiver(channel);

        @Actor
        public void sender(II_Result r) {
            r.r1 = WeakChannel.giveAfterClaim(channel, 7) ? 1 : 0;
        }

        @Actor
        public void receiver(II_Result r) {
            r.r2 = timeOut(channel, receiver);
        }
    }

    // ---- closing

    /**
     * A send into a buffer against a close that takes what it finds. The results: 1 sent or -1
     * closed; taken after the close; left in the end.
     */
    @JCStressTest
    @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "Sent before the close, and found by it.")
    @Outcome(
            id = "-1, 0, 0",
            expect = ACCEPTABLE,
            desc = "Closed first: the value is still the sender's.")
    @Outcome(
            id = "1, 0, 1",
            expect = FORBIDDEN,
            desc = "The value has entered a closed channel: nobody will look for it.")
    @Outcome(expect = FORBIDDEN, desc = "Lost, or neither sent nor refused.")
    @State
    public static class CloseAgainstSend {
        private final Channel<Integer> channel = Channel.buffered(1);

        @Actor
        public void sender(III_Result r) {
            r.r1 = AtOnce.send(channel, 1);
        }

        @Actor
        public void closer(III_Result r) {
            channel.close();
            r.r2 = AtOnce.drain(channel);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = AtOnce.drain(channel);
        }
    }

    /**
     * {@link CloseAgainstSend}, where the sender looks whether it is closed before it has the lock.
     */
    @JCStressTest
    @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "Sent before the close, and found by it.")
    @Outcome(
            id = "-1, 0, 0",
            expect = ACCEPTABLE,
            desc = "Closed first: the value is still the sender's.")
    @Outcome(
            id = "1, 0, 1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The close came between the look and the lock.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class CloseAgainstSendWeakened {
        private final Channel<Integer> channel = Channel.buffered(1);

        @Actor
        public void sender(III_Result r) {
            r.r1 = WeakChannel.trySendLookingFirst(channel, 1);
        }

        @Actor
        public void closer(III_Result r) {
            channel.close();
            r.r2 = AtOnce.drain(channel);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = AtOnce.drain(channel);
        }
    }

    /**
     * A receive that finds nothing and stands in line, against a close. The result: how its wait
     * ended, or -1 if it had none.
     */
    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "It has found the channel closed.")
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "It waited, and the close has ended that.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "It waits in a closed channel, for ever.")
    @Outcome(expect = FORBIDDEN, desc = "There was neither a value nor a timeout.")
    @State
    public static class CloseAgainstReceive {
        private final Channel<Integer> channel = Channel.rendezvous();
        private @Nullable Cell receiver;

        @Actor
        public void receiver() {
            receiver = WeakChannel.receiveUpToTheWait(channel);
        }

        @Actor
        public void closer() {
            channel.close();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = receiver == null ? -1 : receiver.reason();
        }
    }

    /** {@link CloseAgainstReceive}, where the receiver lets go of the lock between the two. */
    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "It has found the channel closed.")
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "It waited, and the close has ended that.")
    @Outcome(
            id = "0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "The close came between the look and the line.")
    @Outcome(expect = FORBIDDEN, desc = "Not what this weakening explains.")
    @State
    public static class CloseAgainstReceiveWeakened {
        private final Channel<Integer> channel = Channel.rendezvous();
        private @Nullable Cell receiver;

        @Actor
        public void receiver() {
            receiver = WeakChannel.receiveInTwoSections(channel);
        }

        @Actor
        public void closer() {
            channel.close();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = receiver == null ? -1 : receiver.reason();
        }
    }

    // ---- the lock

    /**
     * A send against a receive, with one value in the buffer. The results: received; left in the
     * end, as digits; and how many the buffer believes it has.
     */
    @JCStressTest
    @Outcome(
            id = "1, 2, 1",
            expect = ACCEPTABLE,
            desc = "The older was received, the newer is left.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "Both were in the buffer at once: something is lost, doubled or torn.")
    @State
    public static class RingUnderLock {
        private final Channel<Integer> channel = holding(1);

        @Actor
        public void sender() {
            AtOnce.send(channel, 2);
        }

        @Actor
        public void receiver(III_Result r) {
            r.r1 = AtOnce.receive(channel);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = channel.snapshot().buffered();
            r.r2 = drain(channel);
        }
    }

    /**
     * {@link RingUnderLock}, where the receiver reads the lock and then writes it, without a CAS.
     */
    @JCStressTest
    @Outcome(
            id = "1, 2, 1",
            expect = ACCEPTABLE,
            desc = "The older was received, the newer is left.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Both were in the buffer at once.")
    @State
    public static class RingUnderLockWeakened {
        private final Channel<Integer> channel = holding(1);

        @Actor
        public void sender() {
            AtOnce.send(channel, 2);
        }

        @Actor
        public void receiver(III_Result r) {
            r.r1 = WeakChannel.receiveWithoutCas(channel);
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = channel.snapshot().buffered();
            r.r2 = drain(channel);
        }
    }
}
