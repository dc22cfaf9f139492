package dev.stint.testkit;

/**
 * An int that tasks share, as a volatile field or an {@code AtomicInteger} would hold it. In a
 * simulation another task may go on before each access. Outside of one it is that field.
 */
public final class SharedInt extends Shared {
    private volatile int value;

    public SharedInt() {}

    public SharedInt(int value) {
        this.value = value;
    }

    public int get() {
        reads();
        return value;
    }

    public void set(int value) {
        writes();
        this.value = value;
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
