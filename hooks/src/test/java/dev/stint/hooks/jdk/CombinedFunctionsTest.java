package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CombinedFunctionsTest {
    private static final int DOUBLINGS = 60;

    /** Has a way of its own to combine. */
    private static final class Own implements Function<Object, Object> {
        @Override
        public Object apply(Object value) {
            return value;
        }

        @Override
        public <V> Function<Object, V> andThen(Function<? super Object, ? extends V> after) {
            return value -> after.apply("own " + value);
        }
    }

    private static <F> F doubled(F leaf, BinaryOperator<F> by) {
        F f = leaf;
        for (int i = 0; i < DOUBLINGS; i++) {
            f = by.apply(f, f);
        }
        return f;
    }

    private static <F> F chained(F leaf, int length, UnaryOperator<F> by) {
        F f = leaf;
        for (int i = 0; i < length; i++) {
            f = by.apply(f);
        }
        return f;
    }

    private static Function<Object, Object> composed(
            Function<Object, Object> f, Function<Object, Object> before) {
        return f.compose(CombinedFunctions.paying(before));
    }

    /** Of the JDK, so that nothing is metered by itself; true for all. */
    private static <T> Predicate<T> yes() {
        return Predicate.<T>isEqual(null).negate();
    }

    private static Map<String, Callable<Object>> doublings() {
        var all = new LinkedHashMap<String, Callable<Object>>();
        Function<Object, Object> id = Function.identity();
        all.put("andThen", () -> doubled(id, CombinedFunctions::andThen).apply(1));
        all.put("compose", () -> doubled(id, CombinedFunctionsTest::composed).apply(1));
        all.put("and", () -> doubled(yes(), CombinedFunctions::and).test(1));
        all.put("or", () -> doubled(Predicate.isEqual(null), CombinedFunctions::or).test(1));
        var ints = IntUnaryOperator.identity();
        all.put("ints", () -> doubled(ints, CombinedFunctions::andThen).applyAsInt(1));
        var longs = LongUnaryOperator.identity();
        all.put("longs", () -> doubled(longs, CombinedFunctions::andThen).applyAsLong(1));
        var doubles = DoubleUnaryOperator.identity();
        all.put("doubles", () -> doubled(doubles, CombinedFunctions::andThen).applyAsDouble(1));
        Comparator<String> natural = Comparator.naturalOrder();
        all.put(
                "thenComparing",
                () -> doubled(natural, Comparators::thenComparing).compare("a", "a"));
        all.put(
                "nullsFirst",
                () ->
                        doubled(
                                        natural,
                                        (a, b) ->
                                                Comparators.nullsFirst(
                                                        Comparators.thenComparing(a, b)))
                                .compare("a", "a"));
        Collector<String, ?, Object> first = first();
        all.put(
                "teeing",
                () ->
                        Stream.of("a")
                                .collect(
                                        CombinedFunctionsTest.<Collector<String, ?, Object>>doubled(
                                                first, CombinedFunctionsTest::both)));
        all.put(
                "partitioningBy",
                () ->
                        Stream.of("a")
                                .collect(
                                        CombinedFunctionsTest.<Collector<String, ?, Object>>doubled(
                                                first, CombinedFunctionsTest::parted)));
        return all;
    }

    @SuppressWarnings("unchecked")
    private static Collector<String, ?, Object> first() {
        return (Collector<String, ?, Object>) (Collector<String, ?, ?>) Collectors.<String>toList();
    }

    private static Collector<String, ?, Object> both(
            Collector<String, ?, Object> a, Collector<String, ?, Object> b) {
        return StreamCollectors.teeing(a, b, (x, y) -> x);
    }

    @SuppressWarnings("unchecked")
    private static Collector<String, ?, Object> parted(
            Collector<String, ?, Object> a, Collector<String, ?, Object> b) {
        return (Collector<String, ?, Object>)
                (Collector<String, ?, ?>) StreamCollectors.partitioningBy(yes(), a);
    }

    @Test
    void call_ofWhatIsMadeOfItselfTwiceAndAgain_isStopped() {
        doublings()
                .forEach(
                        (name, code) ->
                                assertThat(Paid.isStopped(1_000_000, new FutureTask<>(code)))
                                        .as(name)
                                        .isTrue());
    }

    @Test
    void call_ofAChainOfTheJdksParts_paysForEach() {
        int length = 1_000;
        Predicate<Object> not = chained(Predicate.isEqual(null), length, CombinedFunctions::negate);
        Predicate<Object> left =
                chained(yes(), length, p -> CombinedFunctions.and(p, Predicate.isEqual(2)));
        Predicate<Object> right = chained(yes(), length, p -> CombinedFunctions.and(yes(), p));
        Function<Object, Object> id = Function.identity();
        Function<Object, Object> before = chained(id, length, f -> composed(id, f));
        Comparator<String> natural = Comparator.naturalOrder();
        Comparator<String> further =
                chained(natural, length, c -> Comparators.thenComparing(c, natural));
        Comparator<String> keyed =
                chained(natural, length, c -> Comparator.comparing(s -> s, Comparators.paying(c)));
        Comparator<String> nulls =
                chained(natural, length, c -> Comparators.reversed(Comparators.nullsFirst(c)));
        Collector<String, ?, Object> mapped =
                CombinedFunctionsTest.<Collector<String, ?, Object>>chained(
                        first(),
                        length,
                        c -> StreamCollectors.mapping(Function.<String>identity(), c));

        assertThat(Paid.by(() -> not.test(1)).ops()).isGreaterThanOrEqualTo(length - 1);
        assertThat(Paid.by(() -> left.test(1)).ops()).isGreaterThanOrEqualTo(length - 1);
        assertThat(Paid.by(() -> right.test(1)).ops()).isGreaterThanOrEqualTo(length - 1);
        assertThat(Paid.by(() -> before.apply(1)).ops()).isGreaterThanOrEqualTo(length - 1);
        assertThat(Paid.by(() -> further.compare("a", "b")).ops())
                .isGreaterThanOrEqualTo(length - 1);
        assertThat(Paid.by(() -> keyed.compare("a", "b")).ops()).isGreaterThanOrEqualTo(length - 1);
        assertThat(Paid.by(() -> nulls.compare("a", "b")).ops()).isGreaterThanOrEqualTo(length - 1);
        assertThat(Paid.by(() -> Stream.of("a").collect(mapped)).ops())
                .isGreaterThanOrEqualTo(length - 1);
    }

    @Test
    void call_ofALongChain_overflowsTheModelledStackOnly() {
        String message =
                Paid.by(
                                () -> {
                                    Predicate<Object> not =
                                            chained(
                                                    Predicate.isEqual(null),
                                                    1_000_000,
                                                    CombinedFunctions::negate);
                                    try {
                                        return String.valueOf(not.test(1));
                                    } catch (StackOverflowError e) {
                                        return String.valueOf(e.getMessage());
                                    }
                                })
                        .value();

        assertThat(message).contains("bytes that a task has");
    }

    @Test
    void making_ofAnyCombination_paysBytes() {
        Function<Object, Object> same = x -> x;
        Predicate<Object> all = x -> true;
        assertThat(Paid.by(() -> CombinedFunctions.andThen(same, same)).bytes()).isPositive();
        assertThat(Paid.by(() -> CombinedFunctions.negate(all)).bytes()).isPositive();
        assertThat(Paid.by(() -> Comparators.nullsLast(null)).bytes()).isPositive();
        assertThat(Paid.by(() -> Comparators.reversed(String.CASE_INSENSITIVE_ORDER)).bytes())
                .isPositive();
        assertThat(Paid.by(() -> both(first(), first())).bytes()).isPositive();
    }

    @Test
    void functions_combined_answerAsTheJdks() {
        Function<Integer, Integer> next = x -> x + 1;
        Function<Integer, Integer> id = Function.identity();
        BiFunction<Integer, Integer, Integer> min = BinaryOperator.minBy(Comparator.naturalOrder());
        assertThat(CombinedFunctions.andThen(id, next).apply(3))
                .isEqualTo(id.andThen(next).apply(3));
        assertThat(CombinedFunctions.andThen(min, next).apply(3, 4)).isEqualTo(4);
        assertThat(next.compose(CombinedFunctions.paying(id)).apply(3)).isEqualTo(4);
        assertThat(CombinedFunctions.andThen(IntUnaryOperator.identity(), x -> x + 1).applyAsInt(3))
                .isEqualTo(4);
        assertThat(
                        CombinedFunctions.andThen(LongUnaryOperator.identity(), x -> x + 1)
                                .applyAsLong(3))
                .isEqualTo(4);
        assertThat(
                        CombinedFunctions.andThen(DoubleUnaryOperator.identity(), x -> x + 1)
                                .applyAsDouble(3))
                .isEqualTo(4);
        for (Predicate<Integer> a : List.<Predicate<Integer>>of(yes(), Predicate.isEqual(null))) {
            for (Predicate<Integer> b : List.<Predicate<Integer>>of(yes(), x -> false)) {
                assertThat(CombinedFunctions.and(a, b).test(1)).isEqualTo(a.and(b).test(1));
                assertThat(CombinedFunctions.or(a, b).test(1)).isEqualTo(a.or(b).test(1));
            }
            assertThat(CombinedFunctions.negate(a).test(1)).isEqualTo(a.negate().test(1));
        }
        BiPredicate<Integer, Integer> less = (a, b) -> a < b;
        BiPredicate<Integer, Integer> notLess = less.negate();
        assertThat(CombinedFunctions.and(notLess, less).test(1, 2)).isFalse();
        assertThat(CombinedFunctions.or(notLess, less).test(1, 2)).isTrue();
        assertThat(CombinedFunctions.negate(notLess).test(1, 2)).isTrue();
        IntPredicate one = x -> x == 1;
        IntPredicate notOne = one.negate();
        assertThat(CombinedFunctions.and(notOne, one).test(1)).isFalse();
        assertThat(CombinedFunctions.or(notOne, one).test(1)).isTrue();
        assertThat(CombinedFunctions.negate(notOne).test(1)).isTrue();
        assertThat(CombinedFunctions.isEqual(List.of(1)).test(List.of(1))).isTrue();
        assertThat(CombinedFunctions.isEqual(null).test(null)).isTrue();
        assertThat(CombinedFunctions.isEqual(null).test(1)).isFalse();
    }

    @Test
    void consumers_combined_areCalledInOrder() {
        var seen = new ArrayList<Object>();
        Consumer<Object> add = seen::add;
        Consumer<Object> twice = add.andThen(add); // the JDK's
        Consumer<Object> then = x -> seen.add("then " + x);
        CombinedFunctions.andThen(twice, then).accept(1);
        BiConsumer<Object, Object> two = (a, b) -> seen.add(List.of(a, b));
        CombinedFunctions.andThen(two.andThen(two), two).accept(2, 3);
        IntConsumer count = x -> seen.add(x);
        CombinedFunctions.andThen(count.andThen(count), count).accept(4);

        assertThat(seen)
                .containsExactly(
                        1, 1, "then 1", List.of(2, 3), List.of(2, 3), List.of(2, 3), 4, 4, 4);
    }

    @Test
    void andThen_ofOneWithItsOwn_callsThat() {
        assertThat(CombinedFunctions.andThen(new Own(), Function.identity()).apply(1))
                .isEqualTo("own 1");
    }

    @Test
    @SuppressWarnings("NullAway")
    void part_thatIsNull_failsAsWithTheJdk() {
        Function<Object, Object> id = Function.identity();
        Predicate<Object> yes = yes();
        Comparator<String> natural = Comparator.naturalOrder();
        List<Callable<Object>> ways =
                List.of(
                        () -> CombinedFunctions.andThen(id, null),
                        () -> CombinedFunctions.andThen((Function<Object, Object>) null, id),
                        () -> id.compose(CombinedFunctions.paying((Function<Object, Object>) null)),
                        () -> CombinedFunctions.and(yes, null),
                        () -> CombinedFunctions.or(yes, null),
                        () -> CombinedFunctions.negate((Predicate<Object>) null),
                        () -> Comparators.reversed(null),
                        () -> Comparators.thenComparing(natural, (Comparator<String>) null),
                        () ->
                                Comparators.thenComparing(
                                        Comparators.nullsFirst(natural), (Comparator<String>) null),
                        () -> Comparators.thenComparing(natural, (Function<String, String>) null),
                        () -> Comparators.thenComparing(natural, s -> s, null),
                        () -> Comparators.thenComparingInt(natural, null),
                        () -> StreamCollectors.teeing(first(), null, (a, b) -> a),
                        () -> StreamCollectors.mapping(Function.identity(), null));
        for (int i = 0; i < ways.size(); i++) {
            Callable<Object> way = ways.get(i);
            assertThatNullPointerException().as("way " + i).isThrownBy(way::call);
        }
    }

    // ---- comparators

    private static final Comparator<@Nullable String> LENGTH =
            Comparator.nullsFirst(Comparator.comparingInt(String::length));

    private static void assertSame(
            Comparator<@Nullable String> ours, Comparator<@Nullable String> theirs) {
        for (String a : Arrays.asList(null, "a", "b", "A", "aa", "ab")) {
            for (String b : Arrays.asList(null, "a", "b", "A", "aa", "ab")) {
                assertThat(Integer.signum(ours.compare(a, b)))
                        .as(a + " and " + b)
                        .isEqualTo(Integer.signum(theirs.compare(a, b)));
            }
        }
    }

    @Test
    void comparators_combined_orderAsTheJdks() {
        Comparator<String> natural = Comparator.naturalOrder();
        Comparator<String> any = String.CASE_INSENSITIVE_ORDER;
        assertSame(LENGTH, LENGTH);
        for (Comparator<String> by : Arrays.asList(null, natural, natural.reversed(), any)) {
            assertSame(Comparators.nullsFirst(by), Comparator.nullsFirst(by));
            assertSame(Comparators.nullsLast(by), Comparator.nullsLast(by));
            assertSame(Comparators.nullsLast(by).reversed(), Comparator.nullsLast(by).reversed());
            assertSame(
                    Comparators.reversed(Comparators.nullsLast(by)),
                    Comparator.nullsLast(by).reversed());
            assertSame(
                    Comparators.thenComparing(Comparators.nullsFirst(by), natural),
                    Comparator.nullsFirst(by).thenComparing(natural));
            assertSame(
                    Comparators.nullsFirst(Comparators.reverseOrder(by)),
                    Comparator.nullsFirst(Collections.reverseOrder(by)));
        }
        assertSame(
                Comparators.nullsFirst(
                        Comparators.reversed(Comparators.thenComparing(any, natural))),
                Comparator.nullsFirst(any.thenComparing(natural).reversed()));
        assertSame(
                Comparators.nullsFirst(Comparators.thenComparing(any, s -> s.substring(0, 1))),
                Comparator.nullsFirst(any.thenComparing(s -> s.substring(0, 1))));
        assertSame(
                Comparators.nullsFirst(Comparators.thenComparing(any, s -> s, natural.reversed())),
                Comparator.nullsFirst(any.thenComparing(s -> s, natural.reversed())));
        assertSame(
                Comparators.nullsFirst(Comparators.thenComparingInt(any, s -> s.charAt(0))),
                Comparator.nullsFirst(any.thenComparingInt(s -> s.charAt(0))));
        assertSame(
                Comparators.nullsFirst(Comparators.thenComparingLong(any, s -> s.charAt(0))),
                Comparator.nullsFirst(any.thenComparingLong(s -> s.charAt(0))));
        assertSame(
                Comparators.nullsFirst(Comparators.thenComparingDouble(any, s -> s.charAt(0))),
                Comparator.nullsFirst(any.thenComparingDouble(s -> s.charAt(0))));
    }

    @Test
    void reversed_twice_isTheSame() {
        Comparator<String> any = String.CASE_INSENSITIVE_ORDER;
        Comparator<String> natural = Comparator.naturalOrder();
        Comparator<String> woven = (a, b) -> a.compareTo(b);
        for (Comparator<String> each : List.of(any, natural, natural.reversed(), woven)) {
            assertThat(Comparators.reversed(Comparators.reversed(each))).isSameAs(each);
            assertThat(Comparators.reverseOrder(Comparators.reverseOrder(each))).isSameAs(each);
            assertThat(Comparators.reversed(Comparators.reverseOrder(each))).isSameAs(each);
            assertThat(Comparators.reverseOrder(each)).isEqualTo(Comparators.reverseOrder(each));
        }
        assertThat(Comparators.reversed(natural)).isSameAs(Collections.reverseOrder());
        assertThat(Comparators.<String>reverseOrder(null)).isSameAs(Collections.reverseOrder());
    }

    // ---- collectors

    @Test
    void collectors_combined_collectAsTheJdks() {
        var words = List.of("pear", "fig", "apple", "date");
        Collector<String, ?, List<String>> list = Collectors.toList();
        Collector<String, ?, Long> count = Collectors.counting();
        Predicate<String> four = s -> s.length() == 4;
        BiFunction<List<String>, Long, Object> both = List::of;
        Function<List<String>, Object> size = List::size;
        assertThat(words.stream().collect(StreamCollectors.teeing(list, count, both)))
                .isEqualTo(words.stream().collect(Collectors.teeing(list, count, both)));
        assertThat(words.stream().collect(StreamCollectors.collectingAndThen(list, size)))
                .isEqualTo(4);
        assertThat(
                        words.stream()
                                .collect(
                                        StreamCollectors.mapping(
                                                String::length, Collectors.toList())))
                .containsExactly(4, 3, 5, 4);
        assertThat(words.stream().collect(StreamCollectors.filtering(four, list)))
                .containsExactly("pear", "date");
        assertThat(
                        words.stream()
                                .collect(StreamCollectors.flatMapping(s -> Stream.of(s, s), count)))
                .isEqualTo(8);
        assertThat(words.stream().collect(StreamCollectors.partitioningBy(four, list)))
                .isEqualTo(words.stream().collect(Collectors.partitioningBy(four, list)));
        assertThat(words.stream().collect(StreamCollectors.partitioningBy(four, count)))
                .isEqualTo(words.stream().collect(Collectors.partitioningBy(four, count)));
        assertThat(
                        (Object)
                                words.stream()
                                        .collect(
                                                StreamCollectors.groupingBy(String::length, count)))
                .isEqualTo(words.stream().collect(Collectors.groupingBy(String::length, count)));
    }

    /** Says that its finisher is not needed, and has none. */
    private static final class Unfinished implements Collector<String, List<String>, List<String>> {
        @Override
        public java.util.function.Supplier<List<String>> supplier() {
            return ArrayList::new;
        }

        @Override
        public BiConsumer<List<String>, String> accumulator() {
            return List::add;
        }

        @Override
        public BinaryOperator<List<String>> combiner() {
            return (a, b) -> a;
        }

        @Override
        public Function<List<String>, List<String>> finisher() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<Characteristics> characteristics() {
            return Set.of(Characteristics.IDENTITY_FINISH);
        }
    }

    @Test
    void partitioningBy_ofACollectorWithoutFinisher_doesNotAskForIt() {
        assertThat(Stream.of("a").collect(StreamCollectors.partitioningBy(yes(), new Unfinished())))
                .isEqualTo(Map.of(true, List.of("a"), false, List.of()));
    }
}
