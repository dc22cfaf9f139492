package dev.stint.hooks;

import java.util.Collection;
import java.util.Dictionary;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import java.util.stream.Stream;

/**
 * On whose behalf woven code of the JDK runs: the frames from there up to the first that is not the
 * JDK's. Asked only when a meter has run out.
 *
 * <p>The code may be ended, or suspended, where it is if all of these hold:
 *
 * <ul>
 *   <li>The first other frame is the task's own code, not Stint's: whoever schedules, or weaves,
 *       must not be torn out of it.
 *   <li>All frames of the JDK before it are of classes that are woven, or of a few that do nothing
 *       but pass on. So no class is being loaded or linked, and no lock, cache or queue of the JDK
 *       is half changed: such things are not woven.
 *   <li>None of them is a class initialiser, which would fail for good and for everybody.
 *   <li>None of them changes a container. One that is left half changed may be shared. What a
 *       container calls back is excepted, since it can throw anyway: comparing, hashing, printing.
 * </ul>
 */
public final class Chain {
    /** Classes that are not woven and do nothing but pass on what they are asked. */
    private static final Set<Class<?>> PASS_ON =
            Set.of(
                    String.class,
                    StringBuilder.class,
                    StringBuffer.class,
                    CharSequence.class,
                    Iterable.class,
                    Character.class,
                    Integer.class,
                    Long.class,
                    ForkJoinTask.class, // big numbers are multiplied in one, on the same thread
                    RecursiveTask.class);

    /** What containers call, and must expect to throw. */
    private static final Set<String> CALLED_BACK =
            Set.of("equals", "hashCode", "toString", "compareTo", "compare");

    /** Methods of containers that change nothing but a position, and may take long. */
    private static final Set<String> READING =
            Set.of(
                    "contains",
                    "containsAll",
                    "containsKey",
                    "containsValue",
                    "indexOf",
                    "indexOfRange",
                    "lastIndexOf",
                    "lastIndexOfRange",
                    "equalsRange",
                    "equalsArrayList",
                    "hashCodeRange",
                    "forEach",
                    "forEachRemaining",
                    "tryAdvance",
                    "hasNext",
                    "next",
                    "get");

    private static final StackWalker WALKER =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private static volatile Set<Class<?>> woven = Set.of();
    private static volatile Set<Class<?>> containers = Set.of();

    private Chain() {}

    /** Says which classes of the JDK are woven. */
    public static void install(Collection<Class<?>> classes) {
        Set<Class<?>> found = new HashSet<>();
        for (Class<?> each : classes) {
            if (isContainer(each)) {
                found.add(each);
            }
        }
        containers = Set.copyOf(found);
        woven = Set.copyOf(classes);
        isOfTask(); // whatever has to be linked for that is linked now
    }

    static boolean isInstalled() {
        return !woven.isEmpty();
    }

    /** A collection or a map, or a part of one. */
    private static boolean isContainer(Class<?> type) {
        return Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || Dictionary.class.isAssignableFrom(type)
                || (type.getNestHost() != type && isContainer(type.getNestHost()));
    }

    /** True if the calling code may be ended, or suspended. */
    static boolean isOfTask() {
        return WALKER.walk(Chain::isOfTask);
    }

    private static boolean isOfTask(Stream<StackWalker.StackFrame> frames) {
        Iterator<StackWalker.StackFrame> each = frames.iterator();
        boolean top = true;
        boolean calledBack = false;
        while (each.hasNext()) {
            StackWalker.StackFrame frame = each.next();
            Class<?> type = frame.getDeclaringClass();
            if (top && isHook(type)) {
                continue;
            }
            top = false;
            if (!isOfJdk(type)) {
                return !isStint(type);
            }
            String method = frame.getMethodName();
            if (!passes(type, method, calledBack)) {
                return false;
            }
            calledBack |= CALLED_BACK.contains(method);
        }
        return false;
    }

    /** True if a frame of the JDK may be thrown out of. */
    static boolean passes(Class<?> type, String method, boolean calledBack) {
        if (!woven.contains(type)) {
            return PASS_ON.contains(type) || type.getPackageName().equals("dev.stint.hooks.jdk");
        }
        return !method.equals("<clinit>")
                && (calledBack
                        || CALLED_BACK.contains(method)
                        || READING.contains(method)
                        || !containers.contains(type));
    }

    private static boolean isHook(Class<?> type) {
        return type == Chain.class || type == Meter.class || type == JdkHook.class;
    }

    private static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** A tenant that takes such a name for its class has a loader of its own. */
    private static boolean isStint(Class<?> type) {
        String name = type.getName();
        ClassLoader loader = type.getClassLoader();
        return (name.startsWith("dev.stint.") || name.startsWith("org.jctools."))
                && (loader == Delegate.current().getClass().getClassLoader()
                        || loader == ClassLoader.getSystemClassLoader());
    }
}
