package dev.stint.hooks.jdk;

import static java.lang.invoke.MethodType.methodType;

import dev.stint.hooks.Concat;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;

/** String concatenation, where also the texts of what is put together are paid. */
public final class StringConcats {
    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();

    private StringConcats() {}

    /** As in {@link java.lang.invoke.StringConcatFactory}, which see. */
    public static CallSite makeConcat(MethodHandles.Lookup lookup, String name, MethodType type)
            throws StringConcatException {
        return paid(Concat.makeConcat(lookup, name, withTexts(type)), type);
    }

    /** As in {@link java.lang.invoke.StringConcatFactory}, which see. */
    public static CallSite makeConcatWithConstants(
            MethodHandles.Lookup lookup,
            String name,
            MethodType type,
            String recipe,
            Object... constants)
            throws StringConcatException {
        return paid(
                Concat.makeConcatWithConstants(lookup, name, withTexts(type), recipe, constants),
                type);
    }

    private static boolean isObject(Class<?> type) {
        return !type.isPrimitive() && type != String.class;
    }

    private static MethodType withTexts(MethodType type) {
        MethodType inner = type;
        for (int i = 0; i < type.parameterCount(); i++) {
            if (isObject(type.parameterType(i))) {
                inner = inner.changeParameterType(i, String.class);
            }
        }
        return inner;
    }

    /** One of its own for each, as in {@link Records}: it remembers what it was adapted to. */
    private static MethodHandle text() {
        try {
            return HERE.findStatic(
                    NestedObjects.class, "text", methodType(String.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the text of an object is not where it was", e);
        }
    }

    private static CallSite paid(CallSite made, MethodType type) {
        MethodHandle[] texts = new MethodHandle[type.parameterCount()];
        for (int i = 0; i < type.parameterCount(); i++) {
            Class<?> given = type.parameterType(i);
            if (isObject(given)) {
                texts[i] = text().asType(methodType(String.class, given));
            }
        }
        return new ConstantCallSite(
                MethodHandles.filterArguments(made.getTarget(), 0, texts).asType(type));
    }
}
