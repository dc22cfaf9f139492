package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import dev.stint.hooks.TraceCost;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Futures whose steps run on the common pool of the JDK: here they are tasks. */
public final class Futures {
    private static final int TASK = 2048; // bytes
    private static final long STEP = 128; // bytes of a future, and of what waits for another

    private Futures() {}

    /** One more that waits for a future: if it fails, the JDK makes it a throwable of its own. */
    public static void dependent() {
        TraceCost.made();
        Charges.pay(0, STEP);
    }

    public static void dependent(Object self, @Nullable Object function) {
        dependent();
        failed(self);
    }

    public static void dependent(Object self, @Nullable Object other, @Nullable Object function) {
        dependent();
        failed(self);
        failed(other);
    }

    /** What fails those that depend on it has the text of why. */
    private static void failed(@Nullable Object future) {
        if (future instanceof CompletableFuture<?> f && f.state() == Future.State.FAILED) {
            NestedObjects.shown(f.exceptionNow());
        }
    }

    /** Each that waits for it gets a throwable of its own, with the text of this one. */
    public static void failing(Object self, @Nullable Throwable why) {
        if (why != null && self instanceof CompletableFuture<?> f) {
            long each = 64 + 6L * why.toString().length(); // a message may be made each time
            Charges.ops(f.getNumberOfDependents());
            Charges.text(Charges.times(each, f.getNumberOfDependents()));
        }
    }

    /** The same of one that an executor runs: that of the runtime makes a task of it. */
    public static void started() {
        dependent();
        Hook.bytes(TASK);
    }

    public static void started(Object self, @Nullable Object function, @Nullable Executor by) {
        dependent(self, function);
        Hook.bytes(TASK);
    }

    public static void started(
            Object self, @Nullable Object other, @Nullable Object function, @Nullable Executor by) {
        dependent(self, other, function);
        Hook.bytes(TASK);
    }

    /** One that waits for two. When one of them is there, it is looked for at the other. */
    public static void either(Object self, Object other, Object function) {
        dependent();
        passed(self);
        passed(other);
    }

    public static void either(Object self, Object other, Object function, Object executor) {
        either(self, other, function);
        Hook.bytes(TASK);
    }

    public static void any(CompletableFuture<?> @Nullable [] all) {
        dependent();
        if (all != null) {
            for (CompletableFuture<?> each : all) {
                Charges.pay(1, 64);
                passed(each);
            }
        }
    }

    /** Whoever waits no longer is looked for among all that wait. */
    public static void awaited(Object self, long time, TimeUnit unit) {
        CollectionPrices.timed();
        passed(self);
    }

    private static void passed(@Nullable Object future) {
        if (future instanceof CompletableFuture<?> f && !f.isDone()) {
            Charges.ops(f.getNumberOfDependents() >> 2);
        }
    }

    /** The runtime's own start a task for it. */
    public static void executed(Object self, @Nullable Object task) {
        if (self.getClass().getName().startsWith("dev.stint.")) {
            Hook.bytes(TASK);
        }
    }

    public static void executed(Object self, @Nullable Object task, @Nullable Object result) {
        executed(self, task);
    }

    public static void several(Object self, Collection<?> tasks, long time, TimeUnit unit) {
        CollectionPrices.row(tasks);
    }

    public static void scheduled(Object self, @Nullable Object task, long delay, TimeUnit unit) {
        executed(self, task);
    }

    public static void scheduled(
            Object self, @Nullable Object task, long delay, long period, TimeUnit unit) {
        executed(self, task);
    }

    public static Executor executor(CompletableFuture<?> of) {
        return Threads.executor();
    }

    private static Executor tasks() {
        dependent(); // also if it is refused: then the JDK keeps what was thrown
        Hook.bytes(TASK);
        return Threads.executor();
    }

    public static <T extends @Nullable Object> CompletableFuture<Void> thenAcceptAsync(
            CompletableFuture<T> of, Consumer<? super T> f) {
        return of.thenAcceptAsync(f, tasks());
    }

    public static <T extends @Nullable Object, U extends @Nullable Object>
            CompletableFuture<U> thenApplyAsync(
                    CompletableFuture<T> of, Function<? super T, ? extends U> f) {
        return of.thenApplyAsync(f, tasks());
    }

    public static <T extends @Nullable Object> CompletableFuture<Void> thenRunAsync(
            CompletableFuture<T> of, Runnable f) {
        return of.thenRunAsync(f, tasks());
    }

    public static <T extends @Nullable Object, U extends @Nullable Object>
            CompletableFuture<U> thenComposeAsync(
                    CompletableFuture<T> of, Function<? super T, ? extends CompletionStage<U>> f) {
        return of.thenComposeAsync(f, tasks());
    }

    public static <T extends @Nullable Object, U extends @Nullable Object>
            CompletableFuture<U> handleAsync(
                    CompletableFuture<T> of, BiFunction<? super T, Throwable, ? extends U> f) {
        return of.handleAsync(f, tasks());
    }

    public static <T extends @Nullable Object> CompletableFuture<T> whenCompleteAsync(
            CompletableFuture<T> of, BiConsumer<? super T, ? super Throwable> f) {
        return of.whenCompleteAsync(f, tasks());
    }

    public static <T extends @Nullable Object> CompletableFuture<T> exceptionallyAsync(
            CompletableFuture<T> of, Function<Throwable, ? extends T> f) {
        return of.exceptionallyAsync(f, tasks());
    }

    public static <T extends @Nullable Object> CompletableFuture<T> exceptionallyComposeAsync(
            CompletableFuture<T> of, Function<Throwable, ? extends CompletionStage<T>> f) {
        return of.exceptionallyComposeAsync(f, tasks());
    }

    public static <
                    T extends @Nullable Object,
                    U extends @Nullable Object,
                    V extends @Nullable Object>
            CompletableFuture<U> thenCombineAsync(
                    CompletableFuture<T> of,
                    CompletionStage<? extends V> other,
                    BiFunction<? super T, ? super V, ? extends U> f) {
        return of.thenCombineAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object, V extends @Nullable Object>
            CompletableFuture<Void> thenAcceptBothAsync(
                    CompletableFuture<T> of,
                    CompletionStage<? extends V> other,
                    BiConsumer<? super T, ? super V> f) {
        return of.thenAcceptBothAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object> CompletableFuture<Void> runAfterBothAsync(
            CompletableFuture<T> of, CompletionStage<?> other, Runnable f) {
        return of.runAfterBothAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object, U extends @Nullable Object>
            CompletableFuture<U> applyToEitherAsync(
                    CompletableFuture<T> of,
                    CompletionStage<? extends T> other,
                    Function<? super T, U> f) {
        return of.applyToEitherAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object> CompletableFuture<Void> acceptEitherAsync(
            CompletableFuture<T> of, CompletionStage<? extends T> other, Consumer<? super T> f) {
        return of.acceptEitherAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object> CompletableFuture<Void> runAfterEitherAsync(
            CompletableFuture<T> of, CompletionStage<?> other, Runnable f) {
        return of.runAfterEitherAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object> CompletionStage<Void> thenAcceptAsync(
            CompletionStage<T> of, Consumer<? super T> f) {
        return of.thenAcceptAsync(f, tasks());
    }

    public static <T extends @Nullable Object, U extends @Nullable Object>
            CompletionStage<U> thenApplyAsync(
                    CompletionStage<T> of, Function<? super T, ? extends U> f) {
        return of.thenApplyAsync(f, tasks());
    }

    public static <T extends @Nullable Object> CompletionStage<Void> thenRunAsync(
            CompletionStage<T> of, Runnable f) {
        return of.thenRunAsync(f, tasks());
    }

    public static <T extends @Nullable Object, U extends @Nullable Object>
            CompletionStage<U> thenComposeAsync(
                    CompletionStage<T> of, Function<? super T, ? extends CompletionStage<U>> f) {
        return of.thenComposeAsync(f, tasks());
    }

    public static <T extends @Nullable Object, U extends @Nullable Object>
            CompletionStage<U> handleAsync(
                    CompletionStage<T> of, BiFunction<? super T, Throwable, ? extends U> f) {
        return of.handleAsync(f, tasks());
    }

    public static <T extends @Nullable Object> CompletionStage<T> whenCompleteAsync(
            CompletionStage<T> of, BiConsumer<? super T, ? super Throwable> f) {
        return of.whenCompleteAsync(f, tasks());
    }

    public static <T extends @Nullable Object> CompletionStage<T> exceptionallyAsync(
            CompletionStage<T> of, Function<Throwable, ? extends T> f) {
        return of.exceptionallyAsync(f, tasks());
    }

    public static <T extends @Nullable Object> CompletionStage<T> exceptionallyComposeAsync(
            CompletionStage<T> of, Function<Throwable, ? extends CompletionStage<T>> f) {
        return of.exceptionallyComposeAsync(f, tasks());
    }

    public static <
                    T extends @Nullable Object,
                    U extends @Nullable Object,
                    V extends @Nullable Object>
            CompletionStage<U> thenCombineAsync(
                    CompletionStage<T> of,
                    CompletionStage<? extends V> other,
                    BiFunction<? super T, ? super V, ? extends U> f) {
        return of.thenCombineAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object, V extends @Nullable Object>
            CompletionStage<Void> thenAcceptBothAsync(
                    CompletionStage<T> of,
                    CompletionStage<? extends V> other,
                    BiConsumer<? super T, ? super V> f) {
        return of.thenAcceptBothAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object> CompletionStage<Void> runAfterBothAsync(
            CompletionStage<T> of, CompletionStage<?> other, Runnable f) {
        return of.runAfterBothAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object, U extends @Nullable Object>
            CompletionStage<U> applyToEitherAsync(
                    CompletionStage<T> of,
                    CompletionStage<? extends T> other,
                    Function<? super T, U> f) {
        return of.applyToEitherAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object> CompletionStage<Void> acceptEitherAsync(
            CompletionStage<T> of, CompletionStage<? extends T> other, Consumer<? super T> f) {
        return of.acceptEitherAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object> CompletionStage<Void> runAfterEitherAsync(
            CompletionStage<T> of, CompletionStage<?> other, Runnable f) {
        return of.runAfterEitherAsync(other, f, tasks());
    }

    public static <T extends @Nullable Object> CompletableFuture<T> completeAsync(
            CompletableFuture<T> of, Supplier<? extends T> by) {
        return of.completeAsync(by, tasks());
    }
}
