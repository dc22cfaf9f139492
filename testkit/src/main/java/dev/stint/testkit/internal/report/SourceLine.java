package dev.stint.testkit.internal.report;

import dev.stint.Scheduler;
import dev.stint.hooks.Simulation;
import dev.stint.internal.sim.SimTask;
import dev.stint.weave.points.PointWeaver;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A line of the user's source, and what it does there.
 *
 * @param file the name of the file, or of the class if that is not known; empty if nothing is
 * @param line 0 if it is not known
 * @param deed what is called there, as the user knows it, {@code SharedInt.get}; empty if that is
 *     nothing of ours
 */
public record SourceLine(String file, int line, String deed) {
    public static final SourceLine NOWHERE = new SourceLine("", 0, "");

    private static final StackWalker WALKER = StackWalker.getInstance();

    /** Frames that are in nobody's program: the JDK's, and those of libraries for assertions. */
    private static final List<String> NOBODYS =
            List.of(
                    "java.",
                    "javax.",
                    "jdk.",
                    "sun.",
                    "com.sun.",
                    "kotlin.",
                    "org.junit.",
                    "org.opentest4j.",
                    "org.assertj.",
                    "org.hamcrest.",
                    "com.google.common.truth.");

    private static final String OURS = "dev.stint.";

    /** What the names of methods begin with that weaving has added to a class. */
    private static final String ADDED = "stint$";

    /** The packages of the runtime and the testkit, with all below them. */
    private static final Set<String> OUR_PACKAGES =
            Set.of(
                    "actor",
                    "budget",
                    "capability",
                    "channel",
                    "config",
                    "env",
                    "error",
                    "event",
                    "hooks",
                    "internal",
                    "nursery",
                    "supervisor",
                    "sync",
                    "task",
                    "tenant",
                    "testkit",
                    "weave");

    /** Of classes whose package is ours, by name: whether they are, or a test beside them. */
    private static final Map<String, Boolean> KNOWN = new ConcurrentHashMap<>();

    public boolean isKnown() {
        return !file.isEmpty();
    }

    /** The same, done to something that has a name: {@code balance.get}. */
    SourceLine on(String name) {
        int dot = deed.indexOf('.');
        return new SourceLine(file, line, dot < 0 ? name : name + deed.substring(dot));
    }

    /** The same place, where something else is done. */
    SourceLine doing(String what) {
        return new SourceLine(file, line, what);
    }

    /** The innermost frame of the caller that is the user's. */
    static SourceLine ofCaller() {
        return WALKER.walk(
                frames -> {
                    StackWalker.StackFrame called = null;
                    StackWalker.StackFrame named = null; // the last that is no lambda
                    for (var all = frames.iterator(); all.hasNext(); ) {
                        StackWalker.StackFrame frame = all.next();
                        if (isUsers(frame.getClassName(), frame.getMethodName())) {
                            return of(
                                    frame.toStackTraceElement(),
                                    called == null ? null : called.toStackTraceElement());
                        }
                        if (isBottom(frame.getClassName())) {
                            return named == null
                                    ? NOWHERE
                                    : new SourceLine("", 0, deed(named.toStackTraceElement()));
                        }
                        called = frame;
                        named = frame.getMethodName().contains("$") ? named : frame;
                    }
                    return NOWHERE;
                });
    }

    /** A task was given something of ours to do, {@code channel::close}: no frame is the user's. */
    private static boolean isBottom(String className) {
        return SimTask.isBottomOfStack(className);
    }

    public static SourceLine of(List<StackTraceElement> stack) {
        StackTraceElement called = null;
        for (StackTraceElement frame : stack) {
            if (isUsers(frame.getClassName(), frame.getMethodName())) {
                return of(frame, called);
            }
            called = frame;
        }
        return NOWHERE;
    }

    public static SourceLine of(Throwable thrown) {
        return of(List.of(thrown.getStackTrace()));
    }

    private static SourceLine of(StackTraceElement frame, @Nullable StackTraceElement called) {
        return new SourceLine(fileOf(frame), Math.max(0, frame.getLineNumber()), deed(called));
    }

    private static String fileOf(StackTraceElement frame) {
        return frame.getFileName() != null ? frame.getFileName() : frame.getClassName();
    }

    /** What the user has called, as he knows it: {@code Channel.send} of a ChannelImpl. */
    private static String deed(@Nullable StackTraceElement called) {
        if (called == null || !called.getClassName().startsWith(OURS)) {
            return "";
        }
        String name = called.getClassName().substring(called.getClassName().lastIndexOf('.') + 1);
        name = name.substring(0, name.indexOf('$') > 0 ? name.indexOf('$') : name.length());
        if (name.endsWith("Impl")) {
            name = name.substring(0, name.length() - "Impl".length());
        }
        return called.getMethodName().contains("$") ? name : name + "." + called.getMethodName();
    }

    /** Not one that weaving has added. */
    private static boolean isUsers(String className, String method) {
        return isUsers(className) && !method.startsWith(ADDED);
    }

    /**
     * Whether a class belongs to the program that is simulated. Ours are those in our packages that
     * were loaded from where the runtime or the testkit was: our tests share the packages, but not
     * the place.
     */
    static boolean isUsers(String className) {
        if (isNobodys(className)) {
            return false;
        }
        return !className.startsWith(OURS)
                || !isInOurPackage(className)
                || !KNOWN.computeIfAbsent(className, SourceLine::isOurs);
    }

    /** Of the JDK, or of a library that tests are written with. */
    public static boolean isNobodys(String className) {
        for (String prefix : NOBODYS) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isInOurPackage(String className) {
        int dot = className.indexOf('.', OURS.length());
        return dot < 0 || OUR_PACKAGES.contains(className.substring(OURS.length(), dot));
    }

    private static boolean isOurs(String className) {
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            CodeSource source =
                    Class.forName(className, false, loader).getProtectionDomain().getCodeSource();
            return source == null
                    || isFrom(source, Scheduler.class)
                    || isFrom(source, SourceLine.class)
                    || isFrom(source, Simulation.class)
                    || isFrom(source, PointWeaver.class);
        } catch (ClassNotFoundException | LinkageError e) {
            return true; // hidden or from a loader of its own: the package decides
        }
    }

    private static boolean isFrom(CodeSource source, Class<?> ours) {
        CodeSource theirs = ours.getProtectionDomain().getCodeSource();
        return theirs != null
                && source.getLocation() != null
                && source.getLocation().equals(theirs.getLocation());
    }

    /** {@code File.java:12}. */
    @Override
    public String toString() {
        return line > 0 ? file + ":" + line : file;
    }
}
