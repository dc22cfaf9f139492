package dev.stint.hooks.jdk;

import dev.stint.hooks.Delegate;
import java.util.Objects;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** Loggers of {@code System.getLogger}, which write where a tenant's errors go. */
public final class SystemLoggers {
    private static final int BYTES = 64;

    private SystemLoggers() {}

    public static System.Logger getLogger(String name) {
        Charges.pay(16, BYTES);
        return new Own(name);
    }

    private record Own(String name) implements System.Logger {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return level.getSeverity() >= Level.INFO.getSeverity() && level != Level.OFF;
        }

        @Override
        public void log(Level level, Object o) {
            Objects.requireNonNull(o);
            if (isLoggable(level)) {
                log(level, null, NestedObjects.toString(o), (Throwable) null);
            }
        }

        @Override
        public void log(
                Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String text,
                @Nullable Throwable thrown) {
            if (!isLoggable(level)) {
                return;
            }
            String line = level.getName() + ' ' + name + ": " + text + '\n';
            Charges.text(2L * line.length());
            Delegate.current().log(true, line);
            if (thrown != null) {
                StandardStreams.printStackTrace(thrown);
            }
        }

        @Override
        public void log(
                Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String text,
                @Nullable Object @Nullable ... values) {
            if (isLoggable(level)) {
                log(level, bundle, Texts.filled(String.valueOf(text), values), (Throwable) null);
            }
        }
    }
}
