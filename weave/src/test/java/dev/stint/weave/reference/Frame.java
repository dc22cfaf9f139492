package dev.stint.weave.reference;

import org.jspecify.annotations.Nullable;

/**
 * Local variables and operand stack of one activation. Values of the small types are {@code
 * Integer}; a {@code long} or {@code double} takes two places, as in the specification, so that the
 * stack instructions need not know what they move.
 */
final class Frame {
    private static final Object SECOND_HALF = new Object();

    private final @Nullable Object[] locals;
    private final @Nullable Object[] stack;
    private int depth;

    Frame(int maxLocals, int maxStack) {
        locals = new Object[maxLocals];
        stack = new Object[maxStack];
    }

    // ---- local variables

    void store(int slot, @Nullable Object value) {
        locals[slot] = value;
    }

    @Nullable Object load(int slot) {
        return Raw.of(locals[slot]);
    }

    // ---- stack

    void push(@Nullable Object value) {
        stack[depth++] = value;
    }

    void pushWide(Object value) {
        push(value);
        push(SECOND_HALF);
    }

    /** Pushes a value of a type that the caller knows. */
    void push(@Nullable Object value, boolean wide) {
        push(value);
        if (wide) {
            push(SECOND_HALF);
        }
    }

    @Nullable Object peek() {
        return Raw.of(stack[depth - 1]);
    }

    @Nullable Object pop() {
        Object value = stack[--depth];
        stack[depth] = null;
        return Raw.of(value);
    }

    @Nullable Object pop(boolean wide) {
        if (wide && pop() != SECOND_HALF) {
            throw new Fault("a long or double was expected on the stack");
        }
        return pop();
    }

    /** Something that must be there; a null is the program's NullPointerException. */
    Object popObject() {
        Object value = pop();
        if (value == null) {
            throw new NullPointerException();
        }
        return value;
    }

    int popInt() {
        return (Integer) popObject();
    }

    long popLong() {
        pop();
        return (Long) popObject();
    }

    float popFloat() {
        return (Float) popObject();
    }

    double popDouble() {
        pop();
        return (Double) popObject();
    }

    void clearStack() {
        while (depth > 0) {
            stack[--depth] = null;
        }
    }

    /** Copies the uppermost {@code count} places and puts the copy {@code below} places lower. */
    void dup(int count, int below) {
        int moved = count + below;
        for (int i = 0; i < moved; i++) {
            stack[depth + count - 1 - i] = stack[depth - 1 - i];
        }
        for (int i = 0; i < count; i++) {
            stack[depth - moved + i] = stack[depth + i];
        }
        depth += count;
    }

    void swap() {
        Object upper = stack[depth - 1];
        stack[depth - 1] = stack[depth - 2];
        stack[depth - 2] = upper;
    }
}
