package dev.stint.weave.internal.surface;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.net.URI;
import java.nio.Buffer;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the types of the JDK tell their sizes.
 *
 * <p>Only those are here whose word can be believed: a tenant cannot extend them, or may not
 * override what is asked. Of any other sequence, collection or map the size is told by code that
 * could tell another one the next time.
 */
final class Sizes {
    private static final String HOOKS = "dev.stint.hooks.jdk.";

    /**
     * Calls that lead from an object to its size, one after the other.
     *
     * @param type what is measured
     * @param of true for a static method of the hooks, which takes the object
     */
    record Way(Measure measure, Class<?> type, boolean of, List<Step> steps) {}

    /** One call. */
    record Step(ClassDesc owner, String name, MethodTypeDesc type) {}

    private static final List<Way> WAYS =
            List.of(
                    len(String.class, "length"),
                    len(StringBuilder.class, "length"),
                    len(StringBuffer.class, "length"),
                    len(StringJoiner.class, "length"),
                    len(BitSet.class, "size"),
                    len(Buffer.class, "remaining"),
                    len(ByteArrayOutputStream.class, "size"),
                    len(ByteArrayInputStream.class, "available"),
                    len(AtomicIntegerArray.class, "length"),
                    len(AtomicLongArray.class, "length"),
                    new Way(
                            Measure.LEN,
                            StringWriter.class,
                            false,
                            List.of(
                                    step(StringWriter.class, "getBuffer", StringBuffer.class),
                                    step(StringBuffer.class, "length", int.class))),
                    new Way(
                            Measure.LEN,
                            URI.class,
                            false,
                            List.of(
                                    step(URI.class, "toString", String.class),
                                    step(String.class, "length", int.class))),
                    helper(Measure.LEN, Path.class, "FileAccess", "length", Object.class),
                    helper(
                            Measure.WORDS,
                            BigInteger.class,
                            "BigNumbers",
                            "words",
                            BigInteger.class),
                    helper(
                            Measure.WORDS,
                            BigDecimal.class,
                            "BigNumbers",
                            "words",
                            BigDecimal.class),
                    asked(Measure.SCALE, BigDecimal.class, "scale"),
                    asked(Measure.PRECISION, MathContext.class, "getPrecision"));

    private Sizes() {}

    private static Way len(Class<?> type, String method) {
        return asked(Measure.LEN, type, method);
    }

    private static Way asked(Measure measure, Class<?> type, String method) {
        return new Way(measure, type, false, List.of(step(type, method, int.class)));
    }

    private static Way helper(
            Measure measure, Class<?> type, String home, String method, Class<?> takes) {
        var function =
                new Step(
                        ClassDesc.of(HOOKS + home),
                        method,
                        MethodTypeDesc.of(ConstantDescs.CD_long, describe(takes)));
        return new Way(measure, type, true, List.of(function));
    }

    private static Step step(Class<?> owner, String method, Class<?> result) {
        return new Step(describe(owner), method, MethodTypeDesc.of(describe(result)));
    }

    static ClassDesc describe(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    /** How this is measured; null if it is not, or an array, which needs no call. */
    static @Nullable Way way(Measure measure, ClassDesc type) {
        Class<?> known = load(type);
        return known == null
                ? null
                : WAYS.stream()
                        .filter(way -> way.measure == measure && way.type.isAssignableFrom(known))
                        .findFirst()
                        .orElse(null);
    }

    /** What can be measured so, for a message. */
    static String types(Measure measure) {
        String named =
                WAYS.stream()
                        .filter(way -> way.measure == measure)
                        .map(way -> way.type.getSimpleName())
                        .collect(Collectors.joining(", "));
        return switch (measure) {
            case LEN -> "arrays, " + named;
            case WIDTH -> "arrays";
            case WORDS, SCALE, PRECISION -> named;
        };
    }

    /** Bytes of an element of an array. */
    static long width(ClassDesc array) {
        return switch (array.componentType().descriptorString()) {
            case "B", "Z" -> 1;
            case "C", "S" -> 2;
            case "J", "D" -> 8;
            default -> 4;
        };
    }

    private static @Nullable Class<?> load(ClassDesc type) {
        if (!type.isClassOrInterface()) {
            return null;
        }
        String descriptor = type.descriptorString();
        String name = descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
        try {
            return Class.forName(name, false, Sizes.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
