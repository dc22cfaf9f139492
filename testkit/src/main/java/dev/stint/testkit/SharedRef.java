package dev.stint.testkit;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A reference that tasks share, as a volatile field or an {@code AtomicReference} would hold it. In
 * a simulation another task may go on before each access. Outside of one it is that field.
 */
public final class SharedRef<T extends @Nullable Object> extends Shared {
    private final AtomicReference<T> value;

    public SharedRef(T value) {
        this.value = new AtomicReference<>(value);
    }

    /** Names it, for reports, and returns it. */
    public SharedRef<T> named(String name) {
        setName(name);
        return this;
    }

    public T get() {
        reads();
        return now();
    }

    @SuppressWarnings("NullAway") // null only where T says that it may be
    private T now() {
        return value.get();
    }

    public void set(T newValue) {
        writes();
        value.set(newValue);
    }

    /** Sets it if it is this very object; true if it was. One step, as all that follow. */
    public boolean compareAndSet(T expected, T newValue) {
        writes();
        return value.compareAndSet(expected, newValue);
    }

    public T getAndSet(T newValue) {
        writes();
        return value.getAndSet(newValue);
    }

    public T getAndUpdate(UnaryOperator<T> change) {
        writes();
        return value.getAndUpdate(change);
    }

    public T updateAndGet(UnaryOperator<T> change) {
        writes();
        return value.updateAndGet(change);
    }

    /** The value, with the name if it has one. Not an access: nobody goes on before it. */
    @Override
    public String toString() {
        return describe(now());
    }
}
