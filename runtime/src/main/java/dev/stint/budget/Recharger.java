package dev.stint.budget;

/** Who may recharge a task that cannot pay. */
public enum Recharger {
    /** Whoever opened the task's nursery, with {@code nursery.recharge(task, amount)}. */
    PARENT_NURSERY("the opener of its nursery"),
    /** The supervisor that the task runs under (profile CLUSTER). */
    SUPERVISOR("its supervisor"),
    /** A holder of {@code CapBudget}, up to that capability's limit. */
    CAP_BUDGET("a holder of CapBudget");

    private final String inWords;

    Recharger(String inWords) {
        this.inWords = inWords;
    }

    public String inWords() {
        return inWords;
    }
}
