package dev.stint.hooks.jdk;

import dev.stint.hooks.Stop;
import dev.stint.hooks.TenantLoader;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls and accesses by reflection. A member of the tenant's own is used as it is; in the place of
 * one from outside, woven code is called, see {@link TenantLoader#callable}.
 */
public final class Members {
    /** What a reflective call costs more than a direct one, in operations. */
    static final int CALL = 64;

    private static final int EACH_ARGUMENT = 4;
    private static final int NAME = 1000; // characters, at the most

    private Members() {}

    // ---- calls

    public static @Nullable Object invoke(
            Method self,
            @Nullable Object target,
            @Nullable Object @Nullable [] args,
            Class<?> caller)
            throws IllegalAccessException, InvocationTargetException {
        payFor(args);
        ensureAccess(self, self, caller);
        AccessibleObject callable = Classes.tenant(caller).callable(self);
        Method called = (Method) callable;
        if (called.getDeclaringClass() == self.getDeclaringClass()) {
            return call(called, target, args);
        }
        boolean isStatic = Modifier.isStatic(self.getModifiers());
        return call(called, null, isStatic ? args : behind(receiver(self, target), args));
    }

    private static @Nullable Object call(
            Method method, @Nullable Object target, @Nullable Object @Nullable [] args)
            throws IllegalAccessException, InvocationTargetException {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw unlessEnding(e);
        }
    }

    /** What ends a task is not an affair between the caller and the one that is called. */
    private static InvocationTargetException unlessEnding(InvocationTargetException e) {
        if (e.getCause() instanceof Stop stop) {
            throw stop;
        }
        return e;
    }

    private static void payFor(@Nullable Object @Nullable [] args) {
        Charges.ops(CALL + (args == null ? 0L : (long) EACH_ARGUMENT * args.length));
    }

    /** The receiver of a call from outside, in which nobody else looks at it. */
    private static Object receiver(Member member, @Nullable Object target) {
        Objects.requireNonNull(target, "the object to call a method of");
        Class<?> type = member.getDeclaringClass();
        if (!type.isInstance(target)) {
            throw new IllegalArgumentException(
                    "the object is not an instance of " + type.getName());
        }
        return target;
    }

    private static @Nullable Object[] behind(Object receiver, @Nullable Object @Nullable [] args) {
        int count = args == null ? 0 : args.length;
        Charges.array(1L + count, 4);
        var all = new @Nullable Object[1 + count];
        all[0] = receiver;
        if (args != null) {
            System.arraycopy(args, 0, all, 1, count);
        }
        return all;
    }

    public static Object newInstance(
            Constructor<?> self, @Nullable Object @Nullable [] args, Class<?> caller)
            throws InstantiationException, IllegalAccessException, InvocationTargetException {
        payFor(args);
        ensureAccess(self, self, caller);
        Class<?> type = self.getDeclaringClass();
        AccessibleObject callable = Classes.tenant(caller).callable(self);
        if (callable instanceof Method made) {
            return Objects.requireNonNull(call(made, null, args));
        }
        Clones.made(type);
        try {
            return ((Constructor<?>) callable).newInstance(args);
        } catch (InvocationTargetException e) {
            throw unlessEnding(e);
        }
    }

    /** {@code Class.newInstance}, which throws whatever the constructor does. */
    public static Object newInstance(Class<?> self, Class<?> caller)
            throws InstantiationException, IllegalAccessException {
        Constructor<?> constructor;
        try {
            constructor = Classes.getDeclaredConstructor(self, null);
        } catch (NoSuchMethodException e) {
            throw (InstantiationException) new InstantiationException(self.getName()).initCause(e);
        }
        try {
            return newInstance(constructor, null, caller);
        } catch (InvocationTargetException e) {
            throw Members.<RuntimeException>unchecked(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    // ---- fields

    public static @Nullable Object get(Field self, @Nullable Object of, Class<?> caller)
            throws IllegalAccessException {
        return switch (access(self, caller)) {
            case Field own -> own.get(of);
            case Method reads -> read(self, reads, of);
            default -> throw new IllegalStateException("no field: " + self);
        };
    }

    private static AccessibleObject access(Field self, Class<?> caller)
            throws IllegalAccessException {
        Charges.pay(CALL, 16);
        ensureAccess(self, self, caller);
        return Classes.tenant(caller).callable(self);
    }

    private static @Nullable Object read(Field self, Method reads, @Nullable Object of)
            throws IllegalAccessException {
        boolean isStatic = Modifier.isStatic(self.getModifiers());
        try {
            return call(reads, null, isStatic ? null : behind(receiver(self, of), null));
        } catch (InvocationTargetException e) {
            throw Members.<RuntimeException>unchecked(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    /** The value of a primitive field, in an array of one; arrays widen as fields do. */
    private static Object primitive(Field self, @Nullable Object of, Class<?> caller)
            throws IllegalAccessException {
        Object value = get(self, of, caller);
        if (!self.getType().isPrimitive()) {
            throw new IllegalArgumentException(self.getName() + " is not of a primitive type");
        }
        Object holder = Array.newInstance(self.getType(), 1);
        Array.set(holder, 0, value);
        return holder;
    }

    public static boolean getBoolean(Field self, @Nullable Object of, Class<?> caller)
            throws IllegalAccessException {
        return Array.getBoolean(primitive(self, of, caller), 0);
    }

    public static byte getByte(Field self, @Nullable Object of, Class<?> caller)
            throws IllegalAccessException {
        return Array.getByte(primitive(self, of, caller), 0);
    }

    public static char getChar(Field self, @Nullable Object of, Class<?> caller)
            throws IllegalAccessException {
        return Array.getChar(primitive(self, of, caller), 0);
    }

    public static short getShort(Field self, @Nullable Object of, Class<?> caller)
            throws IllegalAccessException {
        return Array.getShort(primitive(self, of, caller), 0);
    }

    public static int getInt(Field self, @Nullable Object of, Class<?> caller)
            throws IllegalAccessException {
        return Array.getInt(primitive(self, of, caller), 0);
    }

    public static long getLong(Field self, @Nullable Object of, Class<?> caller)
            throws IllegalAccessException {
        return Array.getLong(primitive(self, of, caller), 0);
    }

    public static float getFloat(Field self, @Nullable Object of, Class<?> caller)
            throws IllegalAccessException {
        return Array.getFloat(primitive(self, of, caller), 0);
    }

    public static double getDouble(Field self, @Nullable Object of, Class<?> caller)
            throws IllegalAccessException {
        return Array.getDouble(primitive(self, of, caller), 0);
    }

    public static void set(Field self, @Nullable Object of, @Nullable Object value, Class<?> caller)
            throws IllegalAccessException {
        boolean isConstant = Modifier.isFinal(self.getModifiers()) && !isAccessible(self);
        if (isConstant || !(access(self, caller) instanceof Field own)) {
            throw new IllegalAccessException(
                    self.getDeclaringClass().getName()
                            + '.'
                            + self.getName()
                            + (isConstant ? " is final" : " is not the program's own")
                            + " and cannot be set");
        }
        own.set(of, value);
    }

    public static void setBoolean(Field self, @Nullable Object of, boolean value, Class<?> caller)
            throws IllegalAccessException {
        set(self, of, value, caller);
    }

    public static void setByte(Field self, @Nullable Object of, byte value, Class<?> caller)
            throws IllegalAccessException {
        set(self, of, value, caller);
    }

    public static void setChar(Field self, @Nullable Object of, char value, Class<?> caller)
            throws IllegalAccessException {
        set(self, of, value, caller);
    }

    public static void setShort(Field self, @Nullable Object of, short value, Class<?> caller)
            throws IllegalAccessException {
        set(self, of, value, caller);
    }

    public static void setInt(Field self, @Nullable Object of, int value, Class<?> caller)
            throws IllegalAccessException {
        set(self, of, value, caller);
    }

    public static void setLong(Field self, @Nullable Object of, long value, Class<?> caller)
            throws IllegalAccessException {
        set(self, of, value, caller);
    }

    public static void setFloat(Field self, @Nullable Object of, float value, Class<?> caller)
            throws IllegalAccessException {
        set(self, of, value, caller);
    }

    public static void setDouble(Field self, @Nullable Object of, double value, Class<?> caller)
            throws IllegalAccessException {
        set(self, of, value, caller);
    }

    // ---- who may

    @SuppressWarnings("deprecation") // whether it was made accessible, and nothing else
    private static boolean isAccessible(AccessibleObject member) {
        return member.isAccessible();
    }

    /** Java's own rule, among the tenant's classes; what is from outside is looked at elsewhere. */
    private static void ensureAccess(AccessibleObject asked, Member member, Class<?> caller)
            throws IllegalAccessException {
        if (!isAccessible(asked) && !mayAccess(member, caller)) {
            throw new IllegalAccessException(
                    caller.getName()
                            + " cannot access a member of "
                            + member.getDeclaringClass().getName()
                            + " with modifiers \""
                            + Modifier.toString(member.getModifiers())
                            + '"');
        }
    }

    private static boolean mayAccess(Member member, Class<?> caller) {
        Class<?> owner = member.getDeclaringClass();
        int flags = member.getModifiers();
        if (!Classes.isOwn(owner, caller)) {
            return Modifier.isPublic(flags);
        }
        boolean isNear = owner.getPackageName().equals(caller.getPackageName());
        if (owner.getNestHost() == caller.getNestHost()) {
            return true;
        }
        if (!isNear && !Modifier.isPublic(owner.getModifiers())) {
            return false;
        }
        boolean isHeir = Modifier.isProtected(flags) && owner.isAssignableFrom(caller);
        return Modifier.isPublic(flags) || isHeir || (isNear && !Modifier.isPrivate(flags));
    }

    public static void setAccessible(AccessibleObject self, boolean flag, Class<?> caller) {
        if (flag && !mayBeOpened(self, caller)) {
            throw new InaccessibleObjectException(
                    "a member of the JDK or the host that is not public cannot be made accessible: "
                            + ((Member) self).getDeclaringClass().getName()
                            + '.'
                            + ((Member) self).getName());
        }
        self.setAccessible(flag);
    }

    public static void setAccessible(AccessibleObject[] all, boolean flag, Class<?> caller) {
        for (AccessibleObject each : all) {
            Charges.ops(1);
            setAccessible(each, flag, caller);
        }
    }

    public static boolean trySetAccessible(AccessibleObject self, Class<?> caller) {
        return mayBeOpened(self, caller) && self.trySetAccessible();
    }

    public static boolean canAccess(
            AccessibleObject self, @Nullable Object target, Class<?> caller) {
        return isAccessible(self) || mayAccess((Member) self, caller);
    }

    private static boolean mayBeOpened(AccessibleObject self, Class<?> caller) {
        var member = (Member) self;
        Class<?> owner = member.getDeclaringClass();
        return Classes.isOwn(owner, caller)
                || (Modifier.isPublic(member.getModifiers())
                        && Modifier.isPublic(owner.getModifiers())
                        && owner.getModule().isExported(owner.getPackageName()));
    }

    // ---- what a member says of itself, which its class file may have thousands of

    public static void parameters(Executable self) {
        Charges.array(self.getParameterCount(), 4);
    }

    public static void exceptions(Executable self) {
        Charges.array(self.getExceptionTypes().length, 4);
    }

    public static Parameter[] getParameters(Executable self) {
        Charges.pay(16L * self.getParameterCount(), 64L * (1 + self.getParameterCount()));
        return self.getParameters();
    }

    /** A name has a thousand characters at most. */
    public static void shown(Executable self) {
        FileParts.payForSignature(self);
        Charges.text((4L + self.getParameterCount() + self.getExceptionTypes().length) * NAME / 4);
    }

    public static void shown(Field self) {
        FileParts.payForSignature(self);
        Charges.text(NAME);
    }
}
