package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Streams of {@code long}; see {@link Flows}. */
public final class LongFlows {
    private static final int BOXED = 16;

    private LongFlows() {}

    static LongStream metered(LongStream source) {
        return source.peek(i -> Hook.ops1());
    }

    public static LongStream sequential(LongStream of) {
        return of.sequential();
    }

    public static LongStream of(long element) {
        return metered(LongStream.of(element));
    }

    public static LongStream of(long[] elements) {
        return metered(LongStream.of(elements));
    }

    public static LongStream array(long[] elements) {
        return metered(Arrays.stream(elements));
    }

    public static LongStream array(long[] elements, int from, int to) {
        return metered(Arrays.stream(elements, from, to));
    }

    public static LongStream iterate(long seed, LongUnaryOperator next) {
        return metered(LongStream.iterate(seed, next));
    }

    public static LongStream iterate(long seed, LongPredicate while_, LongUnaryOperator next) {
        return metered(LongStream.iterate(seed, while_, next));
    }

    public static LongStream generate(LongSupplier by) {
        return metered(LongStream.generate(by));
    }

    public static LongStream.Builder builder() {
        return new Filled.OfLongs(LongStream.builder());
    }

    public static LongStream build(LongStream.Builder of) {
        return metered(of.build());
    }

    public static LongStream support(java.util.Spliterator.OfLong of, boolean parallel) {
        return StreamSupport.longStream(Nested.of(of), false);
    }

    public static LongStream concat(LongStream first, LongStream then) {
        Hook.bytes(Flows.JOINED);
        LongStream both = LongStream.concat(first, then);
        return StreamSupport.longStream(Nested.of(both.spliterator()), false)
                .onClose(Stages.closing(both::close));
    }

    // ---- steps without a function

    public static LongStream limit(LongStream of, long most) {
        return (Stages.isCharged(of) ? metered(of) : of).limit(most);
    }

    public static LongStream skip(LongStream of, long count) {
        return (Stages.isCharged(of) ? metered(of) : of).skip(count);
    }

    public static DoubleStream asDoubleStream(LongStream of) {
        return (Stages.isCharged(of) ? metered(of) : of).asDoubleStream();
    }

    /** Once an element has been taken, nothing is asked of the others. */
    public static LongStream dropWhile(LongStream of, LongPredicate by) {
        return (Stages.isCharged(of) ? metered(of) : of).dropWhile(Combined.paying(by));
    }

    // ---- what keeps elements

    public static LongStream sorted(LongStream of) {
        Stages.added(of);
        return of.peek(i -> Hook.opsAndBytes(Flows.COMPARISONS, Flows.KEPT)).sorted();
    }

    public static LongStream distinct(LongStream of) {
        Stages.added(of);
        return of.peek(i -> Hook.bytes(Shape.HASH.bytes)).distinct();
    }

    public static Stream<Long> boxed(LongStream of) {
        Stages.added(of);
        return of.peek(i -> Hook.bytes(BOXED)).boxed();
    }

    public static long[] toArray(LongStream of) {
        return of.peek(i -> Hook.bytes(Flows.KEPT)).toArray();
    }

    public static <R> R collect(
            LongStream of, Supplier<R> into, ObjLongConsumer<R> add, BiConsumer<R, R> join) {
        return of.peek(i -> Hook.bytes(Shape.HASH.bytes)).collect(into, add, join);
    }

    public static LongStream range(long from, long to) {
        return metered(LongStream.range(from, to));
    }

    public static LongStream rangeClosed(long from, long to) {
        return metered(LongStream.rangeClosed(from, to));
    }

    // ---- chance; a stream without an end pays for each as well

    public static LongStream random(RandomGenerator by) {
        return metered(Chances.own(by).longs());
    }

    public static LongStream random(RandomGenerator by, long count) {
        return metered(Chances.own(by).longs(count));
    }

    public static LongStream random(RandomGenerator by, long from, long to) {
        return metered(Chances.own(by).longs(from, to));
    }

    public static LongStream random(RandomGenerator by, long count, long from, long to) {
        return metered(Chances.own(by).longs(count, from, to));
    }
}
