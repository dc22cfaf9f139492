package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Delegate;
import dev.stint.hooks.Hook;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Values of a task, in place of those of the thread that it runs on: a thread may go on to another
 * task, of another tenant, and keeps them in a table in which whoever makes enough of them chooses
 * those that collide.
 */
public final class ThreadLocals {
    /** How many a task may have: the table is small enough for any of them to collide. */
    static final int MOST = 1_000;

    private static final int BYTES = 64; // of one in a table
    private static final MethodHandle INITIAL = initial();

    private ThreadLocals() {}

    private static MethodHandle initial() {
        try {
            JdkFields.open(ThreadLocal.class);
            return MethodHandles.privateLookupIn(ThreadLocal.class, MethodHandles.lookup())
                    .findVirtual(
                            ThreadLocal.class, "initialValue", MethodType.methodType(Object.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("ThreadLocal has no initialValue", e);
        }
    }

    private static IdentityHashMap<Object, @Nullable Object> table() {
        IdentityHashMap<Object, @Nullable Object> table = Delegate.current().locals();
        Charges.ops(1 + (table.size() >> 3));
        return table;
    }

    public static @Nullable Object get(ThreadLocal<?> self) {
        IdentityHashMap<Object, @Nullable Object> table = table();
        Object value = table.get(self);
        if (value != null || table.containsKey(self)) {
            return value;
        }
        Object first = firstOf(self);
        put(table, self, first);
        return first;
    }

    public static void set(ThreadLocal<?> self, @Nullable Object value) {
        put(table(), self, value);
    }

    public static void remove(ThreadLocal<?> self) {
        table().remove(self);
    }

    private static void put(
            IdentityHashMap<Object, @Nullable Object> table,
            ThreadLocal<?> key,
            @Nullable Object value) {
        if (!table.containsKey(key)) {
            if (table.size() >= MOST) {
                throw new AccessRefusedException(
                        "another ThreadLocal cannot have a value here: a task may have values of "
                                + MOST
                                + ", and has so many. Remove those that are not needed, or keep"
                                + " them in one object.");
            }
            Hook.bytes(BYTES);
        }
        table.put(key, value);
    }

    private static @Nullable Object firstOf(ThreadLocal<?> local) {
        try {
            return INITIAL.invoke(local);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) { // which it does not declare
            throw new UndeclaredThrowableException(e);
        }
    }
}
