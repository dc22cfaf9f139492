package dev.stint.language.internal.qtjir;

import org.jspecify.annotations.Nullable;

/** What a node is given besides its inputs. */
public sealed interface Payload {
    Payload NONE = new None();

    record None() implements Payload {}

    record OfInt(long value) implements Payload {}

    /** Compared by its bits: every NaN and both zeros are kept apart. */
    record OfReal(double value) implements Payload {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OfReal that
                    && Double.doubleToRawLongBits(value) == Double.doubleToRawLongBits(that.value);
        }

        @Override
        public int hashCode() {
            return Double.hashCode(value);
        }
    }

    record OfBool(boolean value) implements Payload {}

    record OfText(String value) implements Payload {}

    /** The name of a function, a field, a variant. */
    record OfName(String name) implements Payload {}

    record OfCost(long ops, long bytes) implements Payload {
        public OfCost {
            if (ops < 0 || bytes < 0) {
                throw new IllegalArgumentException(
                        "a charge of "
                                + ops
                                + " operations and "
                                + bytes
                                + " bytes; neither is"
                                + " negative");
            }
        }
    }
}
