package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Gatherer;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;

/**
 * Gatherers of windows. The JDK makes room for a whole window each time such a gatherer is used,
 * however few elements come, and one that slides copies the window for each element.
 */
public final class Windows {
    private Windows() {}

    public static <T extends @Nullable Object> Gatherer<T, ?, List<T>> windowFixed(int size) {
        return new Paying<>(Gatherers.<T>windowFixed(size), size, false);
    }

    public static <T extends @Nullable Object> Gatherer<T, ?, List<T>> windowSliding(int size) {
        return new Paying<>(Gatherers.<T>windowSliding(size), size, true);
    }

    private record Paying<T extends @Nullable Object, A, R>(
            Gatherer<T, A, R> of, int size, boolean slides) implements Gatherer<T, A, R> {
        @Override
        public Supplier<A> initializer() {
            Supplier<A> rooms = of.initializer();
            return () -> {
                Price.array(size, 4);
                return rooms.get();
            };
        }

        @Override
        public Integrator<A, T, R> integrator() {
            Integrator<A, T, R> steps = of.integrator();
            return Integrator.ofGreedy(
                    (window, element, to) -> {
                        if (slides) {
                            Price.array(size, 4);
                        } else {
                            Hook.opsAndBytes(1, Shape.ROW.bytes); // its part of the next window
                        }
                        return steps.integrate(window, element, to);
                    });
        }

        @Override
        public BinaryOperator<A> combiner() {
            return of.combiner();
        }

        @Override
        public BiConsumer<A, Downstream<? super R>> finisher() {
            BiConsumer<A, Downstream<? super R>> last = of.finisher();
            return (window, to) -> {
                Price.array(size, 4);
                last.accept(window, to);
            };
        }
    }
}
