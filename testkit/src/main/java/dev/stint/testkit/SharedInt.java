package dev.stint.testkit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * An int that tasks share, as a volatile field or an {@code AtomicInteger} would hold it. In a
 * simulation another task may go on before each access. Outside of one it is that field.
 */
public final class SharedInt extends Shared {
    private final AtomicInteger value;

    public SharedInt() {
        this(0);
    }

    public SharedInt(int value) {
        this.value = new AtomicInteger(value);
    }

    /** Names it, for reports, and returns it. */
    public SharedInt named(String name) {
        setName(name);
        return this;
    }

    public int get() {
        reads();
        return value.get();
    }

    public void set(int newValue) {
        writes();
        value.set(newValue);
    }

    /** Sets it if it is what was expected; true if it was. One step, as all that follow. */
    public boolean compareAndSet(int expected, int newValue) {
        writes();
        return value.compareAndSet(expected, newValue);
    }

    public int getAndSet(int newValue) {
        writes();
        return value.getAndSet(newValue);
    }

    public int getAndAdd(int delta) {
        writes();
        return value.getAndAdd(delta);
    }

    public int addAndGet(int delta) {
        writes();
        return value.addAndGet(delta);
    }

    public int getAndIncrement() {
        return getAndAdd(1);
    }

    public int incrementAndGet() {
        return addAndGet(1);
    }

    public int getAndDecrement() {
        return getAndAdd(-1);
    }

    public int decrementAndGet() {
        return addAndGet(-1);
    }

    public int getAndUpdate(IntUnaryOperator change) {
        writes();
        return value.getAndUpdate(change);
    }

    public int updateAndGet(IntUnaryOperator change) {
        writes();
        return value.updateAndGet(change);
    }

    public int accumulateAndGet(int other, IntBinaryOperator combine) {
        writes();
        return value.accumulateAndGet(other, combine);
    }

    /** The value, with the name if it has one. Not an access: nobody goes on before it. */
    @Override
    public String toString() {
        return describe(value.get());
    }
}
