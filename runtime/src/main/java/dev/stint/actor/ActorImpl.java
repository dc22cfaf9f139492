package dev.stint.actor;

import dev.stint.channel.Channel;
import dev.stint.channel.Overflow;
import dev.stint.channel.Received;
import dev.stint.channel.Receiver;
import dev.stint.channel.Select;
import dev.stint.channel.Sent;
import dev.stint.error.ActorEndedException;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.ChannelFullException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.TaskFailedException;
import dev.stint.hooks.Foreign;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.supervisor.Survivor;
import dev.stint.internal.task.Lending;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Unpaid;
import dev.stint.task.Action;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An actor: its mailbox, and the body of the task, or of one task after the other, that empties it.
 *
 * <pre>
 *   a message is          and leaves that by
 *   in the mailbox    -> in hand          receive, the actor's task
 *   in the mailbox    -> dropped          a later one, if the mailbox drops the oldest
 *   in the mailbox    -> a dead letter    over(), when no task will come any more
 *   in hand           -> handled          its behaviour returns
 *   in hand           -> a dead letter    its behaviour throws, also because of a cancel
 * </pre>
 *
 * <p>Each message takes exactly one way out, and each way out is counted. Between two starts the
 * mailbox stays open; over() closes it first and empties it then, so that nothing is left behind.
 *
 * <p>What becomes a dead letter is moved without being paid for, since the task may be one that was
 * cancelled or cannot pay, or none at all.
 *
 * <p>An asker waits for its own slot and for {@code end}, a channel that never carries anything and
 * is closed last of all.
 */
final class ActorImpl<M> implements ActorRef<M>, Action, Survivor {
    /** A message and where its answer goes; what was only told lies in the mailbox as it is. */
    private record Asked(Object message, Reply<?> reply) {}

    private final ActorConfig config;
    private final Behaviour.Start<M> start;
    private final Channel<Object> mailbox;
    private final Channel<DeadLetter<M>> deadLetters;
    private final Channel<Object> end;
    private final AtomicReference<@Nullable TaskImpl<?>> runner = new AtomicReference<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong starts = new AtomicLong();
    private final AtomicLong handled = new AtomicLong();
    private final AtomicLong dead = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private volatile @Nullable Throwable failure; // of the last start; written by its task
    private final Desk desk = new Desk();
    private boolean done; // it was stopped and has handled all; written and read by its tasks

    ActorImpl(ActorConfig config, Behaviour.Start<M> start) {
        this.config = config;
        this.start = Objects.requireNonNull(start, "what makes the behaviour of an actor");
        this.mailbox = config.mailbox().<Object>open().named("mailbox of " + this);
        this.deadLetters =
                Mailbox.of(config.deadLettersKept(), Overflow.DROP_OLDEST)
                        .<DeadLetter<M>>open()
                        .named("dead letters of " + this);
        this.end = Channel.<Object>rendezvous().named("end of " + this);
    }

    ActorConfig config() {
        return config;
    }

    // ---- the actor's task

    /** Without a supervisor: the end of the task is that of the actor. */
    void runOnce() throws Exception {
        try {
            run();
        } finally {
            over();
        }
    }

    @Override
    public void run() throws Exception {
        TaskImpl<?> me = TaskImpl.ensureCurrent("run " + this);
        ensureMayStart(me);
        failure = null;
        starts.getAndIncrement();
        try {
            handleAll(me);
            done = true;
        } catch (Throwable e) {
            failure = isCancel(me, e) ? null : e;
            throw e;
        } finally {
            runner.set(null);
        }
    }

    private void ensureMayStart(TaskImpl<?> me) {
        if (over.get() || done) {
            throw new IllegalStateException(
                    me
                            + " cannot start "
                            + this
                            + " again: it has ended. Make a new actor, and leave the restart policy"
                            + " of a supervised one at TRANSIENT.");
        }
        if (!runner.compareAndSet(null, me)) {
            throw new IllegalStateException(
                    me
                            + " cannot start "
                            + this
                            + ": it is already run by "
                            + runner.get()
                            + ". Give what Actor.supervised(...) has made to one supervisor only.");
        }
    }

    private void handleAll(TaskImpl<?> me) throws Exception {
        Behaviour<M> behaviour =
                Objects.requireNonNull(start.start(this), "the behaviour of an actor");
        Throwable thrown = null;
        try {
            while (next(me) instanceof Received.Value<Object>(Object item)) {
                handle(me, behaviour, item);
            }
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            close(me, behaviour, thrown);
        }
    }

    private Received<Object> next(TaskImpl<?> me) throws InterruptedException {
        desk.waits(me);
        try {
            return mailbox.receiveOrClosed();
        } finally {
            desk.leaves();
        }
    }

    private void handle(TaskImpl<?> me, Behaviour<M> behaviour, Object item) throws Exception {
        Lending lent = item instanceof Asked asked ? asked.reply.lent() : null;
        try {
            Lending.serve(me, lent);
            behaviour.receive(messageIn(item));
        } catch (Throwable e) {
            Throwable cause = isCancel(me, e) ? null : e;
            bury(item, cause);
            if (item instanceof Asked asked) {
                asked.reply.fail(cause);
            }
            throw e;
        } finally {
            if (lent != null) {
                lent.end();
            }
        }
        handled.getAndIncrement();
    }

    private static void close(TaskImpl<?> me, Behaviour<?> behaviour, @Nullable Throwable thrown)
            throws Exception {
        try {
            me.shielded(behaviour::close);
        } catch (Throwable e) {
            if (thrown == null) {
                throw e;
            }
            if (thrown != e) {
                thrown.addSuppressed(e);
            }
        }
    }

    static boolean isCancel(TaskImpl<?> me, Throwable e) {
        return me.isCancelRequested()
                && (e instanceof InterruptedException
                        || e instanceof CancellationException
                        || e instanceof NurseryNotActiveException);
    }

    // ---- ends

    private void bury(Object item, @Nullable Throwable cause) {
        dead.getAndIncrement();
        ((Unpaid) deadLetters)
                .putUnpaid(new DeadLetter<>(name(), messageIn(item), Optional.ofNullable(cause)));
    }

    @Override
    public void over() {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        mailbox.close();
        var left = (Unpaid) mailbox;
        for (Object item = left.takeUnpaid(); item != null; item = left.takeUnpaid()) {
            bury(item, failure);
        }
        deadLetters.close();
        end.close(); // last: who learns of the end finds everything counted
    }

    @SuppressWarnings("unchecked") // only tell and ask put messages in
    private M messageIn(Object item) {
        return (M) (item instanceof Asked asked ? asked.message : item);
    }

    // ---- telling

    @Override
    public void tell(M message) throws InterruptedException {
        Objects.requireNonNull(message, "a message to an actor");
        if (isMe()) {
            tellMyself(message);
        } else if (!(mailbox.sendOrClosed(message) instanceof Sent.Taken)) {
            throw ended("tell");
        }
    }

    /** Only this actor empties its mailbox: it would wait for itself. */
    private void tellMyself(M message) throws InterruptedException {
        if (!tryTell(message)) {
            throw new ChannelFullException(
                    Outside.caller()
                            + " cannot tell itself anything: its mailbox of "
                            + config.mailbox().capacity()
                            + " is full, and only "
                            + this
                            + " could make room. Use tryTell(...), or a larger mailbox.");
        }
    }

    @Override
    public boolean tryTell(M message) throws InterruptedException {
        Objects.requireNonNull(message, "a message to an actor");
        return putWithin(message, Duration.ZERO, "tell");
    }

    private boolean putWithin(Object item, Duration timeout, String tried)
            throws InterruptedException {
        try {
            return mailbox.send(item, timeout);
        } catch (ChannelClosedException e) {
            throw ended(tried);
        }
    }

    private boolean isMe() {
        TaskImpl<?> task = runner.get();
        return task != null && task == TaskImpl.currentOrNull();
    }

    private ActorEndedException ended(String tried) {
        return new ActorEndedException(
                Outside.caller()
                        + " cannot "
                        + tried
                        + " "
                        + this
                        + " anything: "
                        + (over.get() ? howItEnded() : "it was stopped.")
                        + " Tell it before, start another one, or have it supervised: an actor that"
                        + " is started again keeps its mailbox.",
                over.get() ? failure : null);
    }

    private String howItEnded() {
        Throwable cause = failure;
        String how = cause == null ? "it has ended" : "it failed with " + Foreign.inWords(cause);
        return how.endsWith(".") ? how : how + "."; // as many a message does
    }

    // ---- asking

    @Override
    public <R> R ask(Function<? super Reply<R>, ? extends M> message, Duration timeout)
            throws InterruptedException, TimeoutException {
        Objects.requireNonNull(message, "what makes the message of an ask");
        Objects.requireNonNull(timeout, "timeout of an ask");
        if (isMe()) {
            throw new IllegalStateException(
                    this
                            + " cannot ask itself: it would wait until the time is up, since it"
                            + " handles one message at a time. Tell itself something, or do it at"
                            + " once.");
        }
        Headroom.ensureForSeveral();
        var reply = new Reply<R>(late);
        Object asked =
                new Asked(
                        Objects.requireNonNull(message.apply(reply), "the message made for an ask"),
                        reply);
        Lending lent = Lending.ofCaller();
        reply.lend(lent);
        try {
            desk.expect(lent);
            long asking = Outside.clock().nanos();
            if (!putWithin(asked, timeout, "ask")) {
                throw new TimeoutException(
                        this + " had no room for what it was asked after " + timeout);
            }
            long gone = Outside.clock().nanos() - asking;
            return await(reply, timeout, Duration.ofNanos(TaskImpl.toNanos(timeout) - gone));
        } finally {
            reply.close();
        }
    }

    /** Waits for the answer, and for whatever means that there will be none. */
    private <R> R await(Reply<R> reply, Duration timeout, Duration left)
            throws InterruptedException, TimeoutException {
        Optional<R> answer =
                Select.<Optional<R>>inOrder(
                        reply.slot.onReceiveOrClosed(Received::toOptional),
                        end.onReceiveOrClosed(none -> Optional.empty()),
                        Select.onTimeout(left, Optional::empty));
        if (answer.isPresent()) {
            return answer.get();
        }
        R last = reply.giveUp();
        if (last != null) {
            return last;
        }
        if (reply.hasFailed()) {
            Throwable cause = reply.failure();
            if (cause != null) {
                throw new TaskFailedException(toString(), cause);
            }
            throw unanswered("it was cancelled while it handled what it was asked.", null);
        }
        if (over.get()) {
            throw unanswered(howItEnded(), failure);
        }
        throw new TimeoutException(this + " had not answered after " + timeout);
    }

    private ActorEndedException unanswered(String why, @Nullable Throwable cause) {
        return new ActorEndedException(
                Outside.caller()
                        + " gets no answer from "
                        + this
                        + ": "
                        + why
                        + " What it was asked may have been done; if it was not, it is among the"
                        + " dead letters. Ask again if the actor is supervised, or another one.",
                cause);
    }

    // ---- the rest of the public face

    @Override
    public void stop() {
        mailbox.close();
    }

    @Override
    public void awaitEnd() throws InterruptedException {
        end.receiveOrClosed();
    }

    @Override
    public Receiver<DeadLetter<M>> deadLetters() {
        return deadLetters.receiver();
    }

    @Override
    public ActorSnapshot snapshot() {
        return new ActorSnapshot(
                name(),
                starts.get(),
                handled.get(),
                dead.get(),
                late.get(),
                mailbox.snapshot(),
                deadLetters.snapshot(),
                over.get());
    }

    @Override
    public String name() {
        return config.task().name();
    }

    @Override
    public String toString() {
        return name().isEmpty() ? "an actor" : "actor '" + name() + "'";
    }
}
