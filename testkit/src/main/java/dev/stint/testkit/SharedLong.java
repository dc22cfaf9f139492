package dev.stint.testkit;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * A long that tasks share, as a volatile field or an {@code AtomicLong} would hold it. In a
 * simulation another task may go on before each access. Outside of one it is that field.
 */
public final class SharedLong extends Shared {
    private final AtomicLong value;

    public SharedLong() {
        this(0);
    }

    public SharedLong(long value) {
        this.value = new AtomicLong(value);
    }

    /** Names it, for reports, and returns it. */
    public SharedLong named(String name) {
        setName(name);
        return this;
    }

    public long get() {
        reads();
        return value.get();
    }

    public void set(long newValue) {
        writes();
        value.set(newValue);
    }

    /** Sets it if it is what was expected; true if it was. One step, as all that follow. */
    public boolean compareAndSet(long expected, long newValue) {
        writes();
        return value.compareAndSet(expected, newValue);
    }

    public long getAndSet(long newValue) {
        writes();
        return value.getAndSet(newValue);
    }

    public long getAndAdd(long delta) {
        writes();
        return value.getAndAdd(delta);
    }

    public long addAndGet(long delta) {
        writes();
        return value.addAndGet(delta);
    }

    public long getAndIncrement() {
        return getAndAdd(1);
    }

    public long incrementAndGet() {
        return addAndGet(1);
    }

    public long getAndDecrement() {
        return getAndAdd(-1);
    }

    public long decrementAndGet() {
        return addAndGet(-1);
    }

    public long getAndUpdate(LongUnaryOperator change) {
        writes();
        return value.getAndUpdate(change);
    }

    public long updateAndGet(LongUnaryOperator change) {
        writes();
        return value.updateAndGet(change);
    }

    public long accumulateAndGet(long other, LongBinaryOperator combine) {
        writes();
        return value.accumulateAndGet(other, combine);
    }

    /** The value, with the name if it has one. Not an access: nobody goes on before it. */
    @Override
    public String toString() {
        return describe(value.get());
    }
}
