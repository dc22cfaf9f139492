package dev.stint.hooks.own;

import org.jspecify.annotations.Nullable;

/** A name for threads. It keeps none of them. */
@SuppressWarnings({"AvoidCommonTypeNames", "JavaLangClash"}) // it takes the place of that one
public class ThreadGroup implements Thread.UncaughtExceptionHandler {
    static final ThreadGroup MAIN = new ThreadGroup(null, "main");

    private final @Nullable ThreadGroup parent;
    private final String name;

    public ThreadGroup(String name) {
        this(MAIN, name);
    }

    public ThreadGroup(@Nullable ThreadGroup parent, String name) {
        this.parent = parent;
        this.name = name;
    }

    public final String getName() {
        return name;
    }

    public final @Nullable ThreadGroup getParent() {
        return parent;
    }

    public final int getMaxPriority() {
        return Thread.MAX_PRIORITY;
    }

    public final boolean isDaemon() {
        return false;
    }

    public final void checkAccess() {}

    public int activeCount() {
        return 1;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        Thread.UncaughtExceptionHandler ofAll = Thread.getDefaultUncaughtExceptionHandler();
        if (ofAll != null) {
            ofAll.uncaughtException(thread, thrown);
        } else {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            thrown.printStackTrace();
        }
    }

    @Override
    public String toString() {
        return "java.lang.ThreadGroup[name=" + name + ",maxpri=10]";
    }
}
