package dev.stint.nativecode.internal;

import dev.stint.internal.task.GuestBody;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A Java body that a C function carries: it is run as the answer to something that the C function
 * asks for. So its task has a fiber core and a stack of C, and its waits are those of a C task.
 */
public final class Carried<T extends @Nullable Object> extends GuestBody<T> {
    private static final LongAdder COUNT = new LongAdder();

    private static volatile long function;

    private final Callable<T> body;
    private @Nullable T result;
    private @Nullable Throwable thrown;

    private Carried(Callable<T> body) {
        this.body = body;
    }

    /** From now on the C function of this library carries. */
    @SuppressWarnings("restricted") // loading C code is what this is for
    static void by(Path library) {
        Ground.require(); // first: the other one is linked against it
        function =
                SymbolLookup.libraryLookup(library, Arena.global())
                        .find("carries")
                        .orElseThrow()
                        .address();
    }

    /** How many bodies were carried. */
    static long count() {
        return COUNT.sum();
    }

    /** What tasks are given instead of their bodies, in a JVM with {@link CarriedClasses}. */
    public static <T extends @Nullable Object> Callable<T> carry(Callable<T> body) {
        return function == 0 || body instanceof GuestBody ? body : new Carried<>(body);
    }

    @Override
    @SuppressWarnings("NullAway") // the result is null if that of the body may be
    public T call() throws Exception {
        COUNT.increment();
        long kept =
                new CTask("carries", function, 0, StackSize.DEFAULT) {
                    @Override
                    long answered(Request request, long record) {
                        runBody();
                        return Codes.OK;
                    }
                }.call();
        if (kept != 0) {
            throw new AssertionError("the stack of C has changed while Java ran");
        }
        Throwable e = thrown;
        if (e instanceof Exception exception) {
            throw exception;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return result;
    }

    private void runBody() {
        try {
            result = body.call();
        } catch (Throwable e) {
            thrown = e;
        }
    }

    @Override
    public String toString() {
        return body.toString();
    }
}
