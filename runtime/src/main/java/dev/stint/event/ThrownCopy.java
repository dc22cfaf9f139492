package dev.stint.event;

import dev.stint.hooks.Foreign;
import java.io.Serial;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a task has thrown, in words. A log asks a throwable for its message when it likes, on any
 * thread; the methods of a tenant's would run there, unmetered. And one that is harmless when it is
 * looked at may be given a tenant's as suppressed a moment later. Nothing changes a copy.
 */
final class ThrownCopy extends Throwable {
    @Serial private static final long serialVersionUID = 1L;

    /** A trace does not name these, and leaves out the versions of modules. */
    private static final Set<String> BUILT_IN = Set.of("app", "platform");

    private static final int MOST_CAUSES = 8; // in each other
    private static final int MOST_SUPPRESSED = 8; // of one
    private static final int MOST_FRAMES = 256;
    private static final int MOST = 64; // in all

    private ThrownCopy(String words, @Nullable ThrownCopy cause, StackTraceElement[] frames) {
        super(words, cause, true, true);
        setStackTrace(frames);
    }

    static ThrownCopy of(Throwable thrown) {
        return of(thrown, 0, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static ThrownCopy of(Throwable thrown, int depth, Set<Throwable> seen) {
        seen.add(thrown);
        Throwable cause = Foreign.answers(thrown, "getCause") ? thrown.getCause() : null;
        var copy =
                new ThrownCopy(
                        Foreign.plain(Foreign.inWords(thrown)),
                        cause != null && isLeft(cause, depth, seen)
                                ? of(cause, depth + 1, seen)
                                : null,
                        framesOf(thrown));
        Throwable[] suppressed = thrown.getSuppressed(); // nobody overrides that
        for (int i = 0; i < Math.min(suppressed.length, MOST_SUPPRESSED); i++) {
            if (isLeft(suppressed[i], depth, seen)) {
                copy.addSuppressed(of(suppressed[i], depth + 1, seen));
            }
        }
        return copy;
    }

    private static boolean isLeft(Throwable next, int depth, Set<Throwable> seen) {
        return depth + 1 < MOST_CAUSES && seen.size() < MOST && !seen.contains(next);
    }

    private static StackTraceElement[] framesOf(Throwable thrown) {
        if (!Foreign.answers(thrown, "getStackTrace")) {
            return new StackTraceElement[0];
        }
        StackTraceElement[] all = thrown.getStackTrace();
        var plain = new StackTraceElement[Math.min(all.length, MOST_FRAMES)];
        for (int i = 0; i < plain.length; i++) {
            plain[i] = plain(all[i]);
        }
        return plain;
    }

    /** Names of a class file may have any characters. */
    private static StackTraceElement plain(StackTraceElement frame) {
        String file = frame.getFileName();
        String loader = frame.getClassLoaderName();
        return new StackTraceElement(
                BUILT_IN.contains(String.valueOf(loader)) ? null : loader,
                frame.getModuleName(),
                null,
                Foreign.plain(frame.getClassName()),
                Foreign.plain(frame.getMethodName()),
                file == null ? null : Foreign.plain(file),
                frame.getLineNumber());
    }

    /** As that of the original: the copy is not what happened. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // the message is the whole of it
    public String toString() {
        return String.valueOf(getMessage());
    }
}
