package dev.stint.hooks;

import java.util.function.Predicate;

/**
 * Speaks of what a tenant has thrown without asking it: code of its class would run unmetered, on
 * the thread of whoever wants to know.
 */
public final class Foreign {
    private Foreign() {}

    /**
     * Like {@code toString}, unless that may be a tenant's code. Of a tenant's class it is not
     * enough that the JDK makes the message: some of its exceptions make it from methods that the
     * tenant may have written anew, such as {@code URISyntaxException} from {@code getReason}.
     */
    public static String inWords(Throwable thrown) {
        boolean safe =
                isPlain(thrown, "toString")
                        && isPlain(thrown, "getMessage")
                        && isPlain(thrown, "getLocalizedMessage");
        return safe ? thrown.toString() : thrown.getClass().getName();
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
        return by(thrown, method, Throwable.class::equals);
    }

    /** True if a method without parameters is not a tenant's. */
    public static boolean answers(Throwable thrown, String method) {
        return by(thrown, method, declarer -> !(declarer.getClassLoader() instanceof TenantLoader));
    }

    private static boolean by(Throwable thrown, String method, Predicate<Class<?>> declarer) {
        Class<?> type = thrown.getClass();
        if (!(type.getClassLoader() instanceof TenantLoader)) {
            return true;
        }
        try {
            return declarer.test(type.getMethod(method).getDeclaringClass());
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }
}
