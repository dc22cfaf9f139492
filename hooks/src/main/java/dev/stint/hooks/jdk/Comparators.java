package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.Collections;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Comparators that are made of comparators; see {@link CombinedFunctions}. They order as the JDK's
 * do, and like those give back what was reversed when it is reversed again. They cannot be
 * serialized.
 */
public final class Comparators {
    /** What the JDK makes of a comparator that it reverses: knows its way back. */
    private static final Class<?> REVERSED =
            Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER).getClass();

    private Comparators() {}

    /** One that pays for each comparison. */
    private abstract static class Order<T extends @Nullable Object> implements Comparator<T> {
        @Override
        public final int compare(T a, T b) {
            int left = CombinedFunctions.enter();
            try {
                NestedObjects.compareOnce(a, b);
                return ordered(a, b);
            } finally {
                Hook.back(left);
            }
        }

        abstract int ordered(T a, T b);

        @Override
        public Comparator<T> reversed() {
            CombinedFunctions.pays(null);
            return new Reversed<>(this);
        }
    }

    private static final class Paying<T extends @Nullable Object> extends Order<T> {
        private final Comparator<T> of;

        Paying(Comparator<T> of) {
            this.of = of;
        }

        @Override
        int ordered(T a, T b) {
            return of.compare(a, b);
        }

        @Override
        public Comparator<T> reversed() {
            return Comparators.reversed(of);
        }
    }

    private static final class Reversed<T extends @Nullable Object> extends Order<T> {
        private final Comparator<T> of;

        Reversed(Comparator<T> of) {
            this.of = of;
        }

        @Override
        int ordered(T a, T b) {
            return of.compare(b, a);
        }

        @Override
        public Comparator<T> reversed() {
            return of;
        }

        // Only what is reversed is asked, and that is never one of these.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Reversed<?> that && of.equals(that.of);
        }

        @Override
        public int hashCode() {
            return of.hashCode() ^ Integer.MIN_VALUE;
        }
    }

    /** Null before or after all others, which some comparator orders, or none. */
    private static final class Nulls<T extends @Nullable Object> extends Order<T> {
        private final boolean first;
        private final @Nullable Comparator<T> others;

        Nulls(boolean first, @Nullable Comparator<T> others) {
            this.first = first;
            this.others = others;
        }

        @Override
        int ordered(T a, T b) {
            if (a == null || b == null) {
                int order = (a == null ? 0 : 1) - (b == null ? 0 : 1);
                return first ? order : -order;
            }
            return others == null ? 0 : others.compare(a, b);
        }

        /** A further one does not get to see null, either. */
        @Override
        @SuppressWarnings("unchecked")
        public Comparator<T> thenComparing(Comparator<? super T> further) {
            if (further == null) {
                throw new NullPointerException();
            }
            int left = CombinedFunctions.enter();
            try {
                CombinedFunctions.pays(null);
                return new Nulls<>(
                        first,
                        others == null
                                ? (Comparator<T>) further
                                : Comparators.thenComparing(others, further));
            } finally {
                Hook.back(left);
            }
        }

        @Override
        public Comparator<T> reversed() {
            int left = CombinedFunctions.enter();
            try {
                CombinedFunctions.pays(null);
                return new Nulls<>(!first, others == null ? null : Comparators.reversed(others));
            } finally {
                Hook.back(left);
            }
        }
    }

    // ---- stand-ins, and what stands for an argument

    public static <T extends @Nullable Object> Comparator<T> paying(Comparator<T> part) {
        return CombinedFunctions.pays(part) ? part : new Paying<>(part);
    }

    /** What is compared in the place of something. */
    public static <T extends @Nullable Object, K extends @Nullable Object> Function<T, K> key(
            Function<T, K> key) {
        CombinedFunctions.pays(null);
        return key == null
                ? key
                : value -> {
                    int left = CombinedFunctions.enter();
                    try {
                        K found = key.apply(value);
                        Charges.ops(NestedObjects.order(found) >> 2);
                        return found;
                    } finally {
                        Hook.back(left);
                    }
                };
    }

    /** One comparison. */
    public static void compared(@Nullable Object self, @Nullable Object a, @Nullable Object b) {
        if (self != null && ObjectKind.isJdk(self.getClass())) {
            NestedObjects.compareOnce(a, b);
        }
    }

    public static void comparedBy(
            @Nullable Object a, @Nullable Object b, @Nullable Comparator<?> by) {
        compared(by, a, b);
    }

    public static <T extends @Nullable Object> Comparator<T> reversed(Comparator<T> of) {
        return ObjectKind.isJdk(of.getClass()) ? reverseOrder(of) : of.reversed();
    }

    @SuppressWarnings("unchecked")
    public static <T extends @Nullable Object> Comparator<T> reverseOrder(
            @Nullable Comparator<T> of) {
        if (of == null) {
            return (Comparator<T>) Collections.reverseOrder();
        }
        boolean isKnown =
                of.getClass() == REVERSED
                        || of == Comparator.naturalOrder()
                        || of == Collections.reverseOrder();
        if (isKnown) {
            return of.reversed();
        }
        if (of instanceof Reversed<T> twice) {
            return twice.of;
        }
        CombinedFunctions.pays(null);
        return new Reversed<>(of);
    }

    @SuppressWarnings("unchecked")
    public static <T extends @Nullable Object> Comparator<T> nullsFirst(
            @Nullable Comparator<? super T> others) {
        CombinedFunctions.pays(null);
        return new Nulls<>(true, (Comparator<T>) others);
    }

    @SuppressWarnings("unchecked")
    public static <T extends @Nullable Object> Comparator<T> nullsLast(
            @Nullable Comparator<? super T> others) {
        CombinedFunctions.pays(null);
        return new Nulls<>(false, (Comparator<T>) others);
    }

    public static <T extends @Nullable Object> Comparator<T> thenComparing(
            Comparator<T> first, Comparator<? super T> further) {
        return paying(first).thenComparing(further);
    }

    public static <T extends @Nullable Object, U extends @Nullable Object>
            Comparator<T> thenComparing(
                    Comparator<T> first,
                    Function<? super T, ? extends U> key,
                    Comparator<? super U> by) {
        return paying(first).thenComparing(key, paying(by));
    }

    @SuppressWarnings("unchecked")
    public static <T extends @Nullable Object, U extends Comparable<? super U>>
            Comparator<T> thenComparing(Comparator<T> first, Function<? super T, ? extends U> key) {
        return paying(first).thenComparing(Comparators.<T, U>key((Function<T, U>) key));
    }

    public static <T extends @Nullable Object> Comparator<T> thenComparingInt(
            Comparator<T> first, ToIntFunction<? super T> key) {
        return paying(first).thenComparingInt(key);
    }

    public static <T extends @Nullable Object> Comparator<T> thenComparingLong(
            Comparator<T> first, ToLongFunction<? super T> key) {
        return paying(first).thenComparingLong(key);
    }

    public static <T extends @Nullable Object> Comparator<T> thenComparingDouble(
            Comparator<T> first, ToDoubleFunction<? super T> key) {
        return paying(first).thenComparingDouble(key);
    }
}
