package dev.stint.hooks.own;

/** Is told of a task that a pool does not take. */
@FunctionalInterface
public interface RejectedExecutionHandler {
    void rejectedExecution(Runnable task, ThreadPoolExecutor by);
}
