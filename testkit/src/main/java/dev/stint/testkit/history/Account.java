package dev.stint.testkit.history;

/**
 * How far the calls of a history have come in one attempt to explain it, and what they have left
 * behind. Calls are numbered from 0. The answers are known beforehand: a step that would lead to
 * another one is refused.
 */
public interface Account {
    /** Whether a call has taken effect, with the answer that it got. */
    boolean isOver(int call);

    /** Whether a call can take its step; it may still turn out that its answer forbids that. */
    boolean mayArrive(int call);

    /**
     * Lets a call take its step.
     *
     * @return false if an answer would be another; this account is then of no more use
     */
    boolean arrive(int call);

    /** The same again, to go on from here in another way. */
    Account copy();

    /** Equal for accounts from which the same can follow; must not change any more. */
    Object key();

    /** Asked when all that have ended are over: whether the others may be as they are. */
    default boolean isSettled() {
        return true;
    }
}
