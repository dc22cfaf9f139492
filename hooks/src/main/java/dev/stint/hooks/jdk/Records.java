package dev.stint.hooks.jdk;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.TypeDescriptor;
import java.lang.runtime.ObjectMethods;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What records answer for {@code equals}, {@code hashCode} and {@code toString}. As the JDK's, but
 * what their components are asked is paid.
 */
public final class Records {
    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();
    private static final MethodHandle NAMED;

    static {
        try {
            NAMED =
                    HERE.findStatic(
                            Records.class, "named", MethodType.methodType(void.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Records() {}

    /**
     * A handle of its own for each call: a handle remembers the last type that it was adapted to,
     * and one for all would keep the classes of the tenant that came last.
     */
    private static MethodHandle price(String method) throws ReflectiveOperationException {
        var type = MethodType.methodType(void.class, Object.class);
        return method.equals("toString")
                ? HERE.findStatic(Records.class, "shown", type)
                : HERE.findStatic(NestedObjects.class, "weigh", type);
    }

    /** In place of {@link ObjectMethods#bootstrap}. */
    public static @Nullable Object bootstrap(
            MethodHandles.Lookup lookup,
            String method,
            TypeDescriptor type,
            Class<?> recordClass,
            String names,
            MethodHandle... getters)
            throws Throwable {
        Object made = ObjectMethods.bootstrap(lookup, method, type, recordClass, names, getters);
        if (!(made instanceof CallSite site)) {
            return made;
        }
        MethodHandle target = site.getTarget();
        if (method.equals("toString")) {
            int length = names.length() + recordClass.getName().length();
            target =
                    MethodHandles.foldArguments(
                            target, MethodHandles.insertArguments(NAMED, 0, length));
        }
        MethodHandle price = price(method);
        for (MethodHandle getter : held(getters)) {
            MethodHandle pay =
                    MethodHandles.filterReturnValue(
                            getter,
                            price.asType(
                                    price.type()
                                            .changeParameterType(0, getter.type().returnType())));
            MethodHandle paid =
                    MethodHandles.dropArguments(
                            pay,
                            1,
                            target.type()
                                    .parameterList()
                                    .subList(1, target.type().parameterCount()));
            target =
                    MethodHandles.foldArguments(
                            target, paid.asType(target.type().changeReturnType(void.class)));
        }
        return new ConstantCallSite(target);
    }

    private static List<MethodHandle> held(MethodHandle[] getters) {
        var held = new ArrayList<MethodHandle>();
        for (MethodHandle getter : getters) {
            if (!getter.type().returnType().isPrimitive()) {
                held.add(getter);
            }
        }
        return held;
    }

    /** Pays for the names of the class and its components in the text. */
    public static void named(int length) {
        Charges.text(length);
    }

    /** Pays for the text of a component. */
    public static void shown(@Nullable Object component) {
        if (component != null) {
            NestedObjects.shown(component);
            Charges.text(component instanceof String s ? s.length() : 16);
        }
    }
}
