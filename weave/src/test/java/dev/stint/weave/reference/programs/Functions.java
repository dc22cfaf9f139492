package dev.stint.weave.reference.programs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lambdas and method references of every kind, called by the program and by the JDK. */
public final class Functions {
    /** An interface of the program's own, with a default method. */
    private interface Step {
        long apply(int a, long b, double c);

        default Step twice() {
            return (a, b, c) -> apply(a, apply(a, b, c), c);
        }
    }

    @SuppressWarnings("UnnecessaryLambda")
    private static final class Counter {
        private int count;

        Counter() {
            this(0);
        }

        Counter(int start) {
            count = start;
        }

        int next() {
            return ++count;
        }

        int plus(int other) {
            count += other;
            return count;
        }

        static int square(int x) {
            return x * x;
        }

        Supplier<Integer> bound() {
            return this::next;
        }

        Supplier<Integer> inLambda() {
            return () -> count + next();
        }
    }

    private Functions() {}

    public static Object run(int n) {
        List<Object> log = new ArrayList<>();
        own(n, log);
        references(n, log);
        streams(n, log);
        collections(n, log);
        return log.toString();
    }

    @SuppressWarnings({"UnnecessaryLambda", "NarrowCalculation"})
    private static void own(int n, List<Object> log) {
        Step plain = (a, b, c) -> a + b + (long) c;
        int captured = n * 3;
        long wide = n * 5L;
        double real = n / 2.0;
        Step capturing = (a, b, c) -> a * captured + b * wide + (long) (c * real);
        log.add(plain.apply(1, 2, 3.5));
        log.add(capturing.apply(1, 2, 3.5));
        log.add(plain.twice().twice().apply(n, 2, 3.5));
        Supplier<Supplier<Integer>> curried = () -> () -> captured;
        log.add(curried.get().get());
        Function<Integer, Integer> factorial =
                new Function<>() {
                    @Override
                    public Integer apply(Integer x) {
                        return x <= 1 ? 1 : x * this.apply(x - 1);
                    }
                };
        log.add(factorial.andThen(x -> x + 1).compose((Integer x) -> x / 2).apply(n));
        Runnable nothing = () -> {};
        for (int i = 0; i < n; i++) {
            nothing.run();
        }
    }

    private static void references(int n, List<Object> log) {
        Counter counter = new Counter();
        Supplier<Integer> bound = counter::next;
        BiFunction<Counter, Integer, Integer> unbound = Counter::plus;
        UnaryOperator<Integer> ofStatic = Counter::square;
        Supplier<Counter> maker = Counter::new;
        Function<Integer, Counter> makerWithArgument = Counter::new;
        IntFunction<int[]> arrays = int[]::new;
        Function<String, Integer> ofJdk = String::length;
        IntBinaryOperator max = Math::max;
        Supplier<List<String>> lists = ArrayList::new;
        Function<Object, String> text = Object::toString;
        log.add(bound.get() + bound.get());
        log.add(unbound.apply(counter, n));
        log.add(ofStatic.apply(n));
        log.add(maker.get().next() + makerWithArgument.apply(n).next());
        log.add(arrays.apply(n).length);
        log.add(ofJdk.apply("four") + max.applyAsInt(n, 3));
        log.add(lists.get().size());
        log.add(text.apply(n));
        log.add(counter.bound().get() + counter.inLambda().get());
        Counter none = maker.get();
        log.add(Stream.of(1, 2, 3).map(none::plus).toList());
    }

    private static void streams(int n, List<Object> log) {
        log.add(IntStream.range(0, n).filter(i -> i % 2 == 0).mapToObj(i -> "i" + i).toList());
        log.add(IntStream.rangeClosed(1, n).map(Counter::square).sum());
        log.add(Stream.iterate(1, x -> x * 2).limit(n).reduce(0, Integer::sum));
        log.add(
                Stream.of("pear", "fig", "apple", "date")
                        .sorted(Comparator.comparingInt(String::length).thenComparing(s -> s))
                        .collect(Collectors.joining(",")));
        log.add(
                IntStream.range(0, n)
                        .boxed()
                        .collect(
                                Collectors.groupingBy(
                                        i -> i % 3, TreeMap::new, Collectors.counting())));
        BinaryOperator<Integer> least = BinaryOperator.minBy(Comparator.naturalOrder());
        log.add(least.apply(n, 4));
    }

    private static void collections(int n, List<Object> log) {
        Map<String, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
        for (int i = 0; i < n; i++) {
            counts.merge("k" + i % 3, 1, Integer::sum);
            counts.computeIfAbsent("c" + i % 2, String::length);
            counts.computeIfPresent("k1", (key, old) -> old > 2 ? null : old + 10);
        }
        counts.replaceAll((key, value) -> value + key.length());
        log.add(counts);
        List<Integer> numbers = new ArrayList<>();
        counts.forEach((key, value) -> numbers.add(value));
        numbers.sort((a, b) -> Integer.compare(b, a));
        numbers.removeIf(x -> x % 5 == 0);
        log.add(numbers);
        log.add(Optional.of(n).map(x -> x + 1).filter(x -> x > 3).orElseGet(() -> -1));
    }
}
