package dev.stint.verify.hostile.programs;

import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;

/** A defect that is planted, to see that an oracle finds it. */
public enum Flaw {
    NONE(""),
    /** The victim reckons wrongly now and then. */
    MISRECKONS("wrong"),
    /** The victim comes late now and then. */
    COMES_LATE("late"),
    /** The attacker has no deadline and waits for ever. */
    NEVER_ENDS("not ended"),
    /** Prices are not paid. */
    UNPAID("for an operation"),
    /** The JDK gives another answer. */
    BREAKS_THE_JDK("of the JDK gives"),
    /** The books of a tenant are cooked. */
    COOKS_THE_BOOKS("books");

    private final String symptom;

    Flaw(String symptom) {
        this.symptom = symptom;
    }

    /** A word of what is said when it is found. */
    public String symptom() {
        return symptom;
    }

    /** The tenant's surface, with the flaw. */
    Surface surface() {
        return this == UNPAID ? new Unpaid(Surface.ofTenant()) : Surface.ofTenant();
    }

    /** What has a price is allowed without. */
    private record Unpaid(Surface surface) implements Surface {
        @Override
        public Ruling ofMethod(String owner, String name, String descriptor) {
            Ruling ruling = surface.ofMethod(owner, name, descriptor);
            return ruling instanceof Ruling.Priced ? Ruling.Allowed.RULING : ruling;
        }

        @Override
        public Ruling ofField(String owner, String name, String descriptor) {
            return surface.ofField(owner, name, descriptor);
        }

        @Override
        public Ruling ofAssignment(String owner, String name, String descriptor) {
            return surface.ofAssignment(owner, name, descriptor);
        }

        @Override
        public Ruling ofClass(String internalName) {
            return surface.ofClass(internalName);
        }

        @Override
        public boolean guardsMonitors() {
            return surface.guardsMonitors();
        }
    }
}
