package dev.stint.testkit.result;

/** The error of a history of operations whose results no sequential order explains. */
public final class NotLinearizableError extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final String summary;
    private final String history;

    /**
     * Fails a schedule as {@link SimFailure.Kind#NOT_LINEARIZABLE}.
     *
     * @param summary what is wrong, in a line
     * @param history the operations, one a line
     */
    public NotLinearizableError(String summary, String history) {
        super(summary + "\n" + history);
        this.summary = summary;
        this.history = history;
    }

    /** What is wrong, in a line. */
    public String summary() {
        return summary;
    }

    /** The operations, one a line. */
    public String history() {
        return history;
    }
}
