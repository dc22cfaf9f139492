package dev.stint.boot;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * The JVM that this runs on. The classes of this package are read by any JVM from Java 8 on, those
 * of the rest by none before {@value #WANTED}; so nothing here names one of them in a signature.
 */
final class Jvm {
    static final int WANTED = 25;

    private static final int MISUSED = 2;

    private Jvm() {}

    /** Ends the JVM with one line if it is too old. */
    static void ensureNewEnough(PrintStream err) {
        String refusal =
                refusal(
                        System.getProperty("java.specification.version", "1.0"),
                        System.getProperty("java.home", "?"));
        if (refusal != null) {
            err.println(refusal);
            err.flush();
            System.exit(MISUSED);
        }
    }

    /** What is said on a JVM that is too old; null on others. */
    static String refusal(String version, String home) {
        if (feature(version) >= WANTED) {
            return null;
        }
        return "stint: this is Java "
                + version
                + " ("
                + home
                + "), and Stint needs JDK "
                + WANTED
                + ": start it with the java of a JDK "
                + WANTED
                + ".";
    }

    /** 8 for "1.8", 17 for "17". */
    static int feature(String version) {
        String plain = version.startsWith("1.") ? version.substring(2) : version;
        try {
            return Integer.parseInt(plain);
        } catch (NumberFormatException e) {
            return WANTED; // a way of counting that came later
        }
    }

    /** Calls a static method of a class that only a new enough JVM can read. */
    static void call(String className, String method, Class<?>[] types, Object... values)
            throws Throwable {
        ClassLoader here = Jvm.class.getClassLoader();
        Method found = Class.forName(className, true, here).getMethod(method, types);
        try {
            found.invoke(null, values);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
