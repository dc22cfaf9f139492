package dev.stint.hooks.jdk;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers for an annotation. The JDK copies arrays each time they are asked for, and goes through
 * all values to compare or show them; so here that is paid.
 */
final class AnnotationView implements InvocationHandler {
    private static final long SCALAR = 4; // of a size, in operations; a string has its characters
    private static final int VIEW = 16; // operations
    private static final int VIEW_BYTES = 64;

    private static final MethodHandle VALUES = values();

    private final Annotation real;

    private AnnotationView(Annotation real) {
        this.real = real;
    }

    private static MethodHandle values() {
        try {
            return JdkFields.getter(
                    Class.forName("sun.reflect.annotation.AnnotationInvocationHandler"),
                    "memberValues",
                    Object.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the JDK's annotations are others", e);
        }
    }

    static @Nullable Annotation of(@Nullable Annotation real) {
        if (real == null || viewed(real) != null || rawValues(real) == null) {
            return real; // or one of the tenant's own making, or nothing
        }
        Charges.pay(VIEW, VIEW_BYTES);
        Class<?> type = real.annotationType();
        return (Annotation)
                Proxy.newProxyInstance(
                        type.getClassLoader(), new Class<?>[] {type}, new AnnotationView(real));
    }

    static Annotation[] of(Annotation[] all) {
        Charges.array(all.length, 4);
        Annotation[] views = all.clone();
        for (int i = 0; i < views.length; i++) {
            views[i] = of(views[i]);
        }
        return views;
    }

    static @Nullable Object ofValue(@Nullable Object value) {
        return switch (value) {
            case Annotation nested -> of(nested);
            case Annotation[] nested -> of(nested);
            case null, default -> value;
        };
    }

    private static @Nullable AnnotationView viewed(Object annotation) {
        return Proxy.isProxyClass(annotation.getClass())
                        && Proxy.getInvocationHandler(annotation) instanceof AnnotationView view
                ? view
                : null;
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Map<String, Object> rawValues(Object annotation) {
        if (!Proxy.isProxyClass(annotation.getClass())) {
            return null;
        }
        Object handler = Proxy.getInvocationHandler(annotation);
        return handler.getClass()
                        .getName()
                        .equals("sun.reflect.annotation.AnnotationInvocationHandler")
                ? (Map<String, Object>) JdkFields.read(VALUES, handler)
                : null;
    }

    /** What it takes to go through a value, in operations. */
    static long size(@Nullable Object value) {
        if (value == null) {
            return 0;
        }
        if (value instanceof String text) {
            return SCALAR + text.length();
        }
        if (value.getClass().isArray()) {
            return sizeOfArray(value);
        }
        Map<String, Object> nested = value instanceof Annotation ? rawValues(value) : null;
        if (nested == null) {
            return SCALAR;
        }
        long sum = SCALAR;
        for (Map.Entry<String, Object> each : nested.entrySet()) {
            sum += each.getKey().length() + size(each.getValue());
        }
        return sum;
    }

    private static long sizeOfArray(Object array) {
        int length = Array.getLength(array);
        if (!(array instanceof Object[] values)) {
            return SCALAR * (1L + length);
        }
        long sum = SCALAR;
        for (Object each : values) {
            sum += size(each);
        }
        return sum;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
            throws Throwable {
        Charges.ops(VIEW);
        boolean hasNone = method.getParameterCount() == 0;
        String name = method.getName();
        if (!hasNone) { // only equals has one
            Charges.ops(size(real));
            Object other = args == null ? null : args[0];
            AnnotationView view = other == null ? null : viewed(other);
            return real.equals(view == null ? other : view.real);
        }
        switch (name) {
            case "hashCode" -> Charges.ops(size(real));
            case "toString" -> {
                long size = size(real);
                Charges.pay(size, 64 + 8 * size);
            }
            case "annotationType" -> {}
            default -> {
                Map<String, Object> values = rawValues(real);
                Object value = values == null ? null : values.get(name);
                if (value != null && value.getClass().isArray()) {
                    Charges.array(Array.getLength(value), 8);
                }
            }
        }
        return ofValue(Proxy.getInvocationHandler(real).invoke(real, method, args));
    }
}
