package dev.stint.actor;

import dev.stint.channel.Channel;
import dev.stint.error.ChannelClosedException;
import dev.stint.internal.task.Lending;
import dev.stint.internal.task.Unpaid;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Where the answer to an ask goes. May be kept and used later, and by another task.
 *
 * <p>The asker closes the slot when it waits no more, and then looks into it once: so an answer is
 * either taken by the asker or refused.
 */
public final class Reply<R> {
    final Channel<R> slot = Channel.buffered(1);
    private final AtomicLong late; // of the actor that was asked
    private final AtomicBoolean answered = new AtomicBoolean();
    private @Nullable Throwable failure; // written before failed
    private volatile boolean failed; // written before the slot is closed

    private @Nullable Lending lent; // by the asker; written before the message is sent

    Reply(AtomicLong late) {
        this.late = late;
    }

    /** What its asker lends to whoever serves it. Before the message is sent. */
    void lend(@Nullable Lending loan) {
        lent = loan;
    }

    @Nullable Lending lent() {
        return lent;
    }

    /**
     * The loan is over: the asker has its answer or waits no more, or nobody serves it any more.
     */
    void endLoan() {
        if (lent != null) {
            lent.end();
        }
    }

    /** The asker waits no more. */
    void close() {
        endLoan();
        slot.close();
    }

    /**
     * Answers. Never waits. False if there is an answer already, or nobody waits for one any more;
     * the latter is counted in the {@link ActorSnapshot} of the actor that was asked.
     *
     * @throws InterruptedException if the calling task was cancelled before
     */
    public boolean send(R answer) throws InterruptedException {
        if (!answered.compareAndSet(false, true)) {
            return false;
        }
        boolean settled = false;
        try {
            slot.send(answer); // there is room: this is the only answer
            settled = true;
            endLoan(); // after it: on the way to the asker its context pays
            return true;
        } catch (ChannelClosedException nobodyWaits) {
            late.getAndIncrement();
            settled = true;
            return false;
        } finally {
            answered.set(settled); // one who was cancelled, or cannot pay, has not answered
        }
    }

    /** Handling the message has thrown this; null: it was cancelled. */
    void fail(@Nullable Throwable cause) {
        failure = cause;
        failed = true;
        slot.close();
    }

    boolean hasFailed() {
        return failed;
    }

    @Nullable Throwable failure() {
        return failure;
    }

    /** Waits no more: from here on an answer is late. One that has come just before is returned. */
    @SuppressWarnings("unchecked") // only answers go into the slot
    @Nullable R giveUp() {
        slot.close();
        return (R) ((Unpaid) slot).takeUnpaid();
    }

    @Override
    public String toString() {
        return "a reply";
    }
}
