package dev.stint.nursery;

/** Why a nursery was cancelled. */
public enum CancelReason {
    /** Somebody called {@code cancel()}, or the thread that waited for it was interrupted. */
    REQUESTED("it was cancelled"),
    /** The task that opened it, or the nursery of that task, was cancelled. */
    PARENT("its parent was cancelled"),
    /** A child failed, and the policy is to give up then. */
    CHILD_FAILED("a child failed"),
    /** The policy has what it wanted. */
    POLICY("its policy has what it wanted"),
    /** The time was up. */
    DEADLINE("its deadline has passed"),
    /** A guard has stopped the tenant; {@link dev.stint.tenant.Tenant#stoppedBy} says why. */
    GUARD("a guard has stopped its tenant");

    private final String inWords;

    CancelReason(String inWords) {
        this.inWords = inWords;
    }

    public String inWords() {
        return inWords;
    }
}
