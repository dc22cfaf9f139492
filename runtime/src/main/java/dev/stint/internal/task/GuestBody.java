package dev.stint.internal.task;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The body of a task whose code is on a stack that is not Java's. It runs on a {@link
 * dev.stint.internal.stack.FiberCore}; a class, because that is told apart more quickly than an
 * interface.
 */
public abstract class GuestBody<T extends @Nullable Object> implements Callable<T> {}
