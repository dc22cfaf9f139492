package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.TenantLoader;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Handles of methods and fields. A {@link Lookup} of a tenant has no power of its own: it names a
 * class, and what it finds is found here. The handle of a member of the tenant's own is one of that
 * member, whose code is woven; that of one from outside is one of the code that reflection would
 * call, which is woven, too, and checked and priced as a direct call.
 *
 * <p>What could be made of handles is not open: a tree of them runs without anything that pays. One
 * handle may be given another type, once.
 */
public final class Handles {
    private static final int FIND = 256; // operations
    private static final int BYTES = 1024;
    private static final int ADAPT = 4_096;
    private static final int MOST_PARAMETERS = 32;

    private static final Lookup OURS = MethodHandles.lookup();
    private static final MethodHandle MADE = made();

    /** Those that have been given another type. */
    private static final Map<MethodHandle, Boolean> ADAPTED =
            Collections.synchronizedMap(new WeakHashMap<>());

    private Handles() {}

    private static MethodHandle made() {
        try {
            return OURS.findStatic(
                    Clones.class, "made", MethodType.methodType(void.class, Class.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the price of an object is not there", e);
        }
    }

    // ---- lookups, which name a class and no more

    public static Lookup lookup(Class<?> caller) {
        return of(caller);
    }

    public static Lookup publicLookup() {
        return MethodHandles.publicLookup();
    }

    public static Lookup privateLookupIn(Class<?> type, Lookup by, Class<?> caller)
            throws IllegalAccessException {
        if (!Classes.isOwn(type, caller)) {
            throw new IllegalAccessException(
                    type.getName() + " is not the program's own, and keeps what is private");
        }
        return of(type);
    }

    public static Lookup in(Lookup self, Class<?> type) {
        return of(type);
    }

    private static Lookup of(Class<?> type) {
        Charges.pay(FIND, 64);
        return MethodHandles.publicLookup().in(type);
    }

    public static Class<?> findClass(Lookup self, String name, Class<?> caller)
            throws ClassNotFoundException {
        return Classes.find(name, Classes.loader(caller));
    }

    /** Beside the class that the lookup names, in its package and its loader. */
    public static Class<?> defineClass(Lookup self, byte[] file, Class<?> caller)
            throws IllegalAccessException {
        Class<?> beside = self.lookupClass();
        if (!Classes.isOwn(beside, caller)
                || !(beside.getClassLoader() instanceof TenantLoader loader)) {
            throw new IllegalAccessException(
                    "a class cannot be defined beside "
                            + beside.getName()
                            + ", which is not the program's own");
        }
        MadeLoaders.payForWeaving(file.length);
        return loader.defineBeside(beside, file.clone());
    }

    // ---- methods

    public static MethodHandle findStatic(
            Lookup self, Class<?> in, String name, MethodType type, Class<?> caller)
            throws NoSuchMethodException, IllegalAccessException {
        Method found = find(in, name, type, true, caller);
        return ofMethod(found, caller);
    }

    public static MethodHandle findVirtual(
            Lookup self, Class<?> in, String name, MethodType type, Class<?> caller)
            throws NoSuchMethodException, IllegalAccessException {
        MethodHandle found = ofMethod(find(in, name, type, false, caller), caller);
        return found.type().parameterType(0) == in
                ? found
                : found.asType(found.type().changeParameterType(0, in));
    }

    public static MethodHandle findConstructor(
            Lookup self, Class<?> in, MethodType type, Class<?> caller)
            throws NoSuchMethodException, IllegalAccessException {
        if (type.returnType() != void.class) {
            throw new NoSuchMethodException("a constructor returns nothing: " + type);
        }
        return ofConstructor(Classes.getDeclaredConstructor(in, type.parameterArray()), caller);
    }

    public static MethodHandle unreflect(Lookup self, Method method, Class<?> caller)
            throws IllegalAccessException {
        return ofMethod(method, caller);
    }

    public static MethodHandle unreflectConstructor(
            Lookup self, Constructor<?> constructor, Class<?> caller)
            throws IllegalAccessException {
        return ofConstructor(constructor, caller);
    }

    /** The method of exactly this type: in the class, above it, or in what it implements. */
    private static Method find(
            Class<?> in, String name, MethodType type, boolean isStatic, Class<?> caller)
            throws NoSuchMethodException {
        boolean isOwn = Classes.isOwn(in, caller);
        for (Class<?> at = in; isOwn && at != null; at = at.getSuperclass()) {
            if (Classes.isOwn(at, caller)) {
                for (Method each : Classes.getDeclaredMethods(at)) {
                    if (isIt(each, name, type, isStatic)) {
                        return each;
                    }
                }
            }
        }
        for (Method each : Classes.getMethods(in)) {
            if (isIt(each, name, type, isStatic)) {
                return each;
            }
        }
        Charges.text(2L * name.length());
        throw new NoSuchMethodException(
                "no such method: "
                        + in.getName()
                        + '.'
                        + name
                        + type
                        + (isStatic ? "/static" : ""));
    }

    private static boolean isIt(Method method, String name, MethodType type, boolean isStatic) {
        return method.getName().equals(name)
                && Modifier.isStatic(method.getModifiers()) == isStatic
                && method.getReturnType() == type.returnType()
                && Arrays.equals(method.getParameterTypes(), type.parameterArray());
    }

    private static AccessibleObject callable(Member member, Class<?> caller)
            throws IllegalAccessException {
        Charges.pay(FIND, BYTES);
        return Classes.tenant(caller).callable(member);
    }

    private static MethodHandle ofMethod(Method method, Class<?> caller)
            throws IllegalAccessException {
        return OURS.unreflect((Method) callable(method, caller)).asFixedArity();
    }

    /** That of one's own pays for the object first; that of another is code that does. */
    private static MethodHandle ofConstructor(Constructor<?> constructor, Class<?> caller)
            throws IllegalAccessException {
        if (callable(constructor, caller) instanceof Constructor<?> own) {
            MethodHandle makes = OURS.unreflectConstructor(own).asFixedArity();
            return MethodHandles.foldArguments(makes, MADE.bindTo(own.getDeclaringClass()));
        }
        return OURS.unreflect((Method) callable(constructor, caller));
    }

    // ---- another type

    public static MethodHandle asType(MethodHandle self, MethodType type) {
        Charges.pay(ADAPT, BYTES);
        if (self.type().equals(type)) {
            return self;
        }
        if (ADAPTED.containsKey(self) || type.parameterCount() > MOST_PARAMETERS) {
            throw new AccessRefusedException(
                    "a handle of type "
                            + self.type()
                            + " cannot be given the type "
                            + type
                            + ": it was given one before, or there are more than "
                            + MOST_PARAMETERS
                            + " parameters. Find the method anew.");
        }
        MethodHandle adapted = self.asType(type);
        ADAPTED.put(adapted, true);
        return adapted;
    }

    // ---- fields

    public static MethodHandle findGetter(
            Lookup self, Class<?> in, String name, Class<?> type, Class<?> caller)
            throws NoSuchFieldException, IllegalAccessException {
        return unreflectGetter(self, field(in, name, type, false, caller), caller);
    }

    public static MethodHandle findStaticGetter(
            Lookup self, Class<?> in, String name, Class<?> type, Class<?> caller)
            throws NoSuchFieldException, IllegalAccessException {
        return unreflectGetter(self, field(in, name, type, true, caller), caller);
    }

    public static MethodHandle findSetter(
            Lookup self, Class<?> in, String name, Class<?> type, Class<?> caller)
            throws NoSuchFieldException, IllegalAccessException {
        return unreflectSetter(self, field(in, name, type, false, caller), caller);
    }

    public static MethodHandle findStaticSetter(
            Lookup self, Class<?> in, String name, Class<?> type, Class<?> caller)
            throws NoSuchFieldException, IllegalAccessException {
        return unreflectSetter(self, field(in, name, type, true, caller), caller);
    }

    public static MethodHandle unreflectGetter(Lookup self, Field field, Class<?> caller)
            throws IllegalAccessException {
        return callable(field, caller) instanceof Field own
                ? OURS.unreflectGetter(own)
                : OURS.unreflect((Method) callable(field, caller));
    }

    public static MethodHandle unreflectSetter(Lookup self, Field field, Class<?> caller)
            throws IllegalAccessException {
        Field own = own(field, caller);
        if (Modifier.isFinal(own.getModifiers())) {
            throw new IllegalAccessException("final field has no write access: " + field);
        }
        return OURS.unreflectSetter(own);
    }

    public static VarHandle findVarHandle(
            Lookup self, Class<?> in, String name, Class<?> type, Class<?> caller)
            throws NoSuchFieldException, IllegalAccessException {
        return unreflectVarHandle(self, field(in, name, type, false, caller), caller);
    }

    public static VarHandle findStaticVarHandle(
            Lookup self, Class<?> in, String name, Class<?> type, Class<?> caller)
            throws NoSuchFieldException, IllegalAccessException {
        return unreflectVarHandle(self, field(in, name, type, true, caller), caller);
    }

    public static VarHandle unreflectVarHandle(Lookup self, Field field, Class<?> caller)
            throws IllegalAccessException {
        Field own = own(field, caller);
        return MethodHandles.privateLookupIn(own.getDeclaringClass(), OURS).unreflectVarHandle(own);
    }

    /** As a call: for a constant, the JVM would give a lookup that has power. */
    public static VarHandle fieldVarHandle(
            Lookup by, String name, Class<?> kind, Class<?> in, Class<?> type, Class<?> caller)
            throws NoSuchFieldException, IllegalAccessException {
        return findVarHandle(by, in, name, type, caller);
    }

    public static VarHandle staticFieldVarHandle(
            Lookup by, String name, Class<?> kind, Class<?> in, Class<?> type, Class<?> caller)
            throws NoSuchFieldException, IllegalAccessException {
        return findStaticVarHandle(by, in, name, type, caller);
    }

    private static Field own(Field field, Class<?> caller) throws IllegalAccessException {
        if (callable(field, caller) instanceof Field own) {
            return own;
        }
        throw new IllegalAccessException(
                field.getDeclaringClass().getName()
                        + '.'
                        + field.getName()
                        + " is not the program's own and cannot be set");
    }

    private static Field field(
            Class<?> in, String name, Class<?> type, boolean isStatic, Class<?> caller)
            throws NoSuchFieldException {
        for (Class<?> at = in; at != null; at = at.getSuperclass()) {
            if (Classes.isOwn(at, caller)) {
                for (Field each : Classes.getDeclaredFields(at)) {
                    if (isIt(each, name, type, isStatic)) {
                        return each;
                    }
                }
            }
        }
        Field found = Classes.getField(in, name);
        if (!isIt(found, name, type, isStatic)) {
            throw new NoSuchFieldException(
                    "no such field: " + in.getName() + '.' + name + '/' + type.getName());
        }
        return found;
    }

    private static boolean isIt(Field field, String name, Class<?> type, boolean isStatic) {
        return field.getName().equals(name)
                && field.getType() == type
                && Modifier.isStatic(field.getModifiers()) == isStatic;
    }
}
