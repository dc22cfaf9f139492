package dev.stint.hooks;

import java.io.InvalidClassException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.UnmappableCharacterException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.util.DuplicateFormatFlagsException;
import java.util.FormatFlagsConversionMismatchException;
import java.util.IllegalFormatCodePointException;
import java.util.IllegalFormatConversionException;
import java.util.IllegalFormatFlagsException;
import java.util.IllegalFormatPrecisionException;
import java.util.IllegalFormatWidthException;
import java.util.MissingFormatArgumentException;
import java.util.MissingFormatWidthException;
import java.util.Set;
import java.util.UnknownFormatConversionException;
import java.util.UnknownFormatFlagsException;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;

/**
 * Speaks of what a tenant has thrown without asking it: code of its class would run unmetered, on
 * the thread of whoever wants to know.
 */
public final class Foreign {
    /**
     * Throwables of the JDK that make their message, or find their cause, without asking anything
     * of what they hold. Others do not: {@code PrivilegedActionException} asks its cause, which may
     * be a tenant's.
     */
    private static final Set<Class<?>> DISCREET =
            Set.of(
                    Throwable.class,
                    NullPointerException.class,
                    InvocationTargetException.class,
                    MalformedInputException.class,
                    UnmappableCharacterException.class,
                    DirectoryIteratorException.class,
                    FileSystemException.class,
                    InvalidPathException.class,
                    URISyntaxException.class,
                    InvalidClassException.class,
                    UncheckedIOException.class,
                    DuplicateFormatFlagsException.class,
                    FormatFlagsConversionMismatchException.class,
                    IllegalFormatCodePointException.class,
                    IllegalFormatConversionException.class,
                    IllegalFormatFlagsException.class,
                    IllegalFormatPrecisionException.class,
                    IllegalFormatWidthException.class,
                    MissingFormatArgumentException.class,
                    MissingFormatWidthException.class,
                    UnknownFormatConversionException.class,
                    UnknownFormatFlagsException.class,
                    PatternSyntaxException.class);

    private Foreign() {}

    /**
     * Like {@code toString}, unless that may run a tenant's code: then it is the name of the class,
     * and the message if that can be had. Of a tenant's class it is not enough that the JDK makes
     * the message: some of its exceptions make it from methods that the tenant may have written
     * anew, such as {@code URISyntaxException} from {@code getReason}.
     */
    public static String inWords(Throwable thrown) {
        String name = thrown.getClass().getName();
        if (!isPlain(thrown, "getMessage") || !isPlain(thrown, "getLocalizedMessage")) {
            return name;
        }
        if (isPlain(thrown, "toString")) {
            return thrown.toString();
        }
        String message = thrown.getMessage();
        return message == null ? name : name + ": " + message;
    }

    /**
     * A text without what a terminal would obey, which is not a tenant's to command: control
     * characters but for the ends of lines and tabs are spelt out.
     */
    public static String plain(String text) {
        if (text.chars().noneMatch(Foreign::commands)) {
            return text;
        }
        var spelt = new StringBuilder();
        text.chars()
                .forEach(
                        c -> {
                            if (commands(c)) {
                                spelt.append("\\u%04x".formatted(c));
                            } else {
                                spelt.append((char) c);
                            }
                        });
        return spelt.toString();
    }

    private static boolean commands(int c) {
        return Character.isISOControl(c) && c != '\n' && c != '\t' && c != '\r';
    }

    private static boolean isPlain(Throwable thrown, String method) {
        boolean isTenants = thrown.getClass().getClassLoader() instanceof TenantLoader;
        return by(thrown, method, isTenants ? Throwable.class::equals : Foreign::isDiscreet);
    }

    /** True if a method without parameters runs no code of a tenant. */
    public static boolean answers(Throwable thrown, String method) {
        return by(thrown, method, Foreign::isDiscreet);
    }

    /** The host's own throwables are its own affair. */
    private static boolean isDiscreet(Class<?> declarer) {
        ClassLoader by = declarer.getClassLoader();
        boolean isJdk = by == null || by == ClassLoader.getPlatformClassLoader();
        return isJdk ? DISCREET.contains(declarer) : !(by instanceof TenantLoader);
    }

    private static boolean by(Throwable thrown, String method, Predicate<Class<?>> declarer) {
        try {
            return declarer.test(thrown.getClass().getMethod(method).getDeclaringClass());
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }
}
