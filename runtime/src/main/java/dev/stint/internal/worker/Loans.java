package dev.stint.internal.worker;

import dev.stint.internal.task.TaskImpl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What tasks lend to those that serve their calls. Uses the lock of {@link Contexts}. What has to
 * be done after it, for those that were taken up from a queue or run, is in {@link #settle}.
 */
final class Loans {
    /** How many calls deep a context is lent on; what is asked below that runs on its own. */
    static final int MOST_DEPTH = 16;

    private final Engine engine;
    private final Contexts contexts;

    Loans(Engine engine, Contexts contexts) {
        this.engine = engine;
        this.contexts = contexts;
    }

    // ---- calling and serving

    /** What a task could lend that is about to call somebody; null if nothing. */
    @Nullable Loan offer(TaskImpl<?> caller) {
        contexts.acquire();
        try {
            ContextImpl context = Contexts.of(caller);
            if (context == null || context.isUsedUp()) {
                return null;
            }
            Loan served = servedBy(caller);
            int depth = served == null ? 0 : served.depth + 1;
            return depth == MOST_DEPTH ? null : listed(new Loan(this, context, caller, depth));
        } finally {
            contexts.release();
        }
    }

    /** What an endpoint lends for a call of somebody who has nothing; null if nothing either. */
    @Nullable Loan offerOf(ContextImpl context) {
        contexts.acquire();
        try {
            return context.isUsedUp() ? null : listed(new Loan(this, context, null, 0));
        } finally {
            contexts.release();
        }
    }

    private static Loan listed(Loan made) {
        made.context.loans.add(made);
        return made;
    }

    /** Lends in advance, to a server that waits for a call: so it is woken on the context. */
    void expect(Loan loan, TaskImpl<?> server) {
        boolean isLent;
        contexts.acquire();
        try {
            isLent = loan.state == Loan.State.OFFERED && lend(loan, server);
        } finally {
            contexts.release();
        }
        if (isLent) {
            contexts.changed(server);
        }
    }

    /** A task has taken up a call, with this loan or none. It is the calling task. */
    void serve(TaskImpl<?> server, @Nullable Loan loan) {
        TaskImpl<?> other = null;
        contexts.acquire();
        try {
            Loan before = servedBy(server);
            if (before != null && before != loan && !before.isInHand) {
                takeBack(before);
            }
            if (loan != null && loan.state == Loan.State.LENT && loan.server != server) {
                other = loan.server; // it was expected to serve this
                takeBack(loan);
            }
            if (loan != null) {
                boolean isOurs =
                        loan.isLentTo(server)
                                || (loan.state == Loan.State.OFFERED && lend(loan, server));
                loan.isInHand = isOurs;
            }
        } finally {
            contexts.release();
        }
        if (other != null) {
            contexts.changed(other);
        }
    }

    /** The call is over. */
    void end(Loan loan) {
        Loan ended;
        contexts.acquire();
        try {
            ended = endChain(loan, null);
        } finally {
            contexts.release();
        }
        settle(ended);
    }

    // ---- lock held

    /** False if it cannot run on it: it has ended, or waits for an answer itself. */
    private boolean lend(Loan loan, TaskImpl<?> server) {
        ContextImpl before = Contexts.of(server);
        if (server.home() != engine
                || servedBy(server) != null
                || givenBy(before, server) != null) {
            return false;
        }
        if (before != null && before != loan.context) {
            contexts.moveOut(before, server);
        }
        server.setContext(loan.context);
        if (server.isDone()) { // after the write: whoever ends it looks the other way round
            server.setContext(before);
            return false;
        }
        loan.own = before;
        loan.server = server;
        loan.state = Loan.State.LENT;
        return true;
    }

    /** LENT no more; its server runs on what it has of its own. */
    private void takeBack(Loan loan) {
        TaskImpl<?> server = loan.server;
        ContextImpl own = loan.own;
        if (own != null && own.isRevoked()) {
            own.tasks--;
            own = null;
        }
        if (server != null && own != loan.context) {
            contexts.moveOut(loan.context, server);
            server.setContext(own);
        }
        loan.own = null;
        loan.isInHand = false;
        loan.state = Loan.State.OFFERED;
    }

    /** Ends a loan and those that its server has given on; adds them to a list for settle(). */
    @Nullable Loan endChain(@Nullable Loan first, @Nullable Loan ended) {
        Loan all = ended;
        Loan next = first;
        while (next != null && next.state != Loan.State.OVER) {
            TaskImpl<?> server = null;
            if (next.state == Loan.State.LENT) {
                server = next.server;
                takeBack(next);
            }
            next.state = Loan.State.OVER;
            next.context.loans.remove(next);
            next.after = all;
            all = next;
            next = server == null ? null : givenBy(next.context, server);
        }
        return all;
    }

    /** Ends all loans of a context. */
    @Nullable Loan endAll(ContextImpl context) {
        Loan ended = null;
        while (!context.loans.isEmpty()) {
            ended = endChain(context.loans.getLast(), ended);
        }
        return ended;
    }

    /** Ends what a task has lent. */
    @Nullable Loan endGivenBy(TaskImpl<?> donor) {
        return endChain(givenBy(Contexts.of(donor), donor), null);
    }

    /** What a task runs on that is not its own; null if nothing. */
    @Nullable Loan servedBy(TaskImpl<?> server) {
        ContextImpl context = Contexts.of(server);
        List<Loan> loans = context == null ? List.of() : context.loans;
        for (int i = 0; i < loans.size(); i++) {
            if (loans.get(i).isLentTo(server)) {
                return loans.get(i);
            }
        }
        return null;
    }

    private static @Nullable Loan givenBy(@Nullable ContextImpl context, TaskImpl<?> donor) {
        List<Loan> loans = context == null ? List.of() : context.loans;
        for (int i = 0; i < loans.size(); i++) {
            if (loans.get(i).isGivenBy(donor)) {
                return loans.get(i);
            }
        }
        return null;
    }

    static int countLent(List<Loan> loans) {
        int lent = 0;
        for (Loan loan : loans) {
            lent += loan.state == Loan.State.LENT ? 1 : 0;
        }
        return lent;
    }

    // ---- without the lock

    /** Has the servers of loans that have ended go on as they are to. */
    void settle(@Nullable Loan ended) {
        Loan next = ended;
        while (next != null) {
            if (next.server != null) {
                contexts.changed(next.server);
            }
            next = next.after;
        }
    }

    /** Who waits for the answer of one that has used it up. */
    void killDonors(ContextImpl context, @Nullable Loan ended) {
        if (context.isKilling()) {
            for (Loan loan = ended; loan != null; loan = loan.after) {
                if (loan.depth == 0 && loan.donor != null) {
                    kill(context, loan.donor);
                }
            }
        }
    }

    /** A task is cancelled because its context is used up. Without the lock. */
    void kill(ContextImpl context, TaskImpl<?> task) {
        if (task.cancel()) {
            contexts.acquire();
            try {
                context.killed++;
            } finally {
                contexts.release();
            }
        }
    }
}
