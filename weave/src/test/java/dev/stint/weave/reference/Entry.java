package dev.stint.weave.reference;

import org.jspecify.annotations.Nullable;

/** The way from a shell into the interpreter. Public because the shells call it. */
public final class Entry {
    private Entry() {}

    /**
     * Runs a method, or the implementation of a functional object.
     *
     * @param instruction the index of the instruction that made the functional object; negative for
     *     a method
     */
    public static @Nullable Object call(
            Class<?> shell, int method, int instruction, @Nullable Object[] arguments) {
        if (!(shell.getClassLoader() instanceof Shells shells)) {
            throw new Fault(shell + " is no shell");
        }
        Method called = shells.tenant(shell).method(method);
        if (instruction >= 0) {
            return shells.interpreter().callFunction(called, instruction, arguments);
        }
        if (!called.is(java.lang.reflect.AccessFlag.STATIC) && arguments[0] != null) {
            Raw.met(arguments[0]);
        }
        return shells.interpreter().callFromJdk(called, arguments);
    }
}
