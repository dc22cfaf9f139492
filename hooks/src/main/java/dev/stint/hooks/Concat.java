package dev.stint.hooks;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;

/**
 * Links string concatenation of woven code: what {@link StringConcatFactory} makes, behind a charge
 * for the string that it is going to make.
 *
 * <p>Whatever is not a small primitive is made a string first, from left to right, as the JDK does
 * it. Then the length of the result is known, and is paid before the result is made.
 */
public final class Concat {
    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();
    private static final char ARGUMENT = '\1';
    private static final char CONSTANT = '\2';

    private static final MethodHandle PLUS = here("plus", long.class, long.class, long.class);
    private static final MethodHandle PAY = here("pay", void.class, long.class);

    private Concat() {}

    /** As in {@link StringConcatFactory}, which see. */
    public static CallSite makeConcat(MethodHandles.Lookup lookup, String name, MethodType type)
            throws StringConcatException {
        MethodType inner = withStrings(type);
        return metered(StringConcatFactory.makeConcat(lookup, name, inner), type, 0);
    }

    /** As in {@link StringConcatFactory}, which see. */
    public static CallSite makeConcatWithConstants(
            MethodHandles.Lookup lookup,
            String name,
            MethodType type,
            String recipe,
            Object... constants)
            throws StringConcatException {
        MethodType inner = withStrings(type);
        CallSite site =
                StringConcatFactory.makeConcatWithConstants(lookup, name, inner, recipe, constants);
        return metered(site, type, lengthOfConstants(recipe, constants));
    }

    private static long lengthOfConstants(String recipe, Object[] constants) {
        long length = 0;
        for (int i = 0; i < recipe.length(); i++) {
            char c = recipe.charAt(i);
            length += c == ARGUMENT || c == CONSTANT ? 0 : 1;
        }
        for (Object constant : constants) {
            length += String.valueOf(constant).length();
        }
        return length;
    }

    /** The type that the JDK is asked for: most arguments are strings by then. */
    private static MethodType withStrings(MethodType type) {
        MethodType inner = type;
        for (int i = 0; i < type.parameterCount(); i++) {
            if (!isSmall(type.parameterType(i))) {
                inner = inner.changeParameterType(i, String.class);
            }
        }
        return inner;
    }

    /** Those whose length is known without making a string of them. */
    private static boolean isSmall(Class<?> type) {
        return type.isPrimitive() && type != float.class && type != double.class;
    }

    private static CallSite metered(CallSite site, MethodType type, long constants) {
        MethodHandle made = site.getTarget();
        MethodHandle total = MethodHandles.constant(long.class, constants);
        MethodHandle[] texts = new MethodHandle[type.parameterCount()];
        for (int i = 0; i < type.parameterCount(); i++) {
            Class<?> given = made.type().parameterType(i);
            MethodHandle plusThis = MethodHandles.filterArguments(PLUS, 1, lengthOf(given));
            total = MethodHandles.collectArguments(plusThis, 0, total);
            if (!isSmall(type.parameterType(i))) {
                texts[i] = textOf(type.parameterType(i));
            }
        }
        MethodHandle paid =
                MethodHandles.foldArguments(made, MethodHandles.filterReturnValue(total, PAY));
        MethodHandle target = MethodHandles.filterArguments(paid, 0, texts);
        return new ConstantCallSite(target.asType(type));
    }

    private static MethodHandle lengthOf(Class<?> type) {
        if (type == String.class) {
            return here("lengthOf", long.class, String.class);
        }
        if (type == boolean.class || type == char.class || type == long.class) {
            return here("lengthOf", long.class, type);
        }
        return here("lengthOf", long.class, long.class)
                .asType(methodType(long.class, type)); // byte, short, int
    }

    private static MethodHandle textOf(Class<?> type) {
        if (type.isPrimitive()) {
            return here("textOf", String.class, type);
        }
        return here("textOf", String.class, Object.class).asType(methodType(String.class, type));
    }

    private static MethodHandle here(String name, Class<?> result, Class<?>... parameters) {
        try {
            return HERE.findStatic(Concat.class, name, methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name + " is not where it was", e);
        }
    }

    // ---- found by name

    static long plus(long a, long b) {
        return a + b;
    }

    static void pay(long length) {
        Hook.string(length);
    }

    static String textOf(Object value) {
        String text = String.valueOf(value);
        return text == null ? "null" : text; // some toString() returns that
    }

    static String textOf(float value) {
        return String.valueOf(value);
    }

    static String textOf(double value) {
        return String.valueOf(value);
    }

    static long lengthOf(String text) {
        return text.length();
    }

    static long lengthOf(boolean value) {
        return value ? 4 : 5;
    }

    static long lengthOf(char value) {
        return 1;
    }

    static long lengthOf(long value) {
        int digits = value < 0 ? 2 : 1; // with the sign
        for (long rest = value / 10; rest != 0; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
