package dev.stint.hooks.own;

import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The settings of a pool of threads: how many it has, how they are made, and how long they wait.
 */
abstract class PoolSettings extends AbstractExecutorService {
    volatile int core;
    volatile int most;
    volatile long keepAlive;
    volatile boolean letsCoreGo;
    volatile ThreadFactory factory;
    volatile RejectedExecutionHandler handler;

    PoolSettings(
            int core,
            int most,
            long keepAlive,
            ThreadFactory factory,
            RejectedExecutionHandler handler) {
        if (core < 0 || most <= 0 || most < core || keepAlive < 0) {
            throw new IllegalArgumentException();
        }
        this.core = core;
        this.most = most;
        this.keepAlive = keepAlive;
        this.factory = Objects.requireNonNull(factory);
        this.handler = Objects.requireNonNull(handler);
    }

    /** Starts threads for what is in the queue, if there may be more of them now. */
    abstract void grow();

    /** Has those who wait see what has changed. */
    abstract void lookAgain();

    public void setThreadFactory(ThreadFactory factory) {
        this.factory = Objects.requireNonNull(factory);
    }

    public ThreadFactory getThreadFactory() {
        return factory;
    }

    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
        this.handler = Objects.requireNonNull(handler);
    }

    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return handler;
    }

    public void setCorePoolSize(int size) {
        if (size < 0 || size > most) {
            throw new IllegalArgumentException();
        }
        core = size;
        grow();
    }

    public int getCorePoolSize() {
        return core;
    }

    public boolean allowsCoreThreadTimeOut() {
        return letsCoreGo;
    }

    public void allowCoreThreadTimeOut(boolean value) {
        if (value && keepAlive <= 0) {
            throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        }
        letsCoreGo = value;
        lookAgain();
    }

    public void setMaximumPoolSize(int size) {
        if (size <= 0 || size < core) {
            throw new IllegalArgumentException();
        }
        most = size;
        lookAgain();
    }

    public int getMaximumPoolSize() {
        return most;
    }

    public void setKeepAliveTime(long time, TimeUnit unit) {
        if (time < 0 || (time == 0 && letsCoreGo)) {
            throw new IllegalArgumentException();
        }
        keepAlive = unit.toNanos(time);
        lookAgain();
    }

    public long getKeepAliveTime(TimeUnit unit) {
        return unit.convert(keepAlive, TimeUnit.NANOSECONDS);
    }
}
