package dev.stint.host.run;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The method that a program starts in: {@code main}, with or without parameters, of the class or of
 * an object of it.
 */
final class Entry {
    private final Class<?> type;
    private final Method method;

    private Entry(Class<?> type, Method method) {
        this.type = type;
        this.method = method;
    }

    /** Finds it as {@code java} does: the one with parameters goes first. */
    static Entry of(Class<?> type) throws NoSuchMethodException {
        Method main = find(type, String[].class);
        if (main == null) {
            main = find(type);
        }
        if (main == null) {
            throw new NoSuchMethodException(
                    "class "
                            + type.getName()
                            + " has no method to start in; write: static void main(String[] args)");
        }
        return new Entry(type, main);
    }

    private static @Nullable Method find(Class<?> type, Class<?>... parameters) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            try {
                Method method = at.getDeclaredMethod("main", parameters);
                if (!Modifier.isPrivate(method.getModifiers())
                        && method.getReturnType() == void.class) {
                    return method;
                }
            } catch (NoSuchMethodException e) {
                // perhaps its superclass has one
            }
        }
        return null;
    }

    void call(List<String> args) throws Throwable {
        try {
            method.setAccessible(true);
            Object on = Modifier.isStatic(method.getModifiers()) ? null : make();
            if (method.getParameterCount() == 0) {
                method.invoke(on);
            } else {
                method.invoke(on, (Object) args.toArray(String[]::new));
            }
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private Object make() throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }
}
