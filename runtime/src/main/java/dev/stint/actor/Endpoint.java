package dev.stint.actor;

import dev.stint.channel.Channel;
import dev.stint.channel.Received;
import dev.stint.channel.Select;
import dev.stint.context.SchedulingContext;
import dev.stint.error.ActorEndedException;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.TaskFailedException;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.task.Lending;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.ContextImpl;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Where tasks call and others serve: a rendezvous with an answer. A caller waits until somebody
 * takes up its call and answers it; whoever serves it runs meanwhile on the scheduling context of
 * the caller, if that has one, or else on the one that the endpoint was opened with, if it was.
 *
 * <p>Any number of tasks may call, and any number may serve; the calls are served first come first
 * served. A task that serves is as any other: it fails if its service throws.
 */
public final class Endpoint<Q, R> {
    /** What is done with a call. */
    @FunctionalInterface
    public interface Service<Q, R> {
        /** Answers a request. What it throws is the caller's, and its own task's. */
        R answer(Q request) throws Exception;
    }

    private record Call<Q, R>(Q request, Reply<R> reply) {}

    private final String name;
    private final @Nullable SchedulingContext context;
    private final Channel<Call<Q, R>> calls;
    private final Desk desk = new Desk();
    private final AtomicLong late = new AtomicLong();

    private Endpoint(String name, @Nullable SchedulingContext context) {
        this.name = Objects.requireNonNull(name, "name of an endpoint");
        this.context = context;
        this.calls = Channel.<Call<Q, R>>rendezvous().named("calls of " + this);
    }

    /** An endpoint whose calls run on the contexts of those who call. */
    public static <Q, R> Endpoint<Q, R> open(String name) {
        return new Endpoint<>(name, null);
    }

    /** The same; the calls of those who have no context of their own run on this one. */
    public static <Q, R> Endpoint<Q, R> open(String name, SchedulingContext context) {
        return new Endpoint<>(name, Objects.requireNonNull(context, "context of an endpoint"));
    }

    // ---- calling

    /**
     * Calls, and waits for the answer. The time counts from now, so the wait for somebody who
     * serves is part of it.
     *
     * @throws TimeoutException if there was no answer in time; the call may still be served
     * @throws TaskFailedException if the service has thrown; the cause is what it threw
     * @throws ActorEndedException if whoever served was cancelled at this call
     * @throws ChannelClosedException if the endpoint is closed before somebody serves the call
     */
    public R call(Q request, Duration timeout) throws InterruptedException, TimeoutException {
        Objects.requireNonNull(request, "a request to an endpoint");
        Objects.requireNonNull(timeout, "timeout of a call");
        Headroom.ensureForSeveral();
        Lending lent = lentForACall();
        var reply = new Reply<R>(late);
        reply.lend(lent);
        try {
            desk.expect(lent);
            long calling = Outside.clock().nanos();
            if (!calls.send(new Call<>(request, reply), timeout)) {
                throw new TimeoutException("nobody has served " + this + " within " + timeout);
            }
            long gone = Outside.clock().nanos() - calling;
            return await(reply, timeout, Duration.ofNanos(TaskImpl.toNanos(timeout) - gone));
        } finally {
            reply.close();
        }
    }

    private @Nullable Lending lentForACall() {
        Lending lent = Lending.ofCaller();
        return lent == null && context != null ? ((ContextImpl) context).lend() : lent;
    }

    private R await(Reply<R> reply, Duration timeout, Duration left)
            throws InterruptedException, TimeoutException {
        Optional<R> answer =
                Select.<Optional<R>>inOrder(
                        reply.slot.onReceiveOrClosed(Received::toOptional),
                        Select.onTimeout(left, Optional::empty));
        if (answer.isPresent()) {
            return answer.get();
        }
        R last = reply.giveUp();
        if (last != null) {
            return last;
        }
        if (!reply.hasFailed()) {
            throw new TimeoutException(this + " had not answered after " + timeout);
        }
        Throwable cause = reply.failure();
        if (cause != null) {
            throw new TaskFailedException(toString(), cause);
        }
        throw new ActorEndedException(
                Outside.caller()
                        + " gets no answer from "
                        + this
                        + ": who served it was cancelled. Call again if somebody else serves it.",
                null);
    }

    // ---- serving

    /**
     * Takes up the next call and answers it with what the service returns; waits for one first.
     *
     * @return false if the endpoint is closed, and there was none
     * @throws Exception what the service has thrown; its caller gets it, too
     */
    public boolean serve(Service<? super Q, ? extends R> service) throws Exception {
        Objects.requireNonNull(service, "the service of an endpoint");
        TaskImpl<?> me = TaskImpl.ensureCurrent("serve " + this);
        Received<Call<Q, R>> next;
        desk.waits(me);
        try {
            next = calls.receiveOrClosed();
        } finally {
            desk.leaves();
        }
        if (!(next instanceof Received.Value<Call<Q, R>>(Call<Q, R> call))) {
            return false;
        }
        Reply<R> reply = call.reply();
        try {
            Lending.serve(me, reply.lent());
            reply.send(
                    Objects.requireNonNull(
                            service.answer(call.request()), "the answer of a service"));
        } catch (Throwable e) {
            reply.fail(ActorImpl.isCancel(me, e) ? null : e);
            throw e;
        } finally {
            reply.endLoan();
        }
        return true;
    }

    /** Takes no more calls: those that wait fail. Any number of times. */
    public void close() {
        calls.close();
    }

    @Override
    public String toString() {
        return "endpoint '" + name + "'";
    }
}
