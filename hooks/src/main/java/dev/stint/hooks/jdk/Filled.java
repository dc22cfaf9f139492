package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builders of streams that pay for what is put into them: they are consumers by another name. */
final class Filled {
    private Filled() {}

    record OfObjects<T extends @Nullable Object>(Stream.Builder<T> of)
            implements Stream.Builder<T> {
        @Override
        public void accept(T t) {
            Hook.opsAndBytes(1, Flows.KEPT);
            of.accept(t);
        }

        @Override
        public Stream<T> build() {
            return of.build();
        }
    }

    record OfInts(IntStream.Builder of) implements IntStream.Builder {
        @Override
        public void accept(int i) {
            Hook.opsAndBytes(1, Flows.KEPT);
            of.accept(i);
        }

        @Override
        public IntStream build() {
            return of.build();
        }
    }

    record OfLongs(LongStream.Builder of) implements LongStream.Builder {
        @Override
        public void accept(long l) {
            Hook.opsAndBytes(1, Flows.KEPT);
            of.accept(l);
        }

        @Override
        public LongStream build() {
            return of.build();
        }
    }

    record OfDoubles(DoubleStream.Builder of) implements DoubleStream.Builder {
        @Override
        public void accept(double d) {
            Hook.opsAndBytes(1, Flows.KEPT);
            of.accept(d);
        }

        @Override
        public DoubleStream build() {
            return of.build();
        }
    }
}
