package dev.stint.nativecode;

import dev.stint.nativecode.internal.CTask;
import dev.stint.nativecode.internal.StackSize;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.Callable;

/**
 * A C function that tasks can run, {@code int64_t name(void *argument)}. It returns 0 or more for
 * success; less is an error, with which its task fails.
 */
public final class NativeFunction {
    /** The stack of a task, in bytes, unless it is given another one. */
    public static final int STACK = StackSize.DEFAULT;

    /** The largest stack that it can be given. */
    public static final int LARGEST_STACK = StackSize.LARGEST;

    private final String name;
    private final long address;
    private final int stack;

    NativeFunction(String name, long address, int stack) {
        this.name = name;
        this.address = address;
        this.stack = stack;
    }

    public String name() {
        return name;
    }

    /** The same function on a stack of at least so many bytes. */
    public NativeFunction withStack(int bytes) {
        if (!StackSize.isPossible(bytes)) {
            throw new IllegalArgumentException(
                    "function '"
                            + name
                            + "' cannot have a stack of "
                            + bytes
                            + " bytes: it must be from "
                            + STACK
                            + " to "
                            + LARGEST_STACK
                            + ".");
        }
        return new NativeFunction(name, address, bytes);
    }

    /**
     * A body for one task that calls the function with this number: {@code nursery.spawn(f.on(7))}.
     * To be called by a task, once.
     */
    public Callable<Long> on(long argument) {
        return new CTask(name, address, argument, stack);
    }

    /** The same with a pointer. The memory must live until the task has ended. */
    public Callable<Long> on(MemorySegment argument) {
        Objects.requireNonNull(argument, "the argument of a C function");
        if (!argument.isNative()) {
            throw new IllegalArgumentException(
                    "function '"
                            + name
                            + "' cannot be given memory of the Java heap, which moves. Allocate it"
                            + " from an Arena.");
        }
        return on(argument.address());
    }

    /** A body for a task that calls the function without an argument. */
    public Callable<Long> on() {
        return on(0);
    }

    @Override
    public String toString() {
        return "C function '" + name + "'";
    }
}
