package dev.stint.task;

/** What a task does when it has no value to give back. */
@FunctionalInterface
public interface Action {
    void run() throws Exception;
}
