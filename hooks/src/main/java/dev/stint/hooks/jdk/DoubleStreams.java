package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Streams of {@code double}; see {@link Streams}. Written from {@link IntStreams} by a test; not
 * for editing.
 */
public final class DoubleStreams {
    private DoubleStreams() {}

    static DoubleStream metered(DoubleStream source) {
        return source.peek(i -> Hook.ops1());
    }

    public static DoubleStream sequential(DoubleStream of) {
        return of.sequential();
    }

    public static DoubleStream of(double element) {
        return metered(DoubleStream.of(element));
    }

    public static DoubleStream of(double[] elements) {
        return metered(DoubleStream.of(elements));
    }

    public static DoubleStream array(double[] elements) {
        return metered(Arrays.stream(elements));
    }

    public static DoubleStream array(double[] elements, int begin, int end) {
        return metered(Arrays.stream(elements, begin, end));
    }

    public static DoubleStream iterate(double seed, DoubleUnaryOperator next) {
        return metered(DoubleStream.iterate(seed, next));
    }

    public static DoubleStream iterate(
            double seed, DoublePredicate while_, DoubleUnaryOperator next) {
        return metered(DoubleStream.iterate(seed, while_, next));
    }

    public static DoubleStream generate(DoubleSupplier by) {
        return metered(DoubleStream.generate(by));
    }

    public static DoubleStream.Builder builder() {
        return new Paying(DoubleStream.builder());
    }

    public static DoubleStream build(DoubleStream.Builder of) {
        return metered(of.build());
    }

    public static DoubleStream support(java.util.Spliterator.OfDouble of, boolean parallel) {
        return StreamSupport.doubleStream(NestedSpliterators.of(of), false);
    }

    public static DoubleStream concat(DoubleStream first, DoubleStream then) {
        Hook.bytes(Streams.JOINED);
        DoubleStream both = DoubleStream.concat(first, then);
        return StreamSupport.doubleStream(NestedSpliterators.of(both.spliterator()), false)
                .onClose(StreamSteps.closing(both::close));
    }

    // ---- steps without a function

    public static DoubleStream limit(DoubleStream of, long most) {
        return (StreamSteps.isCharged(of) ? metered(of) : of).limit(most);
    }

    public static DoubleStream skip(DoubleStream of, long count) {
        return (StreamSteps.isCharged(of) ? metered(of) : of).skip(count);
    }

    /** Once an element has been taken, nothing is asked of the others. */
    public static DoubleStream dropWhile(DoubleStream of, DoublePredicate by) {
        return (StreamSteps.isCharged(of) ? metered(of) : of)
                .dropWhile(CombinedFunctions.paying(by));
    }

    // ---- what keeps elements; by filters, so that no array is made before they have paid

    private static boolean kept(double element) {
        Hook.bytes(Streams.KEPT);
        return true;
    }

    private static boolean compared(double element) {
        Hook.opsAndBytes(Streams.COMPARISONS, Streams.KEPT);
        return true;
    }

    public static DoubleStream sorted(DoubleStream of) {
        StreamSteps.added(of);
        return of.filter(DoubleStreams::compared).sorted();
    }

    public static DoubleStream distinct(DoubleStream of) {
        StreamSteps.added(of);
        return of.peek(i -> Hook.bytes(CollectionShape.HASH.bytes)).distinct();
    }

    public static Stream<Double> boxed(DoubleStream of) {
        StreamSteps.added(of);
        return of.peek(i -> Hook.bytes(Streams.BOXED)).boxed();
    }

    public static double[] toArray(DoubleStream of) {
        return of.filter(DoubleStreams::kept).toArray();
    }

    public static <R> R collect(
            DoubleStream of, Supplier<R> into, ObjDoubleConsumer<R> add, BiConsumer<R, R> join) {
        return of.peek(i -> Hook.bytes(CollectionShape.HASH.bytes)).collect(into, add, join);
    }

    // ---- all: chance; a stream without an end pays for each as well

    public static DoubleStream random(RandomGenerator by) {
        return metered(Randoms.own(by).doubles());
    }

    public static DoubleStream random(RandomGenerator by, long count) {
        return metered(Randoms.own(by).doubles(count));
    }

    public static DoubleStream random(RandomGenerator by, double from, double to) {
        return metered(Randoms.own(by).doubles(from, to));
    }

    public static DoubleStream random(RandomGenerator by, long count, double from, double to) {
        return metered(Randoms.own(by).doubles(count, from, to));
    }

    /** A builder that pays for what is put into it: it is a consumer by another name. */
    private record Paying(DoubleStream.Builder of) implements DoubleStream.Builder {
        @Override
        public void accept(double element) {
            Hook.opsAndBytes(1, Streams.KEPT);
            of.accept(element);
        }

        @Override
        public DoubleStream build() {
            return of.build();
        }
    }
}
