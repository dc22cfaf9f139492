package dev.stint.hooks.own;

import org.jspecify.annotations.Nullable;

/** Makes threads. */
@FunctionalInterface
@SuppressWarnings("AvoidCommonTypeNames") // it takes the place of that one
public interface ThreadFactory {
    @Nullable Thread newThread(Runnable task);
}
