package dev.stint.verify.tools;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/**
 * The private fields and methods of the runtime's classes, for the twins: a twin works on the
 * production object and replaces one method by a copy in which one access is weaker. A field that
 * is renamed breaks its twin at once.
 */
public final class Backdoor {
    private Backdoor() {}

    public static VarHandle field(Class<?> owner, String name, Class<?> type) {
        try {
            return lookup(owner).findVarHandle(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no field " + owner.getName() + "." + name, e);
        }
    }

    /** A field that {@code type} has from a class above it. */
    public static VarHandle inherited(Class<?> type, String name, Class<?> of) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (var field : c.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field(c, name, of);
                }
            }
        }
        throw new LinkageError("no field " + name + " in or above " + type.getName());
    }

    public static VarHandle staticField(Class<?> owner, String name, Class<?> type) {
        try {
            return lookup(owner).findStaticVarHandle(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no static field " + owner.getName() + "." + name, e);
        }
    }

    public static MethodHandle method(
            Class<?> owner, String name, Class<?> returns, Class<?>... parameters) {
        try {
            return lookup(owner)
                    .findVirtual(owner, name, MethodType.methodType(returns, parameters));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no method " + owner.getName() + "." + name, e);
        }
    }

    public static MethodHandle staticMethod(
            Class<?> owner, String name, Class<?> returns, Class<?>... parameters) {
        try {
            return lookup(owner)
                    .findStatic(owner, name, MethodType.methodType(returns, parameters));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no static method " + owner.getName() + "." + name, e);
        }
    }

    public static MethodHandle constructor(Class<?> owner, Class<?>... parameters) {
        try {
            return lookup(owner)
                    .findConstructor(owner, MethodType.methodType(void.class, parameters));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no such constructor of " + owner.getName(), e);
        }
    }

    /** A class that only {@code neighbour}'s package can name. */
    public static Class<?> type(Class<?> neighbour, String name) {
        try {
            return lookup(neighbour).findClass(name);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no class " + name, e);
        }
    }

    private static MethodHandles.Lookup lookup(Class<?> owner) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
    }

    /** What a method handle threw, which nothing here declares. */
    public static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException r ? r : new IllegalStateException(e);
    }
}
