package dev.stint.hooks.own;

import org.jspecify.annotations.Nullable;

/** A builder of threads of either kind. */
final class ThreadBuilder implements Thread.Builder.OfPlatform, Thread.Builder.OfVirtual {
    private final boolean isVirtual;
    private boolean isDaemon;
    private boolean isDaemonSaid;
    private int priority = Thread.NORM_PRIORITY;
    private @Nullable String name;
    private long next = -1; // what the next one has after its name; none if negative
    private @Nullable ThreadGroup group;
    private Thread.@Nullable UncaughtExceptionHandler handler;

    ThreadBuilder(boolean isVirtual) {
        this.isVirtual = isVirtual;
    }

    private ThreadBuilder(ThreadBuilder same) {
        this.isVirtual = same.isVirtual;
        this.isDaemon = same.isDaemon;
        this.isDaemonSaid = same.isDaemonSaid;
        this.priority = same.priority;
        this.name = same.name;
        this.next = same.next;
        this.group = same.group;
        this.handler = same.handler;
    }

    @Override
    public ThreadBuilder name(String name) {
        this.name = name;
        this.next = -1;
        return this;
    }

    @Override
    public ThreadBuilder name(String prefix, long start) {
        if (start < 0) {
            throw new IllegalArgumentException("'start' is negative");
        }
        this.name = prefix;
        this.next = start;
        return this;
    }

    @Override
    public ThreadBuilder inheritInheritableThreadLocals(boolean inherit) {
        return this;
    }

    @Override
    public ThreadBuilder uncaughtExceptionHandler(Thread.UncaughtExceptionHandler handler) {
        this.handler = handler;
        return this;
    }

    @Override
    public ThreadBuilder group(ThreadGroup group) {
        this.group = group;
        return this;
    }

    @Override
    public ThreadBuilder daemon(boolean on) {
        this.isDaemon = on;
        this.isDaemonSaid = true;
        return this;
    }

    @Override
    public ThreadBuilder priority(int priority) {
        this.priority = priority;
        return this;
    }

    @Override
    public ThreadBuilder stackSize(long stackSize) {
        return this;
    }

    private String nextName() {
        String given = name;
        if (given == null) {
            return isVirtual ? "" : Thread.nextName();
        }
        return next < 0 ? given : given + next++;
    }

    @Override
    public Thread unstarted(Runnable task) {
        if (task == null) {
            throw new NullPointerException();
        }
        boolean daemon = isVirtual || (isDaemonSaid ? isDaemon : Thread.currentThread().isDaemon());
        var made = new Thread(group, task, nextName(), isVirtual, daemon);
        made.setPriority(priority);
        made.setUncaughtExceptionHandler(handler);
        return made;
    }

    @Override
    public Thread start(Runnable task) {
        Thread made = unstarted(task);
        made.start();
        return made;
    }

    @Override
    public ThreadFactory factory() {
        return new ThreadBuilder(this)::unstarted;
    }
}
