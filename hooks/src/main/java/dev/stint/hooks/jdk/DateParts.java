package dev.stint.hooks.jdk;

import java.lang.invoke.MethodHandle;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many parts a formatter of dates has, each of which is asked for each date. They may be
 * formatters themselves, so a few that are put into each other twice have any number.
 */
final class DateParts {
    /** The most that one may have: those of the JDK have some forty. */
    static final int MOST = 512;

    private static final String HOME = "java.time.format.DateTimeFormatterBuilder$";
    private static final Class<?> COMPOSITE = type("CompositePrinterParser");
    private static final Class<?> PADDED = type("PadPrinterParserDecorator");
    private static final Class<?> LITERAL = type("StringLiteralPrinterParser");

    private static final MethodHandle ROOT =
            JdkFields.getter(DateTimeFormatter.class, "printerParser", Object.class);
    private static final MethodHandle PARTS =
            JdkFields.getter(COMPOSITE, "printerParsers", Object.class);
    private static final MethodHandle WITHIN =
            JdkFields.getter(PADDED, "printerParser", Object.class);
    private static final MethodHandle WIDTH = JdkFields.getter(PADDED, "padWidth", Object.class);
    private static final MethodHandle TEXT = JdkFields.getter(LITERAL, "literal", Object.class);
    private static final MethodHandle ACTIVE =
            JdkFields.getter(DateTimeFormatterBuilder.class, "active", Object.class);
    private static final MethodHandle PARENT =
            JdkFields.getter(DateTimeFormatterBuilder.class, "parent", Object.class);
    private static final MethodHandle ADDED =
            JdkFields.getter(DateTimeFormatterBuilder.class, "printerParsers", Object.class);

    private DateParts() {}

    private static Class<?> type(String name) {
        try {
            return Class.forName(HOME + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the JDK has no class " + HOME + name, e);
        }
    }

    static int of(DateTimeFormatter formatter) {
        return count(JdkFields.read(ROOT, formatter), 0);
    }

    /** Those that were added so far, in this section and in those around it. */
    static int of(DateTimeFormatterBuilder builder) {
        int count = 0;
        Object at = JdkFields.read(ACTIVE, builder);
        while (at != null) {
            if (JdkFields.read(ADDED, at) instanceof List<?> parts) {
                for (Object part : parts) {
                    count = count(part, count);
                }
            }
            count = bounded(count + 1L);
            at = JdkFields.read(PARENT, at);
        }
        return count;
    }

    private static int count(@Nullable Object part, int before) {
        int count = bounded(before + 1L);
        if (part == null) {
            return count;
        }
        if (part.getClass() == COMPOSITE) {
            if (JdkFields.read(PARTS, part) instanceof Object[] parts) {
                for (Object each : parts) {
                    count = count(each, count);
                }
            }
        } else if (part.getClass() == PADDED) {
            if (JdkFields.read(WIDTH, part) instanceof Integer width) {
                count = bounded(count + width / 8L);
            }
            count = count(JdkFields.read(WITHIN, part), count);
        } else if (part.getClass() == LITERAL) {
            count = bounded(count + String.valueOf(JdkFields.read(TEXT, part)).length() / 8L);
        }
        return count;
    }

    private static int bounded(long count) {
        if (count > MOST) {
            throw new IllegalArgumentException(
                    "a formatter of more than " + MOST + " parts cannot be used.");
        }
        return (int) count;
    }
}
