package dev.stint.verify.hostile.files;

import dev.stint.weave.Ruling;
import dev.stint.weave.Surface;

/** A defect that is planted, to see that an oracle finds it. */
public enum Flaw {
    NONE("") {
        @Override
        Ruling of(String owner, String name, Ruling ruling) {
            return ruling;
        }
    },
    /** One class is not looked at. */
    LETS_OUT("outside") {
        @Override
        Ruling of(String owner, String name, Ruling ruling) {
            return owner.equals(Target.OUTSIDE) ? Ruling.Allowed.RULING : ruling;
        }
    },
    /** Two classes of the JDK are not looked at. */
    LETS_SET("refers to java.lang.") {
        @Override
        Ruling of(String owner, String name, Ruling ruling) {
            return owner.equals("java/lang/System") || owner.equals("java/lang/Class")
                    ? Ruling.Allowed.RULING
                    : ruling;
        }
    },
    /** The weaver breaks. */
    THROWS("AssertionError") {
        @Override
        Ruling of(String owner, String name, Ruling ruling) {
            if (name.equals("reach")) {
                throw new AssertionError("planted");
            }
            return ruling;
        }
    },
    /** The weaver takes long. */
    DAWDLES("processor time") {
        @Override
        Ruling of(String owner, String name, Ruling ruling) {
            if (name.equals("setProperty")) {
                Limits.waste();
            }
            return ruling;
        }
    },
    /** The weaver takes much memory. */
    HOARDS("allocated") {
        @Override
        Ruling of(String owner, String name, Ruling ruling) {
            int wasted = 0;
            for (int i = 0; i < 500 && name.equals("setProperty"); i++) {
                wasted += new byte[1 << 20].length;
            }
            return wasted < 0 ? Ruling.Allowed.RULING : ruling;
        }
    };

    private final String symptom;

    Flaw(String symptom) {
        this.symptom = symptom;
    }

    /** A word of what is said when it is found. */
    public String symptom() {
        return symptom;
    }

    abstract Ruling of(String owner, String name, Ruling ruling);

    /** The tenant's surface, with the flaw. */
    Surface surface() {
        return this == NONE ? Surface.ofTenant() : new Flawed(this, Surface.ofTenant());
    }

    private record Flawed(Flaw flaw, Surface surface) implements Surface {
        @Override
        public Ruling ofMethod(String owner, String name, String descriptor) {
            return flaw.of(owner, name, surface.ofMethod(owner, name, descriptor));
        }

        @Override
        public Ruling ofField(String owner, String name, String descriptor) {
            return flaw.of(owner, name, surface.ofField(owner, name, descriptor));
        }

        @Override
        public Ruling ofAssignment(String owner, String name, String descriptor) {
            return flaw.of(owner, name, surface.ofAssignment(owner, name, descriptor));
        }

        @Override
        public Ruling ofClass(String internalName) {
            return flaw.of(internalName, "", surface.ofClass(internalName));
        }

        @Override
        public Ruling ofOverride(String owner, String name, String descriptor) {
            return surface.ofOverride(owner, name, descriptor);
        }

        @Override
        public boolean guardsMonitors() {
            return surface.guardsMonitors();
        }
    }
}
