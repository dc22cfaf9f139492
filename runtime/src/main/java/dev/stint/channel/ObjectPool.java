package dev.stint.channel;

import dev.stint.error.ChannelClosedException;
import dev.stint.hooks.Foreign;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/**
 * A channel of objects that go round: they are taken, used and given back, and made only when one
 * is wanted and none is there.
 *
 * <pre>{@code
 * try (var pool = ObjectPool.open(4, () -> connect(), p -> p.withOnReset(Connection::rollback))) {
 *     try (var lease = pool.take()) {
 *         lease.get().query(...);
 *     }
 * }
 * }</pre>
 *
 * <p>There are never more than the capacity. Who finds all of them out waits; those who wait are
 * served in the order in which they came. What is given to the pool to make, reset and destroy
 * objects runs in the task or thread that takes or gives back; it may suspend.
 *
 * <p>If an object cannot be made, whoever wanted it gets the error, and the next that waits may
 * try. If one cannot be reset it is destroyed, and its place is free; who gave it back does not get
 * to see that, {@link #snapshot} does. In a task that was cancelled, reset and destruction have its
 * grace, as in {@code Stint.shielded}.
 *
 * <p>To take, or to try, costs a task one operation and one channel operation, paid before. A take
 * that is cancelled or times out has taken nothing; one to which an object was given returns it,
 * whatever came meanwhile. A lease that nobody closes keeps its object for ever.
 */
public sealed interface ObjectPool<T> extends AutoCloseable permits ObjectPoolImpl {
    /** A pool of at most so many objects, made like this. */
    static <T> ObjectPool<T> open(int capacity, Callable<? extends T> onCreate) {
        return open(capacity, onCreate, UnaryOperator.identity());
    }

    /** A pool with changed defaults: {@code ObjectPool.open(4, ..., p -> p.withName("db"))}. */
    static <T> ObjectPool<T> open(
            int capacity, Callable<? extends T> onCreate, UnaryOperator<Config<T>> configure) {
        Objects.requireNonNull(onCreate, "what makes the objects of a pool");
        Objects.requireNonNull(configure, "the configuration function");
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "a pool has 1 object or more, not " + capacity + ".");
        }
        return new ObjectPoolImpl<>(
                capacity,
                onCreate,
                Objects.requireNonNull(
                        configure.apply(new Config<>("", _ -> {}, _ -> {})),
                        "the configuration function returned null; return the changed"
                                + " configuration"));
    }

    /** Something that is done with an object. */
    @FunctionalInterface
    interface Step<T> {
        void run(T object) throws Exception;
    }

    /**
     * How a pool is set up. Immutable; the {@code with} methods return a changed copy.
     *
     * @param name for errors and reports; empty means none
     * @param onReset what is done with an object that is given back
     * @param onDestroy what is done with an object that is not used any more
     */
    record Config<T>(String name, Step<? super T> onReset, Step<? super T> onDestroy) {
        public Config {
            Objects.requireNonNull(name, "name of a pool");
            Objects.requireNonNull(onReset, "what resets an object");
            Objects.requireNonNull(onDestroy, "what destroys an object");
        }

        public Config<T> withName(String name) {
            return new Config<>(name, onReset, onDestroy);
        }

        public Config<T> withOnReset(Step<? super T> reset) {
            return new Config<>(name, reset, onDestroy);
        }

        public Config<T> withOnDestroy(Step<? super T> destroy) {
            return new Config<>(name, onReset, destroy);
        }
    }

    /**
     * Takes an object; makes one if none is there, and waits if all are out.
     *
     * <p>What {@code onCreate} throws is thrown here; a checked exception is the cause of a {@link
     * java.util.concurrent.CompletionException}.
     *
     * @throws ChannelClosedException if the pool is closed
     * @throws InterruptedException if the task is cancelled or the thread interrupted
     */
    Lease<T> take() throws InterruptedException;

    /**
     * As {@link #take()}, unless it has to wait longer than this; empty if it has. Making one may
     * take longer.
     */
    Optional<Lease<T>> take(Duration timeout) throws InterruptedException;

    /** As {@link #take()}; empty if all are out. */
    Optional<Lease<T>> tryTake() throws InterruptedException;

    /**
     * Closes the pool: takes that wait are withdrawn, the objects that are there are destroyed, and
     * those that are out when they come back. Any number of times; the first counts.
     */
    @Override
    void close();

    boolean isClosed();

    Snapshot snapshot();

    /**
     * A pool as it was at one moment.
     *
     * @param idle how many objects are there
     * @param out how many are out or being made
     * @param waiting how many takes wait
     * @param failures how many could not be reset or destroyed
     * @param lastFailure why the last of them could not, if any failed
     */
    record Snapshot(
            String name,
            int capacity,
            int idle,
            int out,
            int waiting,
            long failures,
            Optional<Throwable> lastFailure,
            boolean closed) {
        /** In words that run none of a tenant's code. */
        @Override
        public String toString() {
            return "Snapshot[name="
                    + name
                    + ", capacity="
                    + capacity
                    + ", idle="
                    + idle
                    + ", out="
                    + out
                    + ", waiting="
                    + waiting
                    + ", failures="
                    + failures
                    + ", lastFailure="
                    + lastFailure.map(Foreign::inWords)
                    + ", closed="
                    + closed
                    + ']';
        }
    }
}
