package dev.stint.internal.worker;

import dev.stint.internal.task.Lending;
import dev.stint.internal.task.TaskImpl;
import org.jspecify.annotations.Nullable;

/**
 * One call's loan: the context that its caller runs on, which whoever serves the call runs on
 * meanwhile.
 *
 * <pre>
 *   OFFERED -> LENT      expect()   the call is about to be made, and the server waits for one
 *   OFFERED -> LENT      serve()    a server has taken up the call
 *   LENT    -> OFFERED   serve()    the server has taken up another call first, or another server this
 *   OFFERED -> OVER      end()      answered by somebody else, timed out, cancelled, dropped
 *   LENT    -> OVER      end()      answered, timed out, cancelled, or its server is done with it
 *   any     -> OVER      endAll(), endGivenBy(), ended()   the context is used up or closed, the
 *                        caller must end or is unbound, the server has ended
 * </pre>
 *
 * <p>While it is LENT the server's field names the loan's context, and {@code own} what it named
 * before. Every arrow is made under the lock of {@link Contexts}, which also guards that field. So
 * a task has one context at any moment, and whoever takes it up is paid by that one: nothing is
 * charged twice, and nothing to nobody. All loans that are not OVER stand in the list of their
 * context; whoever ends the context finds them there, so none is left behind.
 *
 * <p>A task waits in one call at a time, and lends nothing more meanwhile; one that serves a call
 * takes up no other loan. So the loans of a context are chains, from a task that is bound to it to
 * the last one that serves; no task stands in a chain twice, and a chain has at most {@link
 * Loans#MOST_DEPTH} links.
 */
final class Loan implements Lending {
    enum State {
        OFFERED,
        LENT,
        OVER
    }

    private final Loans loans;
    final ContextImpl context;
    final @Nullable TaskImpl<?> donor; // who waits; null: lent by an endpoint
    final int depth; // so many loans come before it in its chain

    // ---- guarded by the lock of the contexts
    State state = State.OFFERED;
    @Nullable TaskImpl<?> server; // who has it, or had it last
    @Nullable ContextImpl own; // what the server runs on otherwise
    boolean isInHand; // the server has taken up the call
    @Nullable Loan after; // in the list of those that have just ended

    Loan(Loans loans, ContextImpl context, @Nullable TaskImpl<?> donor, int depth) {
        this.loans = loans;
        this.context = context;
        this.donor = donor;
        this.depth = depth;
    }

    @Override
    public void expect(TaskImpl<?> server) {
        loans.expect(this, server);
    }

    @Override
    public void end() {
        loans.end(this);
    }

    boolean isLentTo(TaskImpl<?> task) {
        return state == State.LENT && server == task;
    }

    boolean isGivenBy(TaskImpl<?> task) {
        return donor == task;
    }
}
