package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Gatherer;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collectors whose keys and texts are made on the way, where no step of a stream sees them; and
 * those that are made of collectors. See {@link CombinedFunctions} for these.
 */
public final class StreamCollectors {
    private StreamCollectors() {}

    private static <T extends @Nullable Object, K extends @Nullable Object> Function<T, K> weighed(
            Function<? super T, ? extends K> keys) {
        return new Weighed<>(keys);
    }

    /** Keys, each paid; those that collide pay for all before them. */
    private static final class Weighed<T extends @Nullable Object, K extends @Nullable Object>
            implements Function<T, K> {
        private final Function<? super T, ? extends K> keys;
        private final HalfOrder order = new HalfOrder();
        private long before;

        Weighed(Function<? super T, ? extends K> keys) {
            this.keys = keys;
        }

        @Override
        public K apply(T element) {
            K key = keys.apply(element);
            order.together(key);
            NestedObjects.weigh(key);
            if (NestedObjects.mayCollide(key)) {
                Charges.ops(before++);
            }
            return key;
        }
    }

    private static CharSequence text(CharSequence part) {
        CharSequence plain = Strings.plainly(part);
        Charges.pay(plain.length() >> 4, 8L * plain.length());
        return plain;
    }

    public static Collector<CharSequence, ?, String> joining() {
        return Collectors.mapping(StreamCollectors::text, Collectors.joining());
    }

    public static Collector<CharSequence, ?, String> joining(CharSequence between) {
        return Collectors.mapping(
                StreamCollectors::text, Collectors.joining(Strings.plain(between)));
    }

    public static Collector<CharSequence, ?, String> joining(
            CharSequence between, CharSequence before, CharSequence after) {
        return Collectors.mapping(
                StreamCollectors::text,
                Collectors.joining(
                        Strings.plain(between), Strings.plain(before), Strings.plain(after)));
    }

    public static <T> Collector<T, ?, Set<T>> toSet() {
        return Collectors.mapping(weighed(t -> t), Collectors.toSet());
    }

    public static <T> Collector<T, ?, Set<T>> toUnmodifiableSet() {
        return Collectors.mapping(weighed(t -> t), Collectors.toUnmodifiableSet());
    }

    public static <T, K> Collector<T, ?, ?> groupingBy(Function<? super T, ? extends K> keys) {
        return Collectors.groupingBy(weighed(keys));
    }

    public static <T, K> Collector<T, ?, ?> groupingBy(
            Function<? super T, ? extends K> keys, Collector<? super T, ?, ?> then) {
        return Collectors.groupingBy(weighed(keys), paying(then));
    }

    public static <T, K, D, M extends Map<K, D>> Collector<T, ?, M> groupingBy(
            Function<? super T, ? extends K> keys,
            Supplier<M> into,
            Collector<? super T, ?, D> then) {
        return Collectors.groupingBy(weighed(keys), into, paying(then));
    }

    public static <T, K> Collector<T, ?, ?> groupingByConcurrent(
            Function<? super T, ? extends K> keys) {
        return Collectors.groupingByConcurrent(weighed(keys));
    }

    public static <T, K> Collector<T, ?, ?> groupingByConcurrent(
            Function<? super T, ? extends K> keys, Collector<? super T, ?, ?> then) {
        return Collectors.groupingByConcurrent(weighed(keys), paying(then));
    }

    public static <T, K, D, M extends ConcurrentMap<K, D>> Collector<T, ?, M> groupingByConcurrent(
            Function<? super T, ? extends K> keys,
            Supplier<M> into,
            Collector<? super T, ?, D> then) {
        return Collectors.groupingByConcurrent(weighed(keys), into, paying(then));
    }

    public static <T, K, V> Collector<T, ?, ?> toMap(
            Function<? super T, ? extends K> keys, Function<? super T, ? extends V> values) {
        return Collectors.toMap(weighed(keys), values);
    }

    public static <T, K, V> Collector<T, ?, ?> toMap(
            Function<? super T, ? extends K> keys,
            Function<? super T, ? extends V> values,
            BinaryOperator<V> merge) {
        return Collectors.toMap(weighed(keys), values, merge);
    }

    public static <T, K, V, M extends Map<K, V>> Collector<T, ?, M> toMap(
            Function<? super T, ? extends K> keys,
            Function<? super T, ? extends V> values,
            BinaryOperator<V> merge,
            Supplier<M> into) {
        return Collectors.toMap(weighed(keys), values, merge, into);
    }

    public static <T, K, V> Collector<T, ?, ?> toUnmodifiableMap(
            Function<? super T, ? extends K> keys, Function<? super T, ? extends V> values) {
        return Collectors.collectingAndThen(
                Collectors.toMap(weighed(keys), values), java.util.Collections::unmodifiableMap);
    }

    public static <T, K, V> Collector<T, ?, ?> toUnmodifiableMap(
            Function<? super T, ? extends K> keys,
            Function<? super T, ? extends V> values,
            BinaryOperator<V> merge) {
        return Collectors.collectingAndThen(
                Collectors.toMap(weighed(keys), values, merge),
                java.util.Collections::unmodifiableMap);
    }

    // ---- collectors that are made of collectors

    /** Each call of its functions is paid. They are asked for when the JDK asks for them. */
    private record Paying<T extends @Nullable Object, A, R extends @Nullable Object>(
            Collector<T, A, R> of) implements Collector<T, A, R> {
        @Override
        public Supplier<A> supplier() {
            return CombinedFunctions.paying(of.supplier());
        }

        @Override
        public BiConsumer<A, T> accumulator() {
            return CombinedFunctions.paying(of.accumulator());
        }

        @Override
        public BinaryOperator<A> combiner() {
            return CombinedFunctions.paying(of.combiner());
        }

        @Override
        public Function<A, R> finisher() {
            return CombinedFunctions.paying(of.finisher());
        }

        @Override
        public Set<Characteristics> characteristics() {
            return of.characteristics();
        }
    }

    private static <T extends @Nullable Object, A, R extends @Nullable Object>
            Collector<T, A, R> paying(Collector<T, A, R> part) {
        CombinedFunctions.pays(null);
        return part == null || part instanceof Paying<T, A, R> ? part : new Paying<>(part);
    }

    public static <T, R1, R2, R> Collector<T, ?, R> teeing(
            Collector<? super T, ?, R1> one,
            Collector<? super T, ?, R2> other,
            BiFunction<? super R1, ? super R2, R> merge) {
        return Collectors.teeing(paying(one), paying(other), merge);
    }

    public static <T, A, R, S> Collector<T, A, S> collectingAndThen(
            Collector<T, A, R> first, Function<R, S> then) {
        return Collectors.collectingAndThen(paying(first), then);
    }

    public static <T, U, A, R> Collector<T, ?, R> mapping(
            Function<? super T, ? extends U> by, Collector<? super U, A, R> then) {
        return Collectors.mapping(by, paying(then));
    }

    public static <T, A, R> Collector<T, ?, R> filtering(
            Predicate<? super T> by, Collector<? super T, A, R> then) {
        return Collectors.filtering(by, paying(then));
    }

    public static <T, U, A, R> Collector<T, ?, R> flatMapping(
            Function<? super T, ? extends Stream<? extends U>> by,
            Collector<? super U, A, R> then) {
        return Collectors.flatMapping(by, paying(then));
    }

    public static <T, A, D> Collector<T, ?, Map<Boolean, D>> partitioningBy(
            Predicate<? super T> by, Collector<? super T, A, D> then) {
        return Collectors.partitioningBy(by, paying(then));
    }

    // ---- windows: the JDK makes an array for each of them, ahead

    /** What a window is gathered in, and how many elements came. */
    private static final class Window<A> {
        private final A in;
        private long seen;

        Window(A in) {
            this.in = in;
        }
    }

    public static <T> Gatherer<T, ?, List<T>> windowFixed(int size) {
        return windows(size, size, Gatherers.<T>windowFixed(size));
    }

    public static <T> Gatherer<T, ?, List<T>> windowSliding(int size) {
        return windows(size, 1, Gatherers.<T>windowSliding(size));
    }

    /**
     * @param step elements from the end of a window to that of the next
     */
    private static <T, A> Gatherer<T, ?, List<T>> windows(
            int size, int step, Gatherer<T, A, List<T>> by) {
        Supplier<A> begin = by.initializer();
        var each = by.integrator();
        var end = by.finisher();
        return Gatherer.<T, Window<A>, List<T>>ofSequential(
                () -> {
                    Charges.array(size, 4);
                    return new Window<>(begin.get());
                },
                Gatherer.Integrator.ofGreedy(
                        (window, element, next) -> {
                            Hook.ops1();
                            window.seen++;
                            if (window.seen >= size && (window.seen - size) % step == 0) {
                                Charges.array(size, 4);
                            }
                            return each.integrate(window.in, element, next);
                        }),
                (window, next) -> {
                    Charges.array(Math.min(window.seen, size), 4);
                    end.accept(window.in, next);
                });
    }
}
