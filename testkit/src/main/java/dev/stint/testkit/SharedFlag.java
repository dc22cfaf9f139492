package dev.stint.testkit;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A boolean that tasks share, as a volatile field or an {@code AtomicBoolean} would hold it. In a
 * simulation another task may go on before each access. Outside of one it is that field.
 */
public final class SharedFlag extends Shared {
    private final AtomicBoolean value;

    public SharedFlag() {
        this(false);
    }

    public SharedFlag(boolean value) {
        this.value = new AtomicBoolean(value);
    }

    /** Names it, for reports, and returns it. */
    public SharedFlag named(String name) {
        setName(name);
        return this;
    }

    public boolean get() {
        reads();
        return value.get();
    }

    public void set(boolean newValue) {
        writes();
        value.set(newValue);
    }

    /** Sets it if it is what was expected; true if it was. One step, as {@link #getAndSet}. */
    public boolean compareAndSet(boolean expected, boolean newValue) {
        writes();
        return value.compareAndSet(expected, newValue);
    }

    public boolean getAndSet(boolean newValue) {
        writes();
        return value.getAndSet(newValue);
    }

    /** The value, with the name if it has one. Not an access: nobody goes on before it. */
    @Override
    public String toString() {
        return describe(value.get());
    }
}
