package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.ListIterator;
import java.util.NavigableSet;
import java.util.PrimitiveIterator;
import java.util.SequencedCollection;
import java.util.SequencedSet;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What is gone through step by step.
 *
 * <p>A method of woven code that gives an iterator to the JDK may give one of the JDK's own; then a
 * loop inside the JDK has no step that is metered. So what it gives is wrapped, and pays.
 */
public final class Iterations {
    private static final int BOXED = 24; // bytes of a number, where objects are asked for

    private Iterations() {}

    // ---- stand-ins for loops

    public static <T extends @Nullable Object> void forEachRemaining(
            Iterator<T> of, Consumer<? super T> action) {
        int boxed = of instanceof PrimitiveIterator<?, ?> ? BOXED : 0;
        while (of.hasNext()) {
            Hook.opsAndBytes(2, boxed);
            action.accept(of.next());
        }
    }

    public static void forEachRemaining(PrimitiveIterator.OfInt of, IntConsumer action) {
        while (of.hasNext()) {
            Hook.ops2();
            action.accept(of.nextInt());
        }
    }

    public static void forEachRemaining(PrimitiveIterator.OfLong of, LongConsumer action) {
        while (of.hasNext()) {
            Hook.ops2();
            action.accept(of.nextLong());
        }
    }

    public static void forEachRemaining(PrimitiveIterator.OfDouble of, DoubleConsumer action) {
        while (of.hasNext()) {
            Hook.ops2();
            action.accept(of.nextDouble());
        }
    }

    @SuppressWarnings("unchecked")
    public static void forEachRemaining(PrimitiveIterator<?, ?> of, Object action) {
        forEachRemaining((Iterator<@Nullable Object>) of, (Consumer<@Nullable Object>) action);
    }

    public static <T extends @Nullable Object> void forEachRemaining(
            Spliterator<T> of, Consumer<? super T> action) {
        int boxed = of instanceof Spliterator.OfPrimitive<?, ?, ?> ? BOXED : 0;
        boolean more = true;
        while (more) {
            Hook.opsAndBytes(2, boxed);
            more = of.tryAdvance(action);
        }
    }

    public static void forEachRemaining(Spliterator.OfInt of, IntConsumer action) {
        boolean more = true;
        while (more) {
            Hook.ops2();
            more = of.tryAdvance(action);
        }
    }

    public static void forEachRemaining(Spliterator.OfLong of, LongConsumer action) {
        boolean more = true;
        while (more) {
            Hook.ops2();
            more = of.tryAdvance(action);
        }
    }

    public static void forEachRemaining(Spliterator.OfDouble of, DoubleConsumer action) {
        boolean more = true;
        while (more) {
            Hook.ops2();
            more = of.tryAdvance(action);
        }
    }

    @SuppressWarnings("unchecked")
    public static <T, C, S extends Spliterator.OfPrimitive<T, C, S>> void forEachRemaining(
            Spliterator.OfPrimitive<T, C, S> of, Object action) {
        boolean more = true;
        int boxed = action instanceof Consumer<?> ? BOXED : 0;
        while (more) {
            Hook.opsAndBytes(2, boxed);
            more = of.tryAdvance((C) action);
        }
    }

    @SuppressWarnings("unchecked")
    public static int drainTo(BlockingQueue<?> from, Collection<?> to) {
        return drainTo(from, to, Integer.MAX_VALUE);
    }

    @SuppressWarnings("unchecked")
    public static int drainTo(BlockingQueue<?> from, Collection<?> to, int most) {
        if (from == to) {
            throw new IllegalArgumentException("a queue cannot be drained to itself");
        }
        int count = 0;
        while (count < most) {
            Object next = from.poll();
            if (next == null) {
                break;
            }
            Hook.ops1();
            CollectionPrices.add(to, next);
            ((Collection<Object>) to).add(next);
            count++;
        }
        return count;
    }

    /** Something is kept for later. */
    public static void kept() {
        Hook.bytes(Streams.KEPT);
    }

    // ---- what woven code gives

    public static Iterator<?> iterator(Iterator<?> given) {
        return given == null || !ObjectKind.isJdk(given.getClass()) ? given : new Paying<>(given);
    }

    public static ListIterator<?> iterator(ListIterator<?> given) {
        return given == null || !ObjectKind.isJdk(given.getClass())
                ? given
                : new PayingBothWays<>(given);
    }

    public static Spliterator<?> iterator(Spliterator<?> given) {
        return given == null || !ObjectKind.isJdk(given.getClass())
                ? given
                : new PayingSplit<>(given);
    }

    public static Set<?> view(Set<?> given) {
        return given == null || !ObjectKind.isJdk(given.getClass())
                ? given
                : new PayingSet<>(given);
    }

    public static Collection<?> view(Collection<?> given) {
        return given == null || !ObjectKind.isJdk(given.getClass())
                ? given
                : new PayingCollection<>(given);
    }

    public static SequencedSet<?> view(SequencedSet<?> given) {
        return given == null ? given : swept(given);
    }

    public static SequencedCollection<?> view(SequencedCollection<?> given) {
        return given == null ? given : swept(given);
    }

    public static NavigableSet<?> view(NavigableSet<?> given) {
        return given == null ? given : swept(given);
    }

    /** All of it is paid at once. */
    private static <C extends Collection<?>> C swept(C given) {
        if (ObjectKind.isJdk(given.getClass())) {
            Charges.ops(given.size());
        }
        return given;
    }

    public static @Nullable Object @Nullable [] array(@Nullable Object @Nullable [] given) {
        if (given != null) {
            Charges.array(given.length, 4);
        }
        return given;
    }

    // ---- arrays of what woven code holds, in place of AbstractCollection.toArray

    /** As long as what there is, and not as its {@code size()} says. */
    public static @Nullable Object[] toArray(Collection<?> of) {
        return seen(of).toArray();
    }

    public static @Nullable Object[] toArray(Collection<?> of, @Nullable Object[] into) {
        return seen(of).toArray(into);
    }

    private static Collection<@Nullable Object> seen(Collection<?> of) {
        var seen = new java.util.ArrayList<@Nullable Object>();
        for (Object o : of) {
            Hook.opsAndBytes(1, CollectionShape.ROW.bytes);
            seen.add(o);
        }
        Charges.array(seen.size(), 4);
        return seen;
    }

    private static class Paying<E extends @Nullable Object> implements Iterator<E> {
        private final Iterator<E> of;

        Paying(Iterator<E> of) {
            this.of = of;
        }

        @Override
        public boolean hasNext() {
            return of.hasNext();
        }

        @Override
        public E next() {
            Hook.ops1();
            E next = of.next();
            NestedObjects.weigh(next);
            return next;
        }

        @Override
        public void remove() {
            Sublists.removed(of);
            of.remove();
        }
    }

    private static final class PayingBothWays<E extends @Nullable Object> extends Paying<E>
            implements ListIterator<E> {
        private final ListIterator<E> of;

        PayingBothWays(ListIterator<E> of) {
            super(of);
            this.of = of;
        }

        @Override
        public boolean hasPrevious() {
            return of.hasPrevious();
        }

        @Override
        public E previous() {
            Hook.ops1();
            return of.previous();
        }

        @Override
        public int nextIndex() {
            return of.nextIndex();
        }

        @Override
        public int previousIndex() {
            return of.previousIndex();
        }

        @Override
        public void set(E e) {
            of.set(e);
        }

        @Override
        public void add(E e) {
            Sublists.added(of, e);
            of.add(e);
        }
    }

    private static final class PayingSplit<E extends @Nullable Object> implements Spliterator<E> {
        private final Spliterator<E> of;

        PayingSplit(Spliterator<E> of) {
            this.of = of;
        }

        @Override
        public boolean tryAdvance(Consumer<? super E> action) {
            Hook.ops1();
            return of.tryAdvance(action);
        }

        @Override
        public @Nullable Spliterator<E> trySplit() {
            return null;
        }

        @Override
        public long estimateSize() {
            return of.estimateSize();
        }

        @Override
        public int characteristics() {
            return of.characteristics() & ~SORTED; // for which it would be asked its comparator
        }
    }

    private static final class PayingSet<E extends @Nullable Object> extends AbstractSet<E> {
        private final Set<E> of;

        PayingSet(Set<E> of) {
            this.of = of;
        }

        @Override
        public Iterator<E> iterator() {
            return new Paying<>(of.iterator());
        }

        @Override
        public int size() {
            CollectionPrices.sizeAsked(of);
            return of.size();
        }

        @Override
        public boolean contains(@Nullable Object o) {
            return of.contains(o);
        }

        @Override
        public boolean remove(@Nullable Object o) {
            return of.remove(o);
        }

        @Override
        public boolean add(E e) {
            return of.add(e);
        }

        @Override
        public void clear() {
            of.clear();
        }

        @Override
        public @Nullable Object[] toArray() {
            return Iterations.toArray(this);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T extends @Nullable Object> T[] toArray(T[] into) {
            return (T[]) Iterations.toArray(this, into);
        }
    }

    private static final class PayingCollection<E extends @Nullable Object>
            extends AbstractCollection<E> {
        private final Collection<E> of;

        PayingCollection(Collection<E> of) {
            this.of = of;
        }

        @Override
        public Iterator<E> iterator() {
            return new Paying<>(of.iterator());
        }

        @Override
        public int size() {
            CollectionPrices.sizeAsked(of);
            return of.size();
        }

        @Override
        public void clear() {
            of.clear();
        }

        @Override
        public @Nullable Object[] toArray() {
            return Iterations.toArray(this);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T extends @Nullable Object> T[] toArray(T[] into) {
            return (T[]) Iterations.toArray(this, into);
        }
    }
}
