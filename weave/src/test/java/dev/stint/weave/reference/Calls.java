package dev.stint.weave.reference;

import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of methods and constructors, interpreted ones and those of the JDK. */
final class Calls {
    /** A method as an instruction or a handle names it. */
    static final class Target {
        final TenantClass caller;
        final Class<?> owner;
        final String name;
        final MethodTypeDesc type;
        private @Nullable MethodHandle handle;

        Target(TenantClass caller, Class<?> owner, String name, MethodTypeDesc type) {
            this.caller = caller;
            this.owner = owner;
            this.name = name;
            this.type = type;
        }

        String descriptor() {
            return type.descriptorString();
        }
    }

    private final Interpreter interpreter;
    private final Shells shells;
    private final Ancestry ancestry;

    Calls(Interpreter interpreter, Shells shells, Ancestry ancestry) {
        this.interpreter = interpreter;
        this.shells = shells;
        this.ancestry = ancestry;
    }

    @Nullable Object ofStatic(Target target, @Nullable Object[] arguments) {
        Method method = ancestry.resolve(target.owner, target.name, target.descriptor());
        if (method != null) {
            method.owner().initialise();
            return interpreter.execute(method, arguments);
        }
        return ofJdk(target, arguments, 0, this::findStatic);
    }

    @Nullable Object ofVirtual(Target target, @Nullable Object[] arguments) {
        Object receiver = arguments[0];
        if (receiver == null) {
            throw new NullPointerException();
        }
        Method resolved = ancestry.resolve(target.owner, target.name, target.descriptor());
        if (resolved != null && !resolved.isVirtual()) {
            return interpreter.execute(resolved, arguments); // private
        }
        if (shells.tenantOf(receiver.getClass()) != null) {
            var selection = ancestry.select(receiver.getClass(), target.name, target.descriptor());
            if (selection.method() != null) {
                return interpreter.executeSelected(selection, arguments);
            }
        }
        return ofJdk(target, arguments, 1, this::findVirtual);
    }

    /** A private method, or one of an ancestor. Not a constructor. */
    @Nullable Object ofSpecial(Target target, @Nullable Object[] arguments) {
        if (arguments[0] == null) {
            throw new NullPointerException();
        }
        Class<?> caller = target.caller.shell();
        Class<?> parent = caller.getSuperclass();
        boolean isSuperCall =
                parent != null
                        && !target.owner.isInterface()
                        && target.owner != caller
                        && target.owner.isAssignableFrom(parent);
        if (isSuperCall && parent != null) {
            var selection = ancestry.select(parent, target.name, target.descriptor());
            if (selection.method() != null) {
                return interpreter.executeSelected(selection, arguments);
            }
        } else {
            Method method = ancestry.resolve(target.owner, target.name, target.descriptor());
            if (method != null) {
                return interpreter.execute(method, arguments);
            }
        }
        return ofJdk(target, arguments, 1, this::findSpecial);
    }

    /** A constructor, on an object that is not initialised yet. */
    void ofConstructor(Target target, Raw raw, @Nullable Object[] arguments) {
        TenantClass tenant = shells.tenantOf(target.owner);
        if (tenant != null) {
            Method method = tenant.declared(target.name, target.descriptor());
            if (method == null) {
                throw new NoSuchMethodError(target.owner + target.descriptor());
            }
            @Nullable Object[] all = new Object[arguments.length + 1];
            all[0] = raw;
            System.arraycopy(arguments, 0, all, 1, arguments.length);
            interpreter.execute(method, all);
            return;
        }
        raw.begin();
        Object made = null;
        try {
            made =
                    raw.type() == target.owner
                            ? ofJdk(target, arguments, 0, this::findConstructor)
                            : heir(raw.type(), target, arguments);
        } finally {
            raw.end(made);
        }
    }

    /** An object of an interpreted class on which so far only a constructor of the JDK has run. */
    private Object heir(Class<?> type, Target target, @Nullable Object[] arguments) {
        try {
            Constructor<?> parent =
                    target.owner.getDeclaredConstructor(
                            methodType(target).parameterList().toArray(new Class<?>[0]));
            Class<?> factoryType = Class.forName("sun.reflect.ReflectionFactory");
            Object factory = factoryType.getMethod("getReflectionFactory").invoke(null);
            Object constructor =
                    factoryType
                            .getMethod(
                                    "newConstructorForSerialization",
                                    Class.class,
                                    Constructor.class)
                            .invoke(factory, type, parent);
            if (constructor instanceof Constructor<?> c) {
                return c.newInstance(toJava(target.type, arguments, 0));
            }
            throw new Fault("no way to make a " + type);
        } catch (InvocationTargetException e) {
            throw Thrown.again(e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new Fault("cannot make a " + type, e);
        }
    }

    // ---- methods of the JDK

    private interface Finder {
        MethodHandle find(Target target) throws ReflectiveOperationException;
    }

    private MethodHandle findStatic(Target target) throws ReflectiveOperationException {
        return target.caller.lookup().findStatic(target.owner, target.name, methodType(target));
    }

    private MethodHandle findVirtual(Target target) throws ReflectiveOperationException {
        return target.caller.lookup().findVirtual(target.owner, target.name, methodType(target));
    }

    private MethodHandle findSpecial(Target target) throws ReflectiveOperationException {
        return target.caller
                .lookup()
                .findSpecial(target.owner, target.name, methodType(target), target.caller.shell());
    }

    private MethodHandle findConstructor(Target target) throws ReflectiveOperationException {
        return target.caller.lookup().findConstructor(target.owner, methodType(target));
    }

    private MethodType methodType(Target target) {
        return MethodType.fromMethodDescriptorString(target.descriptor(), shells);
    }

    private static @Nullable Object ofJdk(
            Target target, @Nullable Object[] arguments, int receivers, Finder finder) {
        MethodHandle handle = target.handle;
        if (handle == null) {
            try {
                handle = CallSites.generic(finder.find(target));
            } catch (NoSuchMethodException e) {
                throw Thrown.again(
                        new NoSuchMethodError(target.owner + "." + target.name).initCause(e));
            } catch (ReflectiveOperationException e) {
                throw new Fault("no access to " + target.owner + "." + target.name, e);
            }
            target.handle = handle;
        }
        try {
            Object result = handle.invoke(toJava(target.type, arguments, receivers));
            return Values.fromJava(result, TypeKind.from(target.type.returnType()));
        } catch (Throwable e) {
            throw Thrown.again(e);
        }
    }

    static @Nullable Object[] toJava(
            MethodTypeDesc type, @Nullable Object[] arguments, int receivers) {
        List<ClassDesc> parameters = type.parameterList();
        @Nullable Object[] java = arguments.clone();
        for (int i = 0; i < parameters.size(); i++) {
            TypeKind kind = TypeKind.from(parameters.get(i));
            java[i + receivers] = Values.toJava(arguments[i + receivers], kind);
        }
        return java;
    }
}
