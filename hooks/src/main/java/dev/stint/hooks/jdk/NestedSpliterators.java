package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.Comparator;
import java.util.Iterator;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Spliterators that may lie in each other as deep as one likes. Each pays on the way in, so that a
 * stack that grows by them is seen to grow, and for each element. Those of longs and doubles are
 * written from those of ints by a test.
 */
public final class NestedSpliterators {
    private NestedSpliterators() {}

    // ---- stand-ins: what is made of an iterator, of which an iterator can be made

    public static <T extends @Nullable Object> Spliterator<T> spliteratorUnknownSize(
            Iterator<? extends T> of, int characteristics) {
        return of(Spliterators.<T>spliteratorUnknownSize(of, characteristics));
    }

    public static Spliterator.OfInt spliteratorUnknownSize(
            PrimitiveIterator.OfInt of, int characteristics) {
        return of(Spliterators.spliteratorUnknownSize(of, characteristics));
    }

    public static Spliterator.OfLong spliteratorUnknownSize(
            PrimitiveIterator.OfLong of, int characteristics) {
        return of(Spliterators.spliteratorUnknownSize(of, characteristics));
    }

    public static Spliterator.OfDouble spliteratorUnknownSize(
            PrimitiveIterator.OfDouble of, int characteristics) {
        return of(Spliterators.spliteratorUnknownSize(of, characteristics));
    }

    public static <T extends @Nullable Object> Spliterator<T> spliterator(
            Iterator<? extends T> of, long size, int characteristics) {
        return of(Spliterators.<T>spliterator(of, size, characteristics));
    }

    public static Spliterator.OfInt spliterator(
            PrimitiveIterator.OfInt of, long size, int characteristics) {
        return of(Spliterators.spliterator(of, size, characteristics));
    }

    public static Spliterator.OfLong spliterator(
            PrimitiveIterator.OfLong of, long size, int characteristics) {
        return of(Spliterators.spliterator(of, size, characteristics));
    }

    public static Spliterator.OfDouble spliterator(
            PrimitiveIterator.OfDouble of, long size, int characteristics) {
        return of(Spliterators.spliterator(of, size, characteristics));
    }

    // ---- one that pays

    static <T extends @Nullable Object> Spliterator<T> of(Spliterator<T> inner) {
        return new Objects<>(inner);
    }

    static Spliterator.OfInt of(Spliterator.OfInt inner) {
        return new Ints(inner);
    }

    static Spliterator.OfLong of(Spliterator.OfLong inner) {
        return new Longs(inner);
    }

    static Spliterator.OfDouble of(Spliterator.OfDouble inner) {
        return new Doubles(inner);
    }

    private abstract static class Level<T extends @Nullable Object, S extends Spliterator<T>>
            implements Spliterator<T> {
        final S inner;

        Level(S inner) {
            this.inner = java.util.Objects.requireNonNull(inner);
        }

        @Override
        public final @Nullable S trySplit() {
            return null;
        }

        @Override
        public final long estimateSize() {
            int left = CombinedFunctions.enter();
            try {
                return inner.estimateSize();
            } finally {
                Hook.back(left);
            }
        }

        @Override
        public final int characteristics() {
            int left = CombinedFunctions.enter();
            try {
                return inner.characteristics();
            } finally {
                Hook.back(left);
            }
        }

        @Override
        public final @Nullable Comparator<? super T> getComparator() {
            int left = CombinedFunctions.enter();
            try {
                return inner.getComparator();
            } finally {
                Hook.back(left);
            }
        }
    }

    private static final class Objects<T extends @Nullable Object>
            extends Level<T, Spliterator<T>> {
        Objects(Spliterator<T> inner) {
            super(inner);
        }

        @Override
        public boolean tryAdvance(Consumer<? super T> action) {
            int left = CombinedFunctions.enter();
            try {
                return inner.tryAdvance(action);
            } finally {
                Hook.back(left);
            }
        }

        @Override
        public void forEachRemaining(Consumer<? super T> action) {
            java.util.Objects.requireNonNull(action);
            int left = CombinedFunctions.enter();
            try {
                inner.forEachRemaining(
                        e -> {
                            Hook.ops1();
                            action.accept(e);
                        });
            } finally {
                Hook.back(left);
            }
        }
    }

    // ---- of ints

    private static final class Ints extends Level<Integer, Spliterator.OfInt>
            implements Spliterator.OfInt {
        Ints(Spliterator.OfInt inner) {
            super(inner);
        }

        @Override
        public boolean tryAdvance(IntConsumer action) {
            int left = CombinedFunctions.enter();
            try {
                return inner.tryAdvance(action);
            } finally {
                Hook.back(left);
            }
        }

        @Override
        public void forEachRemaining(IntConsumer action) {
            java.util.Objects.requireNonNull(action);
            int left = CombinedFunctions.enter();
            try {
                inner.forEachRemaining(
                        (int e) -> {
                            Hook.ops1();
                            action.accept(e);
                        });
            } finally {
                Hook.back(left);
            }
        }
    }

    // ---- of longs

    private static final class Longs extends Level<Long, Spliterator.OfLong>
            implements Spliterator.OfLong {
        Longs(Spliterator.OfLong inner) {
            super(inner);
        }

        @Override
        public boolean tryAdvance(LongConsumer action) {
            int left = CombinedFunctions.enter();
            try {
                return inner.tryAdvance(action);
            } finally {
                Hook.back(left);
            }
        }

        @Override
        public void forEachRemaining(LongConsumer action) {
            java.util.Objects.requireNonNull(action);
            int left = CombinedFunctions.enter();
            try {
                inner.forEachRemaining(
                        (long e) -> {
                            Hook.ops1();
                            action.accept(e);
                        });
            } finally {
                Hook.back(left);
            }
        }
    }

    // ---- of doubles

    private static final class Doubles extends Level<Double, Spliterator.OfDouble>
            implements Spliterator.OfDouble {
        Doubles(Spliterator.OfDouble inner) {
            super(inner);
        }

        @Override
        public boolean tryAdvance(DoubleConsumer action) {
            int left = CombinedFunctions.enter();
            try {
                return inner.tryAdvance(action);
            } finally {
                Hook.back(left);
            }
        }

        @Override
        public void forEachRemaining(DoubleConsumer action) {
            java.util.Objects.requireNonNull(action);
            int left = CombinedFunctions.enter();
            try {
                inner.forEachRemaining(
                        (double e) -> {
                            Hook.ops1();
                            action.accept(e);
                        });
            } finally {
                Hook.back(left);
            }
        }
    }
}
