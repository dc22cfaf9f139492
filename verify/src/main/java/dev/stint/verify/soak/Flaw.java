package dev.stint.verify.soak;

/** A defect that is planted, to see that the soak finds it. */
public enum Flaw {
    NONE(""),
    DROPS_A_MESSAGE("lost or doubled"),
    DOUBLES_A_MESSAGE("lost or doubled"),
    LETS_TWO_IN("at a time"),
    KEEPS_THE_LOCK("stuck"),
    LEAKS_A_PERMIT("permits"),
    LOSES_A_TASK("begun");

    private final String symptom;

    Flaw(String symptom) {
        this.symptom = symptom;
    }

    /** A word of what is said when it is found. */
    public String symptom() {
        return symptom;
    }
}
