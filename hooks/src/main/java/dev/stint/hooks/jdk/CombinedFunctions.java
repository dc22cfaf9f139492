package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Functions that are made of functions. Those of the JDK call their parts without a charge, and
 * sixty of them, each made of the one before twice, would not end. So the part that is called first
 * pays: woven code does by itself, and what is the JDK's is wrapped.
 *
 * <p>The JDK's method, or what overrides it, is still the one that combines. It gets null as it is,
 * and fails as it should. Those of longs and doubles are written from those of ints by a test.
 */
@SuppressWarnings("overloads") // the table picks by the types of what is called
public final class CombinedFunctions {
    private static final int NODE = 24; // bytes of what combines two
    private static final int WRAPPER = 16;
    private static final int ROOM = 128; // of the modelled stack: a wrapper, and what combines

    private CombinedFunctions() {}

    // ---- what a part pays

    /** True for what needs no wrapper. Pays for what is made. */
    static boolean pays(@Nullable Object part) {
        boolean pays = part == null || !ObjectKind.isJdk(part.getClass());
        Hook.bytes(pays ? NODE : NODE + WRAPPER);
        return pays;
    }

    /** A part is called. To be paired with {@link Hook#back}, however it returns. */
    static int enter() {
        Hook.ops1();
        return Hook.enter(ROOM);
    }

    public static <T extends @Nullable Object, R extends @Nullable Object> Function<T, R> paying(
            Function<T, R> part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                return part.apply(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static <
                    T extends @Nullable Object,
                    U extends @Nullable Object,
                    R extends @Nullable Object>
            BiFunction<T, U, R> paying(BiFunction<T, U, R> part) {
        if (pays(part)) {
            return part;
        }
        return (a, b) -> {
            int left = enter();
            try {
                return part.apply(a, b);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static <T extends @Nullable Object> BinaryOperator<T> paying(BinaryOperator<T> part) {
        if (pays(part)) {
            return part;
        }
        return (a, b) -> {
            int left = enter();
            try {
                return part.apply(a, b);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static <T extends @Nullable Object> Supplier<T> paying(Supplier<T> part) {
        if (pays(part)) {
            return part;
        }
        return () -> {
            int left = enter();
            try {
                return part.get();
            } finally {
                Hook.back(left);
            }
        };
    }

    public static <T extends @Nullable Object> Predicate<T> paying(Predicate<T> part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                return part.test(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static <T extends @Nullable Object, U extends @Nullable Object> BiPredicate<T, U> paying(
            BiPredicate<T, U> part) {
        if (pays(part)) {
            return part;
        }
        return (a, b) -> {
            int left = enter();
            try {
                return part.test(a, b);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static <T extends @Nullable Object> Consumer<T> paying(Consumer<T> part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                part.accept(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static <T extends @Nullable Object, U extends @Nullable Object> BiConsumer<T, U> paying(
            BiConsumer<T, U> part) {
        if (pays(part)) {
            return part;
        }
        return (a, b) -> {
            int left = enter();
            try {
                part.accept(a, b);
            } finally {
                Hook.back(left);
            }
        };
    }

    // ---- stand-ins

    public static <
                    T extends @Nullable Object,
                    R extends @Nullable Object,
                    V extends @Nullable Object>
            Function<T, V> andThen(Function<T, R> first, Function<? super R, ? extends V> then) {
        return paying(first).andThen(then);
    }

    public static <
                    T extends @Nullable Object,
                    U extends @Nullable Object,
                    R extends @Nullable Object,
                    V extends @Nullable Object>
            BiFunction<T, U, V> andThen(
                    BiFunction<T, U, R> first, Function<? super R, ? extends V> then) {
        return paying(first).andThen(then);
    }

    public static <T extends @Nullable Object> Consumer<T> andThen(
            Consumer<T> first, Consumer<? super T> then) {
        return paying(first).andThen(then);
    }

    public static <T extends @Nullable Object, U extends @Nullable Object> BiConsumer<T, U> andThen(
            BiConsumer<T, U> first, BiConsumer<? super T, ? super U> then) {
        return paying(first).andThen(then);
    }

    public static <T extends @Nullable Object> Predicate<T> and(
            Predicate<T> first, Predicate<? super T> then) {
        return paying(first).and(then);
    }

    public static <T extends @Nullable Object> Predicate<T> or(
            Predicate<T> first, Predicate<? super T> then) {
        return paying(first).or(then);
    }

    public static <T extends @Nullable Object> Predicate<T> negate(Predicate<T> of) {
        return paying(of).negate();
    }

    public static <T extends @Nullable Object, U extends @Nullable Object> BiPredicate<T, U> and(
            BiPredicate<T, U> first, BiPredicate<? super T, ? super U> then) {
        return paying(first).and(then);
    }

    public static <T extends @Nullable Object, U extends @Nullable Object> BiPredicate<T, U> or(
            BiPredicate<T, U> first, BiPredicate<? super T, ? super U> then) {
        return paying(first).or(then);
    }

    public static <T extends @Nullable Object, U extends @Nullable Object> BiPredicate<T, U> negate(
            BiPredicate<T, U> of) {
        return paying(of).negate();
    }

    /** Equal to something that may be large. */
    public static Predicate<@Nullable Object> isEqual(@Nullable Object to) {
        Hook.bytes(WRAPPER);
        return value -> {
            Hook.ops1();
            return NestedObjects.equal(to, value);
        };
    }

    // ---- of ints

    public static IntPredicate paying(IntPredicate part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                return part.test(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static IntUnaryOperator paying(IntUnaryOperator part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                return part.applyAsInt(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static IntConsumer paying(IntConsumer part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                part.accept(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static IntPredicate and(IntPredicate first, IntPredicate then) {
        return paying(first).and(then);
    }

    public static IntPredicate or(IntPredicate first, IntPredicate then) {
        return paying(first).or(then);
    }

    public static IntPredicate negate(IntPredicate of) {
        return paying(of).negate();
    }

    public static IntUnaryOperator andThen(IntUnaryOperator first, IntUnaryOperator then) {
        return paying(first).andThen(then);
    }

    public static IntConsumer andThen(IntConsumer first, IntConsumer then) {
        return paying(first).andThen(then);
    }

    // ---- of longs

    public static LongPredicate paying(LongPredicate part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                return part.test(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static LongUnaryOperator paying(LongUnaryOperator part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                return part.applyAsLong(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static LongConsumer paying(LongConsumer part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                part.accept(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static LongPredicate and(LongPredicate first, LongPredicate then) {
        return paying(first).and(then);
    }

    public static LongPredicate or(LongPredicate first, LongPredicate then) {
        return paying(first).or(then);
    }

    public static LongPredicate negate(LongPredicate of) {
        return paying(of).negate();
    }

    public static LongUnaryOperator andThen(LongUnaryOperator first, LongUnaryOperator then) {
        return paying(first).andThen(then);
    }

    public static LongConsumer andThen(LongConsumer first, LongConsumer then) {
        return paying(first).andThen(then);
    }

    // ---- of doubles

    public static DoublePredicate paying(DoublePredicate part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                return part.test(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static DoubleUnaryOperator paying(DoubleUnaryOperator part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                return part.applyAsDouble(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static DoubleConsumer paying(DoubleConsumer part) {
        if (pays(part)) {
            return part;
        }
        return value -> {
            int left = enter();
            try {
                part.accept(value);
            } finally {
                Hook.back(left);
            }
        };
    }

    public static DoublePredicate and(DoublePredicate first, DoublePredicate then) {
        return paying(first).and(then);
    }

    public static DoublePredicate or(DoublePredicate first, DoublePredicate then) {
        return paying(first).or(then);
    }

    public static DoublePredicate negate(DoublePredicate of) {
        return paying(of).negate();
    }

    public static DoubleUnaryOperator andThen(DoubleUnaryOperator first, DoubleUnaryOperator then) {
        return paying(first).andThen(then);
    }

    public static DoubleConsumer andThen(DoubleConsumer first, DoubleConsumer then) {
        return paying(first).andThen(then);
    }
}
