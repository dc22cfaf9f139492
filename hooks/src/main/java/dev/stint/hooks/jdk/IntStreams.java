package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Streams of {@code int}; see {@link Streams}.
 *
 * <p>Those of {@code long} and {@code double} are written from this file by a test, see {@code
 * PrimitivesTest}; some parts are for some types only, and say so.
 */
public final class IntStreams {
    private IntStreams() {}

    static IntStream metered(IntStream source) {
        return source.peek(i -> Hook.ops1());
    }

    public static IntStream sequential(IntStream of) {
        return of.sequential();
    }

    public static IntStream of(int element) {
        return metered(IntStream.of(element));
    }

    public static IntStream of(int[] elements) {
        return metered(IntStream.of(elements));
    }

    public static IntStream array(int[] elements) {
        return metered(Arrays.stream(elements));
    }

    public static IntStream array(int[] elements, int begin, int end) {
        return metered(Arrays.stream(elements, begin, end));
    }

    public static IntStream iterate(int seed, IntUnaryOperator next) {
        return metered(IntStream.iterate(seed, next));
    }

    public static IntStream iterate(int seed, IntPredicate while_, IntUnaryOperator next) {
        return metered(IntStream.iterate(seed, while_, next));
    }

    public static IntStream generate(IntSupplier by) {
        return metered(IntStream.generate(by));
    }

    public static IntStream.Builder builder() {
        return new Paying(IntStream.builder());
    }

    public static IntStream build(IntStream.Builder of) {
        return metered(of.build());
    }

    public static IntStream support(java.util.Spliterator.OfInt of, boolean parallel) {
        return StreamSupport.intStream(NestedSpliterators.of(of), false);
    }

    public static IntStream concat(IntStream first, IntStream then) {
        Hook.bytes(Streams.JOINED);
        IntStream both = IntStream.concat(first, then);
        return StreamSupport.intStream(NestedSpliterators.of(both.spliterator()), false)
                .onClose(StreamSteps.closing(both::close));
    }

    // ---- steps without a function

    public static IntStream limit(IntStream of, long most) {
        return (StreamSteps.isCharged(of) ? metered(of) : of).limit(most);
    }

    public static IntStream skip(IntStream of, long count) {
        return (StreamSteps.isCharged(of) ? metered(of) : of).skip(count);
    }

    // ---- int alone

    public static LongStream asLongStream(IntStream of) {
        return (StreamSteps.isCharged(of) ? metered(of) : of).asLongStream();
    }

    // ---- int and long

    public static DoubleStream asDoubleStream(IntStream of) {
        return (StreamSteps.isCharged(of) ? metered(of) : of).asDoubleStream();
    }

    // ---- all

    /** Once an element has been taken, nothing is asked of the others. */
    public static IntStream dropWhile(IntStream of, IntPredicate by) {
        return (StreamSteps.isCharged(of) ? metered(of) : of)
                .dropWhile(CombinedFunctions.paying(by));
    }

    // ---- what keeps elements; by filters, so that no array is made before they have paid

    private static boolean kept(int element) {
        Hook.bytes(Streams.KEPT);
        return true;
    }

    private static boolean compared(int element) {
        Hook.opsAndBytes(Streams.COMPARISONS, Streams.KEPT);
        return true;
    }

    public static IntStream sorted(IntStream of) {
        StreamSteps.added(of);
        return of.filter(IntStreams::compared).sorted();
    }

    public static IntStream distinct(IntStream of) {
        StreamSteps.added(of);
        return of.peek(i -> Hook.bytes(CollectionShape.HASH.bytes)).distinct();
    }

    public static Stream<Integer> boxed(IntStream of) {
        StreamSteps.added(of);
        return of.peek(i -> Hook.bytes(Streams.BOXED)).boxed();
    }

    public static int[] toArray(IntStream of) {
        return of.filter(IntStreams::kept).toArray();
    }

    public static <R> R collect(
            IntStream of, Supplier<R> into, ObjIntConsumer<R> add, BiConsumer<R, R> join) {
        return of.peek(i -> Hook.bytes(CollectionShape.HASH.bytes)).collect(into, add, join);
    }

    // ---- int and long

    public static IntStream range(int from, int to) {
        return metered(IntStream.range(from, to));
    }

    public static IntStream rangeClosed(int from, int to) {
        return metered(IntStream.rangeClosed(from, to));
    }

    // ---- all: chance; a stream without an end pays for each as well

    public static IntStream random(RandomGenerator by) {
        return metered(Randoms.own(by).ints());
    }

    public static IntStream random(RandomGenerator by, long count) {
        return metered(Randoms.own(by).ints(count));
    }

    public static IntStream random(RandomGenerator by, int from, int to) {
        return metered(Randoms.own(by).ints(from, to));
    }

    public static IntStream random(RandomGenerator by, long count, int from, int to) {
        return metered(Randoms.own(by).ints(count, from, to));
    }

    // ---- int alone

    public static IntStream bits(BitSet of) {
        Charges.ops(of.size() >> 6);
        return metered(of.stream());
    }

    // ---- all

    /** A builder that pays for what is put into it: it is a consumer by another name. */
    private record Paying(IntStream.Builder of) implements IntStream.Builder {
        @Override
        public void accept(int element) {
            Hook.opsAndBytes(1, Streams.KEPT);
            of.accept(element);
        }

        @Override
        public IntStream build() {
            return of.build();
        }
    }
}
