package dev.stint.language.internal.check;

import dev.stint.language.internal.type.Type;

/** What a name stands for. */
public sealed interface Symbol {
    String name();

    /**
     * A value or a variable. Compared by identity: two of the same name are two.
     *
     * <p>A variable that a closure captures is shared between it and the function around it.
     */
    final class Local implements Symbol {
        private final String name;
        private final Type type;
        private final boolean isMutable;
        private final boolean isGlobal;

        Local(String name, Type type, boolean isMutable, boolean isGlobal) {
            this.name = name;
            this.type = type;
            this.isMutable = isMutable;
            this.isGlobal = isGlobal;
        }

        @Override
        public String name() {
            return name;
        }

        public Type type() {
            return type;
        }

        public boolean isMutable() {
            return isMutable;
        }

        public boolean isGlobal() {
            return isGlobal;
        }

        @Override
        public String toString() {
            return name + ": " + type;
        }
    }

    /** A function of the script. */
    record OfFunction(Signature signature) implements Symbol {
        @Override
        public String name() {
            return signature.name();
        }
    }
}
