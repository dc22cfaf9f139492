package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.TraceCost;
import java.lang.invoke.MethodHandle;
import java.security.PrivilegedActionException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Throwables. Their traces are as deep as the JVM keeps them, which is 1024 frames. */
public final class Throwables {
    private static final int FRAMES = 64; // that are written, on average
    private static final int LINE = 100; // characters, when it is written
    private static final int DEEPEST = 1000; // causes of causes that are written

    private Throwables() {}

    public static void made() {
        TraceCost.made();
    }

    // ---- texts

    private static final int SHORT = 256; // characters that are in the price of making one
    private static final int EXPLANATION = 10_000; // operations: in a long method it takes 9 ms

    private static final MethodHandle MESSAGE =
            JdkFields.getter(Throwable.class, "detailMessage", Object.class);

    /** Made, and with it perhaps a text of its arguments. */
    public static void built() {
        made();
    }

    public static void built(@Nullable String message) {
        made();
        lengthy(message);
    }

    public static void built(@Nullable String message, @Nullable Throwable cause) {
        built(message);
    }

    /** Some copy what they are about. */
    public static void built(@Nullable CharSequence about, int at) {
        made();
        if (about instanceof String text) {
            lengthy(text, 3);
        } else if (about != null) {
            NestedObjects.shown(about);
        }
    }

    public static void built(@Nullable CharSequence about, int at, @Nullable Throwable cause) {
        built(about, at);
    }

    /** Its message is the cause's text. */
    public static void built(@Nullable Throwable cause) {
        made();
        if (cause != null) {
            NestedObjects.shown(cause);
        }
    }

    /** The text of an assertion, which the JDK would make by itself. */
    public static @Nullable Object detail(@Nullable Object of) {
        made();
        if (of instanceof Throwable cause) {
            NestedObjects.shown(cause);
            return cause; // for the JDK to keep as the cause
        }
        return NestedObjects.text(of);
    }

    /** A message that the JDK keeps costs nothing; some classes make theirs each time. */
    public static void message(Throwable self) {
        if (MAKES_MESSAGES.get(self.getClass())) {
            Charges.pay(SHORT >> 2, 8 * SHORT); // put together anew, some by a format
            explained(self);
            lengthy(self.getMessage(), 4);
        }
    }

    /**
     * One without a message is explained by the JVM, which follows the whole code of the method for
     * that, with all that is on the stack, up to where it was thrown.
     */
    private static void explained(Throwable e) {
        if (e instanceof NullPointerException && JdkFields.read(MESSAGE, e) == null) {
            Charges.pay(EXPLANATION, 256);
        }
    }

    private static final ClassValue<Boolean> MAKES_MESSAGES =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return ObjectKind.declaredByJdk(type, "getMessage")
                            && declarer(type) != Throwable.class;
                }
            };

    private static final ClassValue<Boolean> HAS_JDKS_MESSAGE =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return ObjectKind.declaredByJdk(type, "getMessage")
                            && ObjectKind.declaredByJdk(type, "getLocalizedMessage");
                }
            };

    private static @Nullable Class<?> declarer(Class<?> type) {
        try {
            return type.getMethod("getMessage").getDeclaringClass();
        } catch (NoSuchMethodException | LinkageError e) {
            return null;
        }
    }

    /** Pays for {@code toString}. A message of woven code pays for itself, when it is given. */
    static void shown(Throwable e) {
        Charges.pay(16, 256);
        if (HAS_JDKS_MESSAGE.get(e.getClass())) {
            boolean isMade = MAKES_MESSAGES.get(e.getClass());
            if (isMade) {
                Charges.pay(SHORT >> 2, 4 * SHORT);
            }
            explained(e);
            lengthy(e.getLocalizedMessage(), isMade ? 12 : 2); // here, too, it is made
            if (e instanceof PrivilegedActionException && e.getCause() != null) {
                shown(e.getCause()); // its text has that of the cause
                lengthy(e.toString(), 2);
            }
        }
    }

    /** What woven code gives to the JDK as the message or the text of a throwable. */
    public static @Nullable String given(@Nullable String text) {
        lengthy(text);
        return text;
    }

    private static void lengthy(@Nullable String text) {
        lengthy(text, 1);
    }

    private static void lengthy(@Nullable String text, long copies) {
        if (text != null && text.length() > SHORT) {
            Charges.text(copies * text.length());
        }
    }

    /** Written, with its causes and all that was suppressed. The JDK recurses for each of them. */
    public static void shown(Throwable e, Object to) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        count(e, seen, 0);
    }

    private static void count(@Nullable Throwable e, Set<Throwable> seen, int above) {
        int depth = above;
        for (Throwable at = e; at != null && seen.add(at); at = at.getCause()) {
            if (++depth > DEEPEST) {
                throw new AccessRefusedException(
                        "a throwable with causes more than "
                                + DEEPEST
                                + " deep cannot be written: the JDK would run out of stack. Follow"
                                + " getCause(), and write them one by one.");
            }
            Charges.pay(1024, 1024 + (long) LINE * FRAMES);
            explained(at);
            String message = at.getMessage();
            Charges.text(message == null ? 0 : message.length());
            for (Throwable suppressed : at.getSuppressed()) {
                count(suppressed, seen, depth);
            }
        }
    }

    /** A line of a trace, which anybody may make of names as long as he likes. */
    public static void element(StackTraceElement self) {
        long names = self.getClassName().length() + (long) self.getMethodName().length();
        String file = self.getFileName();
        String module = self.getModuleName();
        String version = self.getModuleVersion();
        String loader = self.getClassLoaderName();
        names += (file == null ? 0 : file.length()) + (module == null ? 0 : module.length());
        names += (version == null ? 0 : version.length()) + (loader == null ? 0 : loader.length());
        Charges.text(Charges.times(2, names + 32));
    }

    public static void element(StackTraceElement self, @Nullable Object other) {
        element(self);
    }

    public static void held(Throwable self) {
        Charges.array(self.getSuppressed().length, 4);
    }
}
