package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.Buffer;
import java.nio.file.Path;
import java.security.Permission;
import java.util.Calendar;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Objects of the JDK that hold a text or numbers of any length and are no collections. Code that
 * knows them as {@code Object} pays as much as code that knows what they are.
 */
final class SizedObjects {
    private SizedObjects() {}

    /** True if {@code hashCode} and {@code equals} go through what it holds. */
    static boolean isHashed(Class<?> type) {
        return Buffer.class.isAssignableFrom(type)
                || URI.class.isAssignableFrom(type)
                || Permission.class.isAssignableFrom(type)
                || Path.class.isAssignableFrom(type);
    }

    /** True unless {@code toString} is known to be short: new classes of the JDK are not. */
    static boolean isShown(Class<?> type) {
        boolean isShort =
                Number.class.isAssignableFrom(type)
                        || type == Boolean.class
                        || type == Character.class
                        || type == Class.class
                        || type == java.util.UUID.class
                        || java.util.Date.class.isAssignableFrom(type)
                        || java.util.Locale.class == type
                        || Enum.class.isAssignableFrom(type)
                        || isDate(type.getName());
        return !isShort && !hasTextOfObject(type);
    }

    private static boolean isDate(String name) {
        return name.startsWith("java.time.") && !name.startsWith("java.time.format.");
    }

    static boolean hasTextOfObject(Class<?> type) {
        try {
            return type.getMethod("toString").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }

    /** Operations of one {@code hashCode}, or of one {@code equals}. */
    static long width(Object o) {
        return switch (o) {
            case Buffer buffer -> buffer.remaining() >> 2;
            case URI uri -> uri.toString().length() >> 2;
            case Path path -> path.toString().length() >> 2;
            case Permission permission -> permission.getName().length() >> 2;
            default -> 0;
        };
    }

    /** False if objects of this kind with the same hash are put in order by a table. */
    static boolean mayCollide(Object o) {
        return !(o instanceof URI);
    }

    /** Pays for the text. */
    static void shown(Object o) {
        switch (o) {
            case Throwable e -> Throwables.shown(e);
            case StringWriter writer -> IoStreams.made(writer);
            case ByteArrayOutputStream bytes -> IoStreams.made(bytes);
            case StringJoiner joiner -> Strings.joinerShown(joiner);
            case Buffer buffer -> Buffers.shown(buffer);
            case AtomicIntegerArray array -> numbers(array.length());
            case AtomicLongArray array -> numbers(array.length());
            case Future<?> future when isNested(future) ->
                    throw new AccessRefusedException(
                            "the text of "
                                    + future.getClass().getName()
                                    + " is not open to code that is metered: it has the texts of"
                                    + " what it waits for, as deep as that goes. Show what it"
                                    + " gives, or its state().");
            case Calendar calendar -> {
                Charges.pay(64, 1024);
                Charges.text(6L * calendar.toString().length()); // a builder that has to grow
            }
            // Nothing of the JDK nests but what is above, so it is as long as what was paid for.
            default -> {
                Charges.pay(16, 128);
                Charges.text(3L * o.toString().length()); // here, too, it is made
            }
        }
    }

    /** The longest number has twenty digits. */
    private static void numbers(int count) {
        Charges.text(20L * count);
        Charges.ops(8L * count);
    }

    private static boolean isNested(Future<?> future) {
        return future instanceof CompletableFuture<?> || ObjectKind.isJdk(future.getClass());
    }
}
