package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Delegate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Loggers of a tenant's own. What they say from the level of information on goes where its errors
 * go; no logger, level or handler is shared with anybody.
 */
public final class Loggers {
    private static final int BYTES = 256;

    private Loggers() {}

    private static void write(String name, String level, String text, @Nullable Throwable thrown) {
        String line = level + ' ' + name + ": " + text + '\n';
        Charges.text(2L * line.length());
        Delegate.current().log(true, line);
        if (thrown != null) {
            StandardStreams.printStackTrace(thrown);
        }
    }

    // ---- java.util.logging

    /** One that no manager knows. */
    private static final class Own extends Logger {
        Level least = Level.INFO;

        Own(@Nullable String name) {
            super(name, null);
        }
    }

    public static Logger getLogger(String name) {
        Charges.pay(16, BYTES);
        return new Own(name);
    }

    public static Logger getAnonymousLogger() {
        Charges.pay(16, BYTES);
        return new Own(null);
    }

    public static Logger getGlobal() {
        return getLogger(Logger.GLOBAL_LOGGER_NAME);
    }

    private static Own own(Logger self) {
        if (self instanceof Own own) {
            return own;
        }
        throw new AccessRefusedException(
                "a logger of the host cannot be used. Take one by Logger.getLogger(name).");
    }

    public static @Nullable String getName(Logger self) {
        return own(self).getName();
    }

    public static Level getLevel(Logger self) {
        return own(self).least;
    }

    public static void setLevel(Logger self, @Nullable Level level) {
        own(self).least = level == null ? Level.INFO : level;
    }

    /** There is none above it. */
    public static @Nullable Logger getParent(Logger self) {
        own(self);
        return null;
    }

    public static boolean isLoggable(Logger self, Level level) {
        int least = own(self).least.intValue();
        return level.intValue() >= least && least != Level.OFF.intValue();
    }

    public static void log(Logger self, Level level, @Nullable String text) {
        log(self, level, text, (Throwable) null);
    }

    public static void log(
            Logger self, Level level, @Nullable String text, @Nullable Throwable thrown) {
        if (isLoggable(self, level)) {
            write(String.valueOf(self.getName()), level.getName(), String.valueOf(text), thrown);
        }
    }

    public static void log(Logger self, Level level, @Nullable String text, @Nullable Object of) {
        log(self, level, text, new @Nullable Object[] {of});
    }

    public static void log(
            Logger self, Level level, @Nullable String text, @Nullable Object @Nullable [] of) {
        if (isLoggable(self, level)) {
            log(self, level, Texts.filled(String.valueOf(text), of), (Throwable) null);
        }
    }

    public static void log(Logger self, Level level, Supplier<String> text) {
        if (isLoggable(self, level)) {
            log(self, level, text.get(), (Throwable) null);
        }
    }

    public static void log(
            Logger self, Level level, @Nullable Throwable thrown, Supplier<String> text) {
        if (isLoggable(self, level)) {
            log(self, level, text.get(), thrown);
        }
    }

    public static void severe(Logger self, @Nullable String text) {
        log(self, Level.SEVERE, text);
    }

    public static void warning(Logger self, @Nullable String text) {
        log(self, Level.WARNING, text);
    }

    public static void info(Logger self, @Nullable String text) {
        log(self, Level.INFO, text);
    }

    public static void config(Logger self, @Nullable String text) {
        log(self, Level.CONFIG, text);
    }

    public static void fine(Logger self, @Nullable String text) {
        log(self, Level.FINE, text);
    }

    public static void finer(Logger self, @Nullable String text) {
        log(self, Level.FINER, text);
    }

    public static void finest(Logger self, @Nullable String text) {
        log(self, Level.FINEST, text);
    }

    public static void severe(Logger self, Supplier<String> text) {
        log(self, Level.SEVERE, text);
    }

    public static void warning(Logger self, Supplier<String> text) {
        log(self, Level.WARNING, text);
    }

    public static void info(Logger self, Supplier<String> text) {
        log(self, Level.INFO, text);
    }

    public static void config(Logger self, Supplier<String> text) {
        log(self, Level.CONFIG, text);
    }

    public static void fine(Logger self, Supplier<String> text) {
        log(self, Level.FINE, text);
    }

    public static void finer(Logger self, Supplier<String> text) {
        log(self, Level.FINER, text);
    }

    public static void finest(Logger self, Supplier<String> text) {
        log(self, Level.FINEST, text);
    }

    // ---- where the program is, which is said on the finest level

    public static void entering(Logger self, @Nullable String type, @Nullable String method) {
        log(self, Level.FINER, "ENTRY");
    }

    public static void entering(
            Logger self, @Nullable String type, @Nullable String method, @Nullable Object value) {
        log(self, Level.FINER, "ENTRY {0}", value);
    }

    public static void entering(
            Logger self,
            @Nullable String type,
            @Nullable String method,
            @Nullable Object @Nullable [] values) {
        log(self, Level.FINER, "ENTRY");
    }

    public static void exiting(Logger self, @Nullable String type, @Nullable String method) {
        log(self, Level.FINER, "RETURN");
    }

    public static void exiting(
            Logger self, @Nullable String type, @Nullable String method, @Nullable Object value) {
        log(self, Level.FINER, "RETURN {0}", value);
    }

    public static void throwing(
            Logger self, @Nullable String type, @Nullable String method, Throwable thrown) {
        log(self, Level.FINER, "THROW", thrown);
    }

    public static void logp(
            Logger self,
            Level level,
            @Nullable String type,
            @Nullable String method,
            @Nullable String text) {
        log(self, level, text);
    }

    public static void logp(
            Logger self,
            Level level,
            @Nullable String type,
            @Nullable String method,
            @Nullable String text,
            @Nullable Object value) {
        log(self, level, text, value);
    }

    public static void logp(
            Logger self,
            Level level,
            @Nullable String type,
            @Nullable String method,
            @Nullable String text,
            @Nullable Object @Nullable [] values) {
        log(self, level, text, values);
    }

    public static void logp(
            Logger self,
            Level level,
            @Nullable String type,
            @Nullable String method,
            @Nullable String text,
            @Nullable Throwable thrown) {
        log(self, level, text, thrown);
    }
}
