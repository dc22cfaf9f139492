package dev.stint.verify.hostile.files;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Calls everything of a class that can be called, as far as its task is allowed to go on. */
final class Call {
    private static final int MOST_PARAMETERS = 4;

    private final AtomicLong calls;

    Call(AtomicLong calls) {
        this.calls = calls;
    }

    /** Initialises the class, and calls its methods and constructors. In a task. */
    void all(String name, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(name, true, loader);
            Object made = null;
            for (Constructor<?> each : type.getDeclaredConstructors()) {
                Object one = call(each, null);
                made = one == null ? made : one;
            }
            for (Method each : type.getDeclaredMethods()) {
                if (Modifier.isStatic(each.getModifiers()) || made != null) {
                    call(each, made);
                }
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // it is as broken as it looks
        }
    }

    private @Nullable Object call(Executable member, @Nullable Object receiver) {
        Class<?>[] types = member.getParameterTypes();
        if (types.length > MOST_PARAMETERS) {
            return null;
        }
        @Nullable Object[] arguments = new @Nullable Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = value(types[i]);
        }
        calls.incrementAndGet();
        try {
            member.setAccessible(true);
            return member instanceof Constructor<?> constructor
                    ? constructor.newInstance(arguments)
                    : ((Method) member).invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            return null; // also when the task must end: then the next call throws at once
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    private static @Nullable Object value(Class<?> type) {
        if (type == int.class) {
            return 3;
        }
        if (type == long.class) {
            return 3L;
        }
        if (type == double.class) {
            return 3.0;
        }
        if (type == float.class) {
            return 3f;
        }
        if (type == boolean.class) {
            return true;
        }
        if (type == char.class) {
            return 'c';
        }
        if (type == byte.class) {
            return (byte) 3;
        }
        if (type == short.class) {
            return (short) 3;
        }
        return type.isAssignableFrom(String.class) ? "text" : null;
    }
}
