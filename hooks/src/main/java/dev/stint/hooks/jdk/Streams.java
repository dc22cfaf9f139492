package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.BaseStream;
import java.util.stream.Collector;
import java.util.stream.Gatherer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Streams. One step is put behind every source, which pays for each element that comes by: so also
 * a stream is metered of which no step calls woven code. A second one stands before what keeps the
 * elements. There is no parallel one.
 */
public final class Streams {
    static final int KEPT = 16; // bytes for an element that is kept, growing included
    static final int COMPARISONS = 16;
    static final int JOINED = 256; // bytes of what makes one stream of two
    static final int BOXED = 16;

    private Streams() {}

    // ---- what an element pays

    private static void step(@Nullable Object element) {
        Hook.ops1();
    }

    /**
     * Pays for an element that is kept; to be filtered by. What passes a filter has no known size:
     * otherwise the JDK would make an array for all of them before the first has paid.
     */
    private static boolean kept(@Nullable Object element) {
        Hook.bytes(KEPT);
        return true;
    }

    /** Elements that become keys, or may; those that collide pay for all before them. */
    private static final class Keys implements Consumer<@Nullable Object> {
        private long before;

        @Override
        public void accept(@Nullable Object element) {
            Hook.bytes(CollectionShape.HASH.bytes);
            NestedObjects.weigh(element);
            if (NestedObjects.mayCollide(element)) {
                Charges.ops(before++);
            }
        }
    }

    private static void collected(@Nullable Object element) {
        Hook.bytes(CollectionShape.HASH.bytes);
        NestedObjects.weigh(element);
    }

    /** The same, of what is put into an order. */
    private static boolean compared(@Nullable Object element) {
        Hook.opsAndBytes(COMPARISONS, KEPT);
        Charges.ops(NestedObjects.order(element));
        return true;
    }

    static <T extends @Nullable Object> Stream<T> metered(Stream<T> source) {
        return source.peek(Streams::step);
    }

    // ---- sources

    public static Stream<?> stream(Collection<?> of) {
        CollectionPrices.walked(of);
        return metered(of.stream());
    }

    public static IntStream chars(CharSequence of) {
        return IntStreams.metered(of.chars());
    }

    public static IntStream codePoints(CharSequence of) {
        return IntStreams.metered(of.codePoints());
    }

    public static Stream<String> lines(String of) {
        Charges.ops(of.length());
        Charges.text(of.length());
        return metered(of.lines());
    }

    public static Stream<?> of(@Nullable Object element) {
        return metered(Stream.of(element));
    }

    public static Stream<?> of(@Nullable Object[] elements) {
        return metered(Arrays.stream(elements));
    }

    public static Stream<?> array(@Nullable Object[] elements) {
        return metered(Arrays.stream(elements));
    }

    public static Stream<?> array(@Nullable Object[] elements, int from, int to) {
        return metered(Arrays.stream(elements, from, to));
    }

    public static <T extends @Nullable Object> Stream<T> iterate(T seed, UnaryOperator<T> next) {
        return metered(Stream.iterate(seed, next));
    }

    public static <T extends @Nullable Object> Stream<T> iterate(
            T seed, Predicate<? super T> while_, UnaryOperator<T> next) {
        return metered(Stream.iterate(seed, while_, next));
    }

    public static <T extends @Nullable Object> Stream<T> generate(Supplier<? extends T> by) {
        return metered(Stream.<T>generate(by));
    }

    public static <T extends @Nullable Object> Stream.Builder<T> builder() {
        return new Paying<>(Stream.<T>builder());
    }

    public static Stream<?> build(Stream.Builder<?> of) {
        return metered(of.build());
    }

    public static Stream<?> support(java.util.Spliterator<?> of, boolean parallel) {
        return StreamSupport.stream(NestedSpliterators.of(of), false);
    }

    public static <T extends @Nullable Object> Stream<T> concat(
            Stream<? extends T> first, Stream<? extends T> then) {
        Hook.bytes(JOINED);
        Stream<T> both = Stream.concat(first, then);
        return StreamSupport.stream(NestedSpliterators.of(both.spliterator()), false)
                .onClose(StreamSteps.closing(both::close));
    }

    // ---- steps without a function

    public static <T extends @Nullable Object> Stream<T> limit(Stream<T> of, long most) {
        return (StreamSteps.isCharged(of) ? metered(of) : of).limit(most);
    }

    public static <T extends @Nullable Object> Stream<T> skip(Stream<T> of, long count) {
        return (StreamSteps.isCharged(of) ? metered(of) : of).skip(count);
    }

    /** The JDK would make one of two that follow each other, and call both where nobody counts. */
    public static <T extends @Nullable Object, R extends @Nullable Object> Stream<R> gather(
            Stream<T> of, Gatherer<? super T, ?, R> by) {
        StreamSteps.added(of);
        return metered(of).gather(by);
    }

    /** Once an element has been taken, nothing is asked of the others. */
    public static <T extends @Nullable Object> Stream<T> dropWhile(
            Stream<T> of, Predicate<? super T> by) {
        return (StreamSteps.isCharged(of) ? metered(of) : of)
                .dropWhile(CombinedFunctions.paying(by));
    }

    // ---- what keeps elements

    public static <T extends @Nullable Object> Stream<T> sorted(Stream<T> of) {
        StreamSteps.added(of);
        return of.filter(Streams::compared).sorted();
    }

    public static <T extends @Nullable Object> Stream<T> sorted(
            Stream<T> of, Comparator<? super T> by) {
        StreamSteps.added(of);
        return of.filter(Streams::compared).sorted(by);
    }

    public static <T extends @Nullable Object> Stream<T> distinct(Stream<T> of) {
        StreamSteps.added(of);
        return of.peek(new Keys()).distinct();
    }

    public static java.util.List<?> toList(Stream<?> of) {
        return of.filter(Streams::kept).toList();
    }

    public static Object[] toArray(Stream<?> of) {
        return of.filter(Streams::kept).toArray();
    }

    public static <A> A[] toArray(Stream<?> of, IntFunction<A[]> by) {
        return of.filter(Streams::kept).toArray(by);
    }

    public static <T extends @Nullable Object, R extends @Nullable Object, A> R collect(
            Stream<T> of, Collector<? super T, A, R> by) {
        return of.peek(Streams::collected).collect(by);
    }

    public static <T extends @Nullable Object, R> R collect(
            Stream<T> of, Supplier<R> into, BiConsumer<R, ? super T> add, BiConsumer<R, R> join) {
        return of.peek(Streams::collected).collect(into, add, join);
    }

    // ---- never parallel

    public static BaseStream<?, ?> sequential(BaseStream<?, ?> of) {
        return of.sequential();
    }

    /** A builder that pays for what is put into it: it is a consumer by another name. */
    private record Paying<T extends @Nullable Object>(Stream.Builder<T> of)
            implements Stream.Builder<T> {
        @Override
        public void accept(T t) {
            Hook.opsAndBytes(1, KEPT);
            of.accept(t);
        }

        @Override
        public Stream<T> build() {
            return of.build();
        }
    }
}
