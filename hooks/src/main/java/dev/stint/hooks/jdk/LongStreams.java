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

/**
 * Streams of {@code long}; see {@link Streams}. Written from {@link IntStreams} by a test; not for
 * editing.
 */
public final class LongStreams {
    private LongStreams() {}

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

    public static LongStream array(long[] elements, int begin, int end) {
        return metered(Arrays.stream(elements, begin, end));
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
        return new Paying(LongStream.builder());
    }

    public static LongStream build(LongStream.Builder of) {
        return metered(of.build());
    }

    public static LongStream support(java.util.Spliterator.OfLong of, boolean parallel) {
        return StreamSupport.longStream(NestedSpliterators.of(of), false);
    }

    public static LongStream concat(LongStream first, LongStream then) {
        Hook.bytes(Streams.JOINED);
        LongStream both = LongStream.concat(first, then);
        return StreamSupport.longStream(NestedSpliterators.of(both.spliterator()), false)
                .onClose(StreamSteps.closing(both::close));
    }

    // ---- steps without a function

    public static LongStream limit(LongStream of, long most) {
        return (StreamSteps.isCharged(of) ? metered(of) : of).limit(most);
    }

    public static LongStream skip(LongStream of, long count) {
        return (StreamSteps.isCharged(of) ? metered(of) : of).skip(count);
    }

    public static DoubleStream asDoubleStream(LongStream of) {
        return (StreamSteps.isCharged(of) ? metered(of) : of).asDoubleStream();
    }

    /** Once an element has been taken, nothing is asked of the others. */
    public static LongStream dropWhile(LongStream of, LongPredicate by) {
        return (StreamSteps.isCharged(of) ? metered(of) : of)
                .dropWhile(CombinedFunctions.paying(by));
    }

    // ---- what keeps elements; by filters, so that no array is made before they have paid

    private static boolean kept(long element) {
        Hook.bytes(Streams.KEPT);
        return true;
    }

    private static boolean compared(long element) {
        Hook.opsAndBytes(Streams.COMPARISONS, Streams.KEPT);
        return true;
    }

    public static LongStream sorted(LongStream of) {
        StreamSteps.added(of);
        return of.filter(LongStreams::compared).sorted();
    }

    public static LongStream distinct(LongStream of) {
        StreamSteps.added(of);
        return of.peek(i -> Hook.bytes(CollectionShape.HASH.bytes)).distinct();
    }

    public static Stream<Long> boxed(LongStream of) {
        StreamSteps.added(of);
        return of.peek(i -> Hook.bytes(Streams.BOXED)).boxed();
    }

    public static long[] toArray(LongStream of) {
        return of.filter(LongStreams::kept).toArray();
    }

    public static <R> R collect(
            LongStream of, Supplier<R> into, ObjLongConsumer<R> add, BiConsumer<R, R> join) {
        return of.peek(i -> Hook.bytes(CollectionShape.HASH.bytes)).collect(into, add, join);
    }

    public static LongStream range(long from, long to) {
        return metered(LongStream.range(from, to));
    }

    public static LongStream rangeClosed(long from, long to) {
        return metered(LongStream.rangeClosed(from, to));
    }

    // ---- all: chance; a stream without an end pays for each as well

    public static LongStream random(RandomGenerator by) {
        return metered(Randoms.own(by).longs());
    }

    public static LongStream random(RandomGenerator by, long count) {
        return metered(Randoms.own(by).longs(count));
    }

    public static LongStream random(RandomGenerator by, long from, long to) {
        return metered(Randoms.own(by).longs(from, to));
    }

    public static LongStream random(RandomGenerator by, long count, long from, long to) {
        return metered(Randoms.own(by).longs(count, from, to));
    }

    /** A builder that pays for what is put into it: it is a consumer by another name. */
    private record Paying(LongStream.Builder of) implements LongStream.Builder {
        @Override
        public void accept(long element) {
            Hook.opsAndBytes(1, Streams.KEPT);
            of.accept(element);
        }

        @Override
        public LongStream build() {
            return of.build();
        }
    }
}
