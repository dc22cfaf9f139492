package dev.stint.verify.hostile.programs.tenant;

import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Functions for those who call back. */
@SuppressWarnings("unused") // found by reflection
public final class Functions {
    private Functions() {}

    public static Runnable runnable(int n) {
        return () -> {};
    }

    public static Callable<Object> callable(int n) {
        return () -> n;
    }

    public static Supplier<Object> supplier(int n) {
        return () -> Values.list(n % 100);
    }

    public static Consumer<Object> consumer(int n) {
        return x -> {};
    }

    public static BiConsumer<Object, Object> biConsumer(int n) {
        return (x, y) -> {};
    }

    public static Function<Object, Object> function(int n) {
        return n % 2 == 0 ? x -> x : x -> "f";
    }

    public static BiFunction<Object, Object, Object> biFunction(int n) {
        return (x, y) -> x;
    }

    public static UnaryOperator<Object> operator(int n) {
        return x -> x;
    }

    public static BinaryOperator<Object> binary(int n) {
        return (x, y) -> y;
    }

    public static Predicate<Object> predicate(int n) {
        return x -> n % 2 == 0;
    }

    public static BiPredicate<Object, Object> biPredicate(int n) {
        return (x, y) -> n % 2 == 0;
    }

    public static IntFunction<Object> intFunction(int n) {
        return Object[]::new;
    }

    public static IntUnaryOperator intOperator(int n) {
        return x -> x + 1;
    }

    public static IntBinaryOperator intBinary(int n) {
        return (x, y) -> x - y;
    }

    public static IntPredicate intPredicate(int n) {
        return x -> x < n;
    }

    public static IntConsumer intConsumer(int n) {
        return x -> {};
    }

    public static ToIntFunction<Object> toInt(int n) {
        return x -> n;
    }

    public static ToLongFunction<Object> toLong(int n) {
        return x -> n;
    }

    public static ToDoubleFunction<Object> toDouble(int n) {
        return x -> n;
    }

    public static Comparator<Object> comparator(int n) {
        return n % 2 == 0 ? (x, y) -> 1 : (x, y) -> x.hashCode() - y.hashCode();
    }

    public static Collector<Object, ?, ?> collector(int n) {
        return n % 2 == 0 ? Collectors.toList() : Collectors.groupingBy(x -> x);
    }
}
