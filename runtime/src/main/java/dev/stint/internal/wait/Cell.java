package dev.stint.internal.wait;

import org.jspecify.annotations.Nullable;

/**
 * One operation that waits for a partner, and its place in a {@link Line}.
 *
 * <p>Its wait is decided by one claim: on the cell itself, or, for a clause of a select, on the
 * select, which all its clauses share. So a select has one winner, chosen before anyone is woken.
 *
 * <pre>
 *   field         who may touch it
 *   item          a sender's: written before it joins the line, read by whoever claims it.
 *                 A receiver's: written before the claim by whoever tries to claim it,
 *                 under the lock of the line, read by the receiver after the claim
 *   line, links   guarded by the lock of the line
 * </pre>
 */
public final class Cell extends WaitNode {
    private static final int CLAUSE_SHIFT = 8;
    private static final int REASON = (1 << CLAUSE_SHIFT) - 1;

    private final WaitNode decides;
    private final int data; // what a partner claims with
    private final String what; // is awaited, for a person: what + of
    private final Object of;
    public @Nullable Object item;
    @Nullable Line line;
    @Nullable Cell ahead;
    @Nullable Cell behind;

    /** An operation of its own. */
    @SuppressWarnings("this-escape") // only remembered
    public Cell(Waiter waiter, @Nullable Object item, String what, Object of) {
        super(waiter);
        this.decides = this;
        this.data = DATA;
        this.item = item;
        this.what = what;
        this.of = of;
    }

    /** A clause of a select, by its number. */
    public Cell(WaitNode select, int clause, @Nullable Object item, String what, Object of) {
        super(select.waiter());
        this.decides = select;
        this.data = DATA | clause << CLAUSE_SHIFT;
        this.item = item;
        this.what = what;
        this.of = of;
    }

    /** True while neither a partner nor anyone else has ended it. */
    boolean isOpen() {
        return decides.isWaiting();
    }

    /** Takes the operation as its partner; false if it was withdrawn or has another partner. */
    public boolean take() {
        return decides.claim(data);
    }

    /** Ends the operation because there will be no partner; false if it is over. */
    boolean giveUp() {
        return decides.claim(data - DATA + CLOSE);
    }

    /** The reason in what a cell or a select was claimed with. */
    public static int reasonOf(int claimed) {
        return claimed & REASON;
    }

    /** The clause in what a select was claimed with. */
    public static int clauseOf(int claimed) {
        return claimed >>> CLAUSE_SHIFT;
    }

    /** What a select is claimed with for a clause that waits in no line. */
    public static int dataFor(int clause) {
        return DATA | clause << CLAUSE_SHIFT;
    }

    @Override
    public String describe() {
        return what + of;
    }
}
